// What pages do beyond links and text: colours, the language switch, the table of contents, and panels of figures.
// Without this file all of it is still there, as links and as the appendix.

function switchColours() {
  const root = document.documentElement;
  const button = document.querySelector("button.scheme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const preferred = () => (dark.matches ? "dark" : "light");
  const current = () => root.dataset.scheme ?? preferred();
  const show = () => button.setAttribute("aria-pressed", String(current() === "dark"));

  button.addEventListener("click", () => {
    const chosen = current() === "dark" ? "light" : "dark";
    if (chosen === preferred()) delete root.dataset.scheme;
    else root.dataset.scheme = chosen;
    try {
      if (chosen === preferred()) localStorage.removeItem("scheme");
      else localStorage.setItem("scheme", chosen);
    } catch {
      // Storage is closed: the choice lasts as long as the page.
    }
    show();
  });
  dark.addEventListener("change", show);
  show();
}

// The last of some elements, in the order of the page, that begins above a line in the window; undefined before the first.
function lastAbove(elements, line) {
  return [...elements].findLast((element) => element.getBoundingClientRect().top <= line);
}

function keepSection() {
  const links = document.querySelectorAll(".languages a");
  const sections = () => document.querySelectorAll(".page h2[id], .page h3[id], .page section[id]");
  const carry = () => {
    const section = scrollY > 0 && lastAbove(sections(), innerHeight / 3);
    for (const link of links) link.hash = section ? section.id : "";
  };
  for (const link of links) for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, carry);
}

function followContents() {
  const contents = document.querySelector(".contents");
  if (!contents) return;
  const details = contents.querySelector("details");
  const wide = matchMedia("(min-width: 72rem)");
  const open = () => (details.open = wide.matches);
  wide.addEventListener("change", open);
  open();
  contents.addEventListener("click", (event) => {
    if (!wide.matches && event.target.closest("a")) details.open = false;
  });

  const links = new Map();
  for (const link of contents.querySelectorAll("a")) links.set(document.getElementById(link.hash.slice(1)), link);
  const mark = () => {
    const section = lastAbove(links.keys(), innerHeight * 0.3);
    for (const [target, link] of links) {
      if (target === section) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -70% 0px" });
  for (const target of links.keys()) observer.observe(target);
}

// A panel beside a figure, filled from the figure's entry in the appendix, in which each input opens its own entry.
function questionFigures() {
  const frame = document.getElementById("panel-frame");
  if (!frame || !("popover" in HTMLElement.prototype)) return;
  const panel = frame.content.firstElementChild.cloneNode(true);
  const [name, entry, back, more] = ["h2", ".entry", ".back", ".more a"].map((part) => panel.querySelector(part));
  let asked; // the figure whose panel is open
  let trail = []; // the entries that were opened on the way, the one that is shown last

  const fill = (id) => {
    const source = document.getElementById(id).cloneNode(true);
    name.replaceChildren(...source.querySelector("h3").childNodes);
    for (const place of source.querySelectorAll("dd")) listSources(place);
    entry.replaceChildren(source.querySelector("dl"));
    more.href = `#${id}`;
    back.hidden = trail.length < 2;
    panel.scrollTop = 0;
  };

  const show = (figure) => {
    if (!panel.isConnected) document.querySelector("main").append(panel);
    asked?.setAttribute("aria-expanded", "false");
    asked = figure;
    trail = [figure.hash.slice(1)];
    fill(trail[0]);
    panel.showPopover();
    place(panel, figure);
    figure.setAttribute("aria-expanded", "true");
    name.focus({ preventScroll: true });
  };

  let pressedOpen = false; // whether the press that ends in this click found the figure's own panel open
  document.addEventListener("pointerdown", (event) => {
    pressedOpen = panel.matches(":popover-open") && event.target.closest("a.figure") === asked;
  }, true);
  document.addEventListener("click", (event) => {
    const figure = event.target.closest('a.figure[href^="#how-"]');
    if (!figure || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (pressedOpen) panel.hidePopover();
    else show(figure);
    pressedOpen = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.closest('a.figure[href^="#how-"]')) return;
    event.preventDefault();
    show(event.target);
  });

  panel.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    const input = entry.contains(link) && link.hash.startsWith("#how-");
    if (input) trail.push(link.hash.slice(1));
    else if (event.target.closest(".back")) trail.pop();
    else if (link || event.target.closest(".close")) panel.hidePopover();
    if (!input && !event.target.closest(".back")) return;
    event.preventDefault();
    fill(trail.at(-1));
    place(panel, asked);
    name.focus({ preventScroll: true });
  });
  panel.addEventListener("beforetoggle", (event) => {
    if (event.newState !== "closed") return;
    asked.setAttribute("aria-expanded", "false");
    if (panel.contains(document.activeElement)) asked.focus({ preventScroll: true });
  });
  addEventListener("resize", () => panel.matches(":popover-open") && place(panel, asked));

  for (const figure of document.querySelectorAll("a.figure")) {
    figure.setAttribute("role", "button");
    figure.setAttribute("aria-haspopup", "dialog");
    figure.setAttribute("aria-expanded", "false");
  }
}

// References to sources, led on to the sources themselves; where there are several, as a list with their dates.
function listSources(place) {
  const cites = [...place.querySelectorAll('a[href^="#source-"]')];
  const items = cites.map((cite) => {
    const source = document.getElementById(cite.hash.slice(1));
    const address = source.querySelector("a");
    if (address) cite.href = address.href;
    const item = document.createElement("li");
    if (!place.querySelector("time")) item.append(source.querySelector(".kind").cloneNode(true));
    return item;
  });
  if (place.querySelector("time") || !items.length) return;
  items.forEach((item, number) => item.prepend(cites[number], " "));
  const list = document.createElement("ul");
  list.append(...items);
  place.replaceChildren(list);
}

// Below the figure or else above it, within the window; it scrolls with the page.
function place(panel, figure) {
  const gap = 8;
  const at = figure.getClientRects()[0] ?? figure.getBoundingClientRect();
  const below = innerHeight - at.bottom - 2 * gap;
  const above = at.top - 2 * gap;
  panel.style.maxBlockSize = "";
  const width = document.documentElement.clientWidth;
  const left = Math.min(Math.max(at.left + at.width / 2 - panel.offsetWidth / 2, gap), width - panel.offsetWidth - gap);
  const under = panel.offsetHeight <= below || below >= Math.min(above, 360);
  const room = Math.max(under ? below : above, 160);
  panel.style.maxBlockSize = `${room}px`;
  const height = Math.min(panel.offsetHeight, room);
  const top = Math.min(Math.max(under ? at.bottom + gap : at.top - gap - height, gap), innerHeight - height - gap);
  panel.style.left = `${Math.max(left, gap) + scrollX}px`;
  panel.style.top = `${top + scrollY}px`;
}

switchColours();
keepSection();
followContents();
questionFigures();

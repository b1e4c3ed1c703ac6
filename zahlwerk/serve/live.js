// Follows the page: reloads it where it changed, at the place where it was, and shows what is wrong with the site.
(() => {
  "use strict";
  const { seen, page, events, style, beside } = document.currentScript.dataset;
  const KEY = `place of ${page}`;
  const WAIT = 1000; // milliseconds until a server that went away is asked for again

  const stored = sessionStorage.getItem(KEY);
  if (stored) {
    sessionStorage.removeItem(KEY);
    const [left, top] = JSON.parse(stored);
    const back = () => scrollTo({ left, top, behavior: "instant" });
    back();
    addEventListener("load", back, { once: true }); // pictures and fonts may have moved it
  }

  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" }); // where styles of the site do not reach
  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const title = make("h2");
  const list = make("pre", { tabIndex: 0 });
  const close = make("button", { type: "button", className: "close", textContent: "Hide" });
  const panel = make("section", { className: "panel", hidden: true, role: "alert" }, make("header", {}, title, close), list);
  const state = make("button", { type: "button", className: "state", textContent: "…" });
  const bar = make("div", { className: "bar" }, state);
  if (beside) bar.append(make("a", { href: beside, textContent: "Side by side" }));
  root.append(make("link", { rel: "stylesheet", href: style }), panel, bar);
  document.body.append(host);

  let told = { problems: "" };
  let hidden = ""; // the list that a reader has put away
  const draw = () => {
    panel.hidden = !told.problems || hidden === told.problems;
    panel.classList.toggle("sound", Boolean(told.sound));
  };
  close.addEventListener("click", () => { hidden = told.problems; draw(); });
  state.addEventListener("click", () => { hidden = panel.hidden ? "" : told.problems; draw(); });

  const show = (news) => {
    // Warnings wait to be asked for; problems do not.
    if (news.problems !== told.problems) hidden = news.sound ? news.problems : "";
    told = news;
    const [count, noun] = [news.count, news.sound ? "warning" : "problem"];
    const found = count ? `${count} ${noun}${count === 1 ? "" : "s"}` : "No problems";
    title.textContent = news.sound ? "Warnings" : "This cannot be built; the last good page stays below";
    if (list.textContent !== news.problems) list.textContent = news.problems;
    state.textContent = news.state === "checking" ? "Checking …" : found;
    state.disabled = !news.problems;
    bar.dataset.state = news.state;
    draw();
  };

  const reload = () => {
    sessionStorage.setItem(KEY, JSON.stringify([scrollX, scrollY]));
    location.reload();
  };

  let source = null;
  let again = 0;
  const listen = () => {
    source = new EventSource(`${events}?page=${encodeURIComponent(page)}`);
    source.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      if (news.mark === seen) return show(news);
      source.close();
      return reload();
    };
    source.onerror = () => {
      source.close();
      state.textContent = "The server is gone";
      bar.dataset.state = "gone";
      again = setTimeout(listen, WAIT);
    };
  };
  // Browsers allow few connections to one server: pages that nobody sees keep none, and catch up when they are seen.
  document.addEventListener("visibilitychange", () => {
    clearTimeout(again);
    source?.close();
    if (!document.hidden) listen();
  });
  addEventListener("pagehide", () => source?.close());
  if (!document.hidden) listen();
})();

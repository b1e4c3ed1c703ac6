// The search of a site: a dialog over the index that Pagefind made. Nothing is loaded before somebody searches.

{
  const MOST = 20; // places shown for one question

  const dialog = document.querySelector("dialog.search");
  const opener = document.querySelector(".search-open");
  const input = dialog.querySelector("input");
  const status = dialog.querySelector("[role=status]");
  const list = dialog.querySelector("ol");
  let pagefind; // a promise of the program, once it was asked for
  let asked = 0; // how many questions there were: an answer to an earlier one is not shown

  const load = () => {
    pagefind ??= import(new URL(dialog.dataset.folder + "pagefind.js", location.href)).then(async (program) => {
      const baseUrl = new URL("..", new URL(dialog.dataset.folder, location.href)).pathname;
      await program.options({ baseUrl, excerptLength: 22 });
      await program.init();
      return program;
    });
    pagefind.catch(() => (pagefind = undefined));
    return pagefind;
  };

  const plain = (text) => text.toLocaleLowerCase(document.documentElement.lang).replace(/\s+/g, " ").trim();

  // The sections of a page that answer, each with how well: the whole question as written, then its words, in the
  // heading before the text. Pagefind ranks pages, and the sections of an appendix are too alike for it.
  const answers = (page, question) => {
    const words = question.split(" ");
    const content = page.content.split(/\s+/);
    const starts = page.anchors.map((anchor) => anchor.location).sort((one, other) => one - other);
    return page.sub_results.map((place) => {
      const start = place.anchor?.location ?? 0;
      const end = starts.find((other) => other > start) ?? content.length;
      const [title, text] = [plain(place.anchor ? place.title : ""), plain(content.slice(start, end).join(" "))];
      const rank = (part) => words.filter((word) => part.includes(word)).length / words.length + (part.includes(question) ? 1 : 0);
      const first = title.startsWith(question) ? 1 : 0;
      return { place, page: page.meta.title, rank: 4 * rank(text) + rank(title) + first };
    });
  };

  // An excerpt holds its matches in <mark>; nothing else of it is taken for markup.
  const excerpt = (html) => {
    const paragraph = document.createElement("p");
    for (const node of new DOMParser().parseFromString(html, "text/html").body.childNodes) {
      const part = node.nodeName === "MARK" ? document.createElement("mark") : document.createElement("span");
      part.textContent = node.textContent;
      paragraph.append(part);
    }
    return paragraph;
  };

  const item = ({ place, page }) => {
    const link = document.createElement("a");
    link.href = place.url;
    link.textContent = place.title;
    const entry = document.createElement("li");
    entry.append(link);
    if (place.title !== page) {
      const where = document.createElement("span");
      where.className = "where";
      where.textContent = page;
      entry.append(where);
    }
    entry.append(excerpt(place.excerpt));
    return entry;
  };

  const show = (places) => {
    const number = places.length.toLocaleString(document.documentElement.lang);
    status.textContent = places.length ? status.dataset.found.replace("{number}", number) : status.dataset.none;
    list.replaceChildren(...places.map(item));
    dialog.scrollTop = 0;
  };

  const search = async () => {
    const own = ++asked;
    const question = plain(input.value);
    if (!question) {
      status.textContent = "";
      list.replaceChildren();
      return;
    }
    try {
      const found = await (await load()).debouncedSearch(question, {}, 150);
      if (!found || own !== asked) return;
      const pages = await Promise.all(found.results.slice(0, MOST).map((result) => result.data()));
      if (own !== asked) return;
      const places = pages.flatMap((page) => answers(page, question));
      const best = Math.max(0, ...places.map((place) => place.rank));
      places.sort((one, other) => other.rank - one.rank);
      show(places.filter((place) => place.rank > best / 2).slice(0, MOST));
    } catch {
      status.textContent = status.dataset.failed;
      list.replaceChildren();
    }
  };

  const open = () => {
    dialog.showModal();
    input.select();
    load().catch(() => (status.textContent = status.dataset.failed));
  };

  const step = (event) => {
    const stops = [input, ...list.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest(".search-close, #search-found a")) dialog.close();
  });
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  input.addEventListener("input", search);
}

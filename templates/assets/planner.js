// Replaces a planner's answers by others. Each was computed, and worded in the page's language, when the site was built.

const planner = document.getElementById("planner");
const choices = planner.querySelector("form.choices");
const failed = planner.querySelector(".failed");
const parts = planner.querySelectorAll("[data-part]");
const bars = planner.querySelectorAll(".bar [data-bar]");
const placeholder = /\{([a-z_]+)\}/g;
let loading;

function load() {
  loading ??= fetch(planner.dataset.grid).then((response) => {
    if (!response.ok) throw new Error(response.statusText);
    return response.json();
  });
  return loading;
}

function chosen() {
  return Object.fromEntries(new FormData(choices));
}

function answer(grid, part, choice) {
  const [axes, cells] = grid.parts[part];
  let place = 0;
  for (const axis of axes) place = place * grid.axes[axis].length + grid.axes[axis].indexOf(choice[axis]);
  return grid.texts[cells[place]].replace(placeholder, (_, other) => answer(grid, other, choice));
}

function showAnswers(grid, choice) {
  for (const element of parts) {
    const { part, standing } = element.dataset;
    const text = answer(grid, part, choice);
    element.textContent = text;
    if (standing !== undefined) element.dataset.standing = answer(grid, `${part}_standing`, choice);
    (element.closest("tr") ?? element).hidden = !text;
  }
  for (const bar of bars) bar.setAttribute("width", answer(grid, `${bar.dataset.bar}_bar`, choice));
}

function fillEnquiry(grid, choice) {
  const fill = (text) =>
    text.replace(placeholder, (_, part) => (part === "address" ? location.href : answer(grid, part, choice)));
  const link = planner.querySelector("a.ask");
  if (link) {
    const address = link.href.split("?")[0];
    const [subject, body] = [link.dataset.subject, link.dataset.body].map((text) => encodeURIComponent(fill(text).replaceAll("\n", "\r\n")));
    link.href = `${address}?subject=${subject}&body=${body}`;
  }
  const enquiry = planner.querySelector("form.enquiry");
  if (enquiry) enquiry.elements.configuration.value = fill(enquiry.dataset.configuration);
}

async function show() {
  try {
    const grid = await load();
    const choice = chosen(); // only now: another may have been made while the grid was loading
    showAnswers(grid, choice);
    fillEnquiry(grid, choice);
    failed.hidden = true;
  } catch {
    loading = undefined;
    failed.hidden = false;
  }
}

function writeAddress() {
  const url = new URL(location.href);
  for (const [axis, id] of Object.entries(chosen())) url.searchParams.set(axis, id);
  url.hash = "planner";
  history.replaceState(history.state, "", url);
}

// The other languages' pages open with the same configuration.
function writeLanguageLinks() {
  for (const link of document.querySelectorAll("a[hreflang]")) {
    const url = new URL(link.href);
    url.search = location.search;
    url.hash = "planner";
    link.href = url.href;
  }
}

// Takes over what an address names; what it names that is not offered is left as it was.
function readAddress() {
  let found = false;
  for (const [axis, id] of new URLSearchParams(location.search)) {
    for (const control of choices.querySelectorAll("option, input")) {
      if ((control.name ?? control.parentElement.name) !== axis || control.value !== id) continue;
      control[control.type === "radio" ? "checked" : "selected"] = true;
      found = true;
    }
  }
  return found;
}

choices.querySelector("fieldset").disabled = false;
choices.addEventListener("submit", (event) => event.preventDefault());
choices.addEventListener("change", () => {
  writeAddress();
  writeLanguageLinks();
  show();
});
if (readAddress()) {
  writeLanguageLinks();
  show();
}

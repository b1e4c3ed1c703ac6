// Before anything is drawn: the colours a reader chose on an earlier page. Without a choice the system's preference rules.
try {
  const chosen = localStorage.getItem("scheme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.scheme = chosen;
} catch {
  // Storage is closed to this page, so there is no earlier choice.
}

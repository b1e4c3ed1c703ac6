// Before anything is drawn: that scripts run, and the colours a reader chose on an earlier page.
document.documentElement.dataset.scripts = "";
try {
  const chosen = localStorage.getItem("scheme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.scheme = chosen;
} catch {
  // Storage is closed to this page: the preference of the system rules.
}

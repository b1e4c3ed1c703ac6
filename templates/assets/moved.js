// Leads on from an earlier address to the same section, which the refresh of the page itself would leave behind.
location.replace(document.currentScript.dataset.to + location.search + location.hash);

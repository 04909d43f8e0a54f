// Before anything is drawn: the colours chosen last time, if any; else those of the system.
(function () {
  try {
    const chosen = localStorage.getItem('theme');
    if (chosen) document.documentElement.dataset.theme = chosen;
  } catch { /* no storage, no memory */ }
})();

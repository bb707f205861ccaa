// Runs before the first paint: says that scripts are there and applies this browser's settings.
(function boot() {
  var root = document.documentElement;
  root.classList.add("js");
  try {
    var kept = JSON.parse(localStorage.getItem("dt:settings") || "{}");
    if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
    if (kept.faces === "numerals") root.dataset.faces = "numerals";
    if (kept.motion === false) root.dataset.motion = "off";
  } catch (blocked) { /* storage may be forbidden: the defaults then hold */ }
})();

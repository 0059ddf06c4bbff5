// Loads the page anew when the costume has changed, and shows the faults of its source. A page from
// the file system may not read files, but it may run scripts, so the state is a script.
"use strict";

const live = (() => {
  // The number of milliseconds between two requests.
  const interval = 300;
  let known = null;
  let script = null;

  function ask() {
    script?.remove();
    script = document.createElement("script");
    script.src = `stamp.js?${Date.now()}`;
    script.onload = script.onerror = () => setTimeout(ask, interval);
    document.head.append(script);
  }

  function show(fault) {
    const old = document.getElementById("fault");
    if (!fault) return old?.remove();
    const shown = old ?? document.createElement("pre");
    Object.assign(shown, { id: "fault", textContent: fault });
    shown.setAttribute("role", "alert");
    shown.style.cssText = "position: fixed; inset: 0 0 auto 0; margin: 0; padding: 1em; background: #400; color: #fff; white-space: pre-wrap; z-index: 9";
    if (!old) document.body.append(shown);
  }

  ask();
  return {
    take(costume, state, fault) {
      if (known !== null && state !== known) return location.reload();
      known = state;
      if (!location.hash) location.hash = `costume=${costume}`;
      show(fault);
    },
  };
})();

// The root of every component: keeps plain keys from the notebook, gives the component its role and name, speaks, and
// lets one click be one command. No import, no network.

// What the notebook may still have: chords, Escape (leaves the field) and Shift+Enter (runs the cell).
const ours = (event) =>
  !(event.ctrlKey || event.altKey || event.metaKey) &&
  event.key !== "Escape" &&
  !(event.key === "Enter" && event.shiftKey);

const LOST_MS = 20000; // An answer that never comes (a stopped kernel) does not lock the buttons for good.

function guard(root, live, model) {
  let waiting = 0;
  let pressed = null;

  const onKey = (event) => {
    if (ours(event)) event.stopPropagation();
  };

  // Enter in a line of text is its row's button; the timer lets the field hand its text over first.
  const onEnter = (event) => {
    if (event.key !== "Enter" || !ours(event) || event.repeat || event.isComposing) return;
    if (!event.target.matches?.("input") || event.target.closest(".gm-component") !== root) return;
    const button = event.target.closest(".gm-order, .gm-row")?.querySelector("button.gm-enter");
    if (button) setTimeout(() => button.click());
  };

  // W4: the second half of a double click, or a click while the answer is out, is nobody's wish.
  const onClick = (event) => {
    const button = event.target.closest?.(".gm-once");
    if (!button || button.closest(".gm-component") !== root) return;
    if (event.detail > 1 || performance.now() < waiting) {
      event.stopImmediatePropagation();
      event.preventDefault();
      return;
    }
    pressed = button;
    waiting = performance.now() + LOST_MS;
    root.setAttribute("aria-busy", "true");
  };

  const onAnswer = () => {
    waiting = 0;
    // A button that was off while it had the focus has lost it: give it back, or d d would meet the cell.
    setTimeout(() => {
      const held = document.activeElement;
      if (pressed && (!held || held === document.body)) {
        if (pressed.isConnected && !pressed.disabled) pressed.focus();
        else root.focus();
      }
      if (!waiting) root.removeAttribute("aria-busy");
    }, 60);
  };

  const speak = () => {
    const text = model.get("spoken");
    live.textContent = "";
    if (text) setTimeout(() => (live.textContent = text), 30);
  };

  const dress = () => {
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", model.get("label"));
    root.setAttribute("lang", model.get("lang"));
    if (!root.hasAttribute("tabindex")) root.setAttribute("tabindex", "-1");
    for (const [selector, attributes] of Object.entries(model.get("attributes"))) {
      for (const node of root.querySelectorAll(selector)) {
        for (const [name, value] of Object.entries(attributes)) {
          if (value === null) node.removeAttribute(name);
          else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
        }
      }
    }
    // ipywidgets shows the word "null" as the tip of a control that has none.
    for (const node of root.querySelectorAll('[title="null"]')) node.removeAttribute("title");
  };

  let planned = 0;
  const later = () => {
    cancelAnimationFrame(planned);
    planned = requestAnimationFrame(dress);
  };
  const watcher = new MutationObserver(later);

  root.addEventListener("keydown", onKey);
  root.addEventListener("keydown", onEnter, true); // ipywidgets' fields keep their keys to themselves
  root.addEventListener("click", onClick, true);
  watcher.observe(root, { childList: true, subtree: true });
  model.on("change:answers", onAnswer);
  model.on("change:spoken_count", speak);
  model.on("change:label", dress);
  model.on("change:lang", dress);
  model.on("change:attributes", dress);
  dress();

  return () => {
    root.removeEventListener("keydown", onKey);
    root.removeEventListener("keydown", onEnter, true);
    root.removeEventListener("click", onClick, true);
    watcher.disconnect();
    cancelAnimationFrame(planned);
    model.off("change:answers", onAnswer);
    model.off("change:spoken_count", speak);
    model.off("change:label", dress);
    model.off("change:lang", dress);
    model.off("change:attributes", dress);
  };
}

function render({ model, el }) {
  const live = document.createElement("div");
  live.className = "gm-spoken";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  el.append(live);

  let stop = () => {};
  let timer = 0;
  // The component's box takes its children in before or after they are drawn: look until it is there.
  const seek = () => {
    const root = el.closest(".gm-component");
    if (root) stop = guard(root, live, model);
    else timer = setTimeout(seek, 20);
  };
  seek();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export default { render };

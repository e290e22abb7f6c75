// The cube's panel: controls, the place where the three-dimensional scene is hung, the five flat layers, and what is
// known of the picked cell. The scene is taken from the kernel's models by its id; where that fails, now or after a
// reload, the layers stand instead and a sentence says why. No import, no network.

const MOST_CUBES = 8; // So many scenes move on one page: for one more, pythreejs freezes the oldest to a still picture.
const DRAG_PX = 4; // A press that moved further was a turn of the cube, not a pick.

function zoneCube({ model, el }) {
  el.classList.add("gm-cube");
  const doc = document;
  const word = (name, values = {}) =>
    (model.get("words")[name] ?? name).replace(/\{(\w+)\}/g, (_, part) => values[part] ?? "");
  const make = (tag, kind, text = "") => {
    const node = doc.createElement(tag);
    if (kind) node.className = kind;
    node.textContent = text;
    return node;
  };
  const button = (kind, action) => {
    const node = make("button", `gm-button ${kind}`);
    node.type = "button";
    node.addEventListener("click", action);
    return node;
  };
  const put = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  const pick = (at) => model.send({ do: "pick", at });

  let able = tellWebGL(model);
  let trouble = able ? "" : "no_webgl";
  const cubeShown = () => able && !trouble && model.get("mode") === "cube";

  // ---- controls ----------------------------------------------------------------------------------------------------
  const bar = make("div", "gm-cube-bar");
  const group = (name) => {
    const box = make("div", "gm-cube-group");
    const title = make("span", "gm-cube-label");
    title.dataset.word = name;
    box.setAttribute("role", "group");
    box.append(title);
    bar.append(box);
    return box;
  };

  const shapes = group("show");
  const shapeButtons = ["cube", "layers"].map((name) => {
    const node = button("gm-small", () => put("mode", name));
    node.dataset.word = name;
    node.dataset.value = name;
    shapes.append(node);
    return node;
  });

  const views = group("view");
  const viewButtons = ["corner", "front", "top"].map((name) => {
    const node = button("gm-small", () => model.send({ do: "look", from: name }));
    node.dataset.word = name;
    views.append(node);
    return node;
  });

  const gaps = group("gap");
  const wider = (step) => put("gap", Math.max(0, Math.min(model.get("widest"), model.get("gap") + step)));
  const closer = button("gm-small", () => wider(-1));
  closer.dataset.word = "closer";
  const gapNow = make("output", "gm-cube-number");
  const further = button("gm-small", () => wider(1));
  further.dataset.word = "further";
  gaps.append(closer, gapNow, further);

  const labels = group("labels");
  const slice = make("select", "gm-cube-select");
  slice.addEventListener("change", () => put("slice", slice.value));
  labels.append(slice);

  const days = group("day");
  const earlier = button("gm-small", () => stepDay(-1));
  earlier.dataset.word = "earlier";
  const day = make("select", "gm-cube-select");
  day.addEventListener("change", () => put("day", day.value));
  const later = button("gm-small", () => stepDay(1));
  later.dataset.word = "later";
  days.append(earlier, day, later);
  const stepDay = (step) => {
    const values = model.get("days").map(([value]) => value);
    const next = values[values.indexOf(model.get("day")) + step];
    if (next !== undefined) put("day", next);
  };

  const options = (select, pairs, value) => {
    const wanted = JSON.stringify(pairs);
    if (select.wanted !== wanted) {
      select.wanted = wanted;
      select.replaceChildren(
        ...pairs.map(([name, text]) => {
          const option = make("option", "", text);
          option.value = name;
          return option;
        }),
      );
    }
    select.value = value;
  };

  // ---- the stage ---------------------------------------------------------------------------------------------------
  const reason = make("p", "gm-cube-reason");
  reason.setAttribute("role", "status");
  const body = make("div", "gm-cube-body");
  const stage = make("div", "gm-cube-stage");
  stage.tabIndex = 0;
  stage.setAttribute("role", "application");
  const host = make("div", "gm-cube-host");
  const hint = make("div", "gm-cube-hint");
  hint.dataset.word = "hint";
  stage.append(host, hint);
  const layers = flatLayers(model, pick);
  const side = make("div", "gm-cube-side");
  const details = make("div", "gm-cube-details");
  details.setAttribute("role", "region");
  const legend = make("ul", "gm-cube-legend");
  side.append(details, legend);
  body.append(stage, layers.root, side);
  el.append(bar, reason, body);

  // A click that ends a turn of the cube picks nothing. Caught before the scene's own listener sees it.
  let pressed = null;
  let moved = 0;
  stage.addEventListener("pointerdown", (event) => {
    pressed = [event.clientX, event.clientY];
    moved = 0;
    // The scene keeps the press to itself, so the focus would stay in the notebook, where d d deletes the cell.
    setTimeout(() => stage.focus({ preventScroll: true }), 0);
  }, true);
  doc.addEventListener("pointermove", track, true);
  function track(event) {
    if (pressed && event.buttons) {
      moved = Math.max(moved, Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]));
    }
  }
  host.addEventListener("click", (event) => {
    if (moved <= DRAG_PX) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);

  // Turning by keyboard: what the mouse does with a drag and the wheel.
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !scene) return;
    const turns = {
      ArrowLeft: [-1, 0, 1], ArrowRight: [1, 0, 1], ArrowUp: [0, 1, 1], ArrowDown: [0, -1, 1],
      "+": [0, 0, 0.87], "=": [0, 0, 0.87], "-": [0, 0, 1.15],
    };
    const turn = turns[event.key];
    if (!turn) return;
    event.preventDefault();
    turnCamera(...turn);
  });

  function turnCamera(sideways, upwards, zoom) {
    const controls = scene.get("controls")[0];
    const camera = controls.get("controlling").obj;
    const { x, y, z } = camera.position;
    const far = Math.hypot(x, y, z) * zoom;
    const around = Math.atan2(x, z) + sideways * 0.14;
    const up = Math.max(-1.55, Math.min(1.55, Math.asin(y / Math.hypot(x, y, z)) + upwards * 0.12));
    camera.position.set(
      far * Math.cos(up) * Math.sin(around), far * Math.sin(up), far * Math.cos(up) * Math.cos(around),
    );
    controls.obj.update();
    controls.update_controlled();
  }

  // ---- hanging the scene -------------------------------------------------------------------------------------------
  let scene = null; // the renderer's model
  let view = null;
  let hung = "";
  let asked = false;
  let crowded = false;

  async function hang() {
    const id = model.get("scene");
    if (!able || !id || id === hung) return;
    hung = id;
    takeDown();
    crowded = doc.querySelectorAll('.gm-cube-host[data-drawn="true"]').length >= MOST_CUBES;
    try {
      const found = await withTime(model.widget_manager.get_model(id));
      await withTime(found.initPromise);
      const drawn = await model.widget_manager.create_view(found);
      if (hung !== id) return drawn.remove();
      view = drawn;
      // ipywidgets' own boxes do the same: the view is told that it is on the page.
      view.trigger("displayed");
      host.replaceChildren(view.el);
      const canvas = host.querySelector("canvas");
      if (!canvas) throw new Error("no picture");
      canvas.setAttribute("aria-hidden", "true");
      scene = found;
      trouble = "";
      host.dataset.drawn = "true";
    } catch (error) {
      console.warn("gmkit: the cube could not be hung:", error);
      takeDown();
      trouble = asked ? "no_cube" : "waiting";
      // The kernel is asked once to make the scene anew: after a reload its old models may be lost to this page.
      if (!asked) {
        asked = true;
        model.send({ do: "renew" });
        setTimeout(() => {
          if (trouble === "waiting") {
            trouble = "no_cube";
            draw();
          }
        }, 8000);
      }
    }
    draw();
  }

  function withTime(promise) {
    return Promise.race([
      promise,
      new Promise((_, refuse) => setTimeout(() => refuse(new Error("no answer")), 6000)),
    ]);
  }

  function takeDown() {
    scene = null;
    delete host.dataset.drawn;
    if (view) view.remove();
    view = null;
    host.replaceChildren();
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------
  function draw() {
    for (const node of el.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
    for (const box of bar.children) box.setAttribute("aria-label", box.firstChild.textContent);
    slice.setAttribute("aria-label", word("labels"));
    day.setAttribute("aria-label", word("day"));
    stage.setAttribute("aria-label", word("stage"));
    stage.setAttribute("aria-roledescription", word("cube"));
    const shown = cubeShown();
    for (const node of shapeButtons) {
      const on = node.dataset.value === (shown ? "cube" : "layers");
      node.setAttribute("aria-pressed", String(on));
      node.classList.toggle("gm-chosen", on);
      node.disabled = node.dataset.value === "cube" && (!able || trouble === "no_cube");
    }
    stage.hidden = !shown;
    layers.root.hidden = shown;
    views.hidden = gaps.hidden = labels.hidden = !shown;
    el.classList.toggle("gm-flat", !shown);
    const why = trouble || (crowded ? "crowded" : "");
    reason.textContent = model.get("mode") === "cube" && why ? word(why) : "";
    reason.hidden = !reason.textContent;
    gapNow.textContent = String(model.get("gap"));
    gapNow.setAttribute("aria-label", word("gap"));
    closer.disabled = model.get("gap") <= 0;
    further.disabled = model.get("gap") >= model.get("widest");
    options(slice, model.get("slices"), model.get("slice"));
    options(day, model.get("days"), model.get("day"));
    const values = model.get("days").map(([value]) => value);
    earlier.disabled = values.indexOf(model.get("day")) <= 0;
    later.disabled = values.indexOf(model.get("day")) >= values.length - 1;
    days.hidden = values.length < 2;
    drawDetails();
    drawLegend();
  }

  function drawDetails() {
    const told = model.get("details");
    const held = details.contains(doc.activeElement) ? doc.activeElement.dataset.offer : null;
    details.setAttribute("aria-label", word("details"));
    const parts = [make("div", "gm-sub", told.title)];
    for (const line of told.lines ?? []) parts.push(make("p", "gm-cube-line", line));
    for (const offer of told.offers ?? []) {
      const node = button("gm-main gm-once", () => model.send({ do: "offer", name: offer.name }));
      node.textContent = offer.label;
      node.dataset.offer = offer.name;
      parts.push(node);
    }
    if (told.note) parts.push(make("p", "gm-quiet", told.note));
    details.replaceChildren(...parts);
    if (held) (details.querySelector(".gm-main") ?? stage).focus();
  }

  function drawLegend() {
    const board = model.get("board");
    const tints = model.get("tints");
    // Beside the cube the legend shows its blocks and labels, beside the layers their cells.
    const cube = cubeShown();
    const drawn = JSON.stringify([board.legend, tints, cube]);
    if (legend.drawn === drawn) return;
    legend.drawn = drawn;
    legend.setAttribute("aria-label", word("legend"));
    legend.replaceChildren(
      ...(board.legend ?? []).map(({ look, words, sign, mark }) => {
        const item = make("li", "");
        const swatch = make("span", "gm-swatch", sign);
        swatch.setAttribute("aria-hidden", "true");
        paintLook(swatch, tints[look]);
        if (cube) swatch.classList.add(`gm-block-${mark ? "label" : tints[look]?.block ?? "solid"}`);
        item.append(swatch, make("span", "", words));
        return item;
      }),
    );
  }

  const watched =
    "change:mode change:gap change:slice change:slices change:day change:days change:details change:board change:words";
  model.on(watched, draw);
  model.on("change:scene", hang);
  draw();
  hang();

  return () => {
    model.off(watched, draw);
    model.off("change:scene", hang);
    doc.removeEventListener("pointermove", track, true);
    layers.stop();
    hung = "";
    takeDown();
  };
}

export default { render: zoneCube };

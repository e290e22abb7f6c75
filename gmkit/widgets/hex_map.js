// A map of flat-topped hexes with markers: one tab stop, arrow keys from hex to hex, Enter or Space does what the tool
// does there. It draws what Python gives it and asks Python for everything that changes the game.

const SIZE = 26; // From the middle of a hex to a corner.
const HIGH = Math.sqrt(3) * SIZE;
const NS = "http://www.w3.org/2000/svg";

const middle = (q, r) => [SIZE * 1.5 * q, HIGH * (r + q / 2)];
const keyOf = (q, r) => `${q},${r}`;

const hexPath = (q, r) => {
  const [x, y] = middle(q, r);
  const s = SIZE - 0.6;
  const h = (Math.sqrt(3) / 2) * s;
  return [[s, 0], [s / 2, h], [-s / 2, h], [-s, 0], [-s / 2, -h], [s / 2, -h]]
    .map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`).join(" ");
};

// Text from people comes in as text and stays text.
const html = (tag, kind = "", text = "") => {
  const node = document.createElement(tag);
  if (kind) node.className = kind;
  if (text) node.textContent = text;
  return node;
};
const svg = (tag, attributes = {}, text = "") => {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text) node.textContent = text;
  return node;
};

let counted = 0;

function hexMap(model, el) {
  const root = html("div", "gm-map");
  const word = (name) => model.get("words")[name] ?? name;
  const board = () => model.get("board");
  const gm = () => board().acts;

  // ---- the tools -----------------------------------------------------------------------------------------------
  const bar = html("div", "gm-map-bar");
  const scroll = html("div", "gm-map-scroll");
  const side = html("div", "gm-map-side");
  const picture = svg("svg", { role: "group", class: "gm-map-svg" });
  const defs = svg("defs");
  const ground = svg("g");
  const traces = svg("g", { "aria-hidden": "true" });
  const pieces = svg("g", { "aria-hidden": "true" });
  picture.append(defs, ground, traces, pieces);
  scroll.append(picture);
  const main = html("div", "gm-map-main");
  main.append(scroll, side);
  root.append(bar, main);
  el.append(root);

  // Fog lies over a hex as a hatch, so that it is seen without colour.
  const fogId = `gm-fog-${++counted}`;
  const pattern = svg("pattern", { id: fogId, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  pattern.append(svg("rect", { width: 2, height: 7, class: "gm-fog-line" }));
  defs.append(pattern);

  const set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };

  const labelled = (name, control, kind = "") => {
    const box = html("label", `gm-map-field ${kind}`);
    box.append(html("span", "", word(name)), control);
    return box;
  };

  const choice = (name, trait, options) => {
    const control = html("select");
    for (const [value, text] of options) {
      const option = html("option", "", text);
      option.value = value;
      control.append(option);
    }
    control.value = model.get(trait);
    if (control.selectedIndex < 0) control.selectedIndex = 0;
    control.addEventListener("change", () => set(trait, control.value));
    return labelled(name, control);
  };

  const typed = (name, trait, kind = "") => {
    const control = html("input");
    control.type = "text";
    control.value = model.get(trait);
    control.addEventListener("change", () => set(trait, control.value));
    return labelled(name, control, kind);
  };

  const button = (name, act, kind = "") => {
    const control = html("button", `gm-map-button ${kind}`, word(name));
    control.type = "button";
    control.addEventListener("click", act);
    return control;
  };

  let barDrawn = "";
  function drawBar() {
    const now = JSON.stringify([model.get("tool"), board().choices, board().acts, model.get("words"), model.get("mover"), model.get("columns"), model.get("rows")]);
    if (now === barDrawn) return;
    const held = root.contains(document.activeElement) ? document.activeElement.dataset?.name : "";
    barDrawn = now;
    bar.replaceChildren();
    const tools = html("div", "gm-map-tools");
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", word("tools"));
    for (const tool of gm() ? ["look", "move", "measure", "lay"] : ["look", "measure"]) {
      const control = button(tool, () => set("tool", tool));
      control.setAttribute("aria-pressed", String(model.get("tool") === tool));
      control.dataset.name = tool;
      tools.append(control);
    }
    const zoom = html("div", "gm-map-tools");
    zoom.setAttribute("role", "group");
    zoom.setAttribute("aria-label", word("zoom"));
    for (const [name, by] of [["smaller", 0.8], ["larger", 1.25]]) {
      const control = button(name, () => zoomBy(by));
      control.dataset.name = name;
      zoom.append(control);
    }
    bar.append(tools, zoom);
    const choices = board().choices ?? {};
    const tool = model.get("tool");
    const more = html("div", "gm-map-more");
    if (gm() && tool === "move") {
      more.append(choice("who", "mover", choices.movers ?? []));
      if (model.get("mover") === "+") more.append(typed("thing", "thing"));
      more.append(choice("marker_seen_by", "marker_seen_by", choices.marker_seen_by ?? []), button("remove_marker", () => model.send({ do: "remove_marker" })));
    } else if (gm() && tool === "lay") {
      more.append(
        choice("terrain", "terrain", choices.terrains ?? []), choice("cover", "cover", choices.covers ?? []),
        typed("text", "text"), choice("seen_by", "seen_by", choices.seen_by ?? []),
      );
      more.append(typed("columns", "columns", "gm-narrow"), typed("rows", "rows", "gm-narrow"));
      more.append(button("lay_field", () => model.send({ do: "lay_field" })), button("remove_hex", () => model.send({ do: "remove_hex" })));
    }
    if (more.childElementCount) bar.append(more);
    if (held) bar.querySelector(`[data-name="${held}"]`)?.focus();
  }

  // ---- the hexes -----------------------------------------------------------------------------------------------
  const cells = new Map();
  let focused = null;
  let scale = 1;
  let frame = [0, 0, 100, 100];

  const neighbours = ([q, r]) => [[q + 1, r], [q + 1, r - 1], [q, r - 1], [q - 1, r], [q - 1, r + 1], [q, r + 1]];

  // While the GM lays ground, empty hexes beside the map can be picked too.
  function shown() {
    const hexes = new Map(board().hexes.map((one) => [keyOf(one.q, one.r), one]));
    for (const one of board().markers) {
      const key = keyOf(one.q, one.r);
      if (!hexes.has(key)) hexes.set(key, { q: one.q, r: one.r, terrain: "none", spoken: one.spoken, ghost: true });
    }
    if (gm() && model.get("tool") === "lay") {
      const at = [...hexes.values()].map((one) => [one.q, one.r]);
      for (const place of at.length ? at.flatMap(neighbours) : [[0, 0]]) {
        const key = keyOf(...place);
        if (!hexes.has(key)) hexes.set(key, { q: place[0], r: place[1], terrain: "none", spoken: `${place[0]}, ${place[1]}: ${word("empty")}`, ghost: true });
      }
    }
    return hexes;
  }

  function drawGround() {
    const hexes = shown();
    for (const [key, cell] of cells) {
      if (!hexes.has(key)) {
        cell.remove();
        cells.delete(key);
      }
    }
    const fresh = document.createDocumentFragment();
    for (const [key, one] of hexes) {
      const drawn = JSON.stringify(one);
      let cell = cells.get(key);
      if (!cell) {
        cell = svg("g", { role: "button", tabindex: "-1" });
        cell.dataset.at = key;
        cells.set(key, cell);
        fresh.append(cell);
      }
      if (cell.drawn === drawn) continue;
      cell.drawn = drawn;
      cell.setAttribute("class", `gm-hex gm-ground-${one.terrain}${one.ghost ? " gm-ghost" : ""}`);
      cell.setAttribute("aria-label", one.spoken);
      const [x, y] = middle(one.q, one.r);
      const points = hexPath(one.q, one.r);
      const parts = [svg("title", {}, one.spoken), svg("polygon", { points })];
      if (one.sign) parts.push(svg("text", { x, y: y + HIGH / 2 - 3, "text-anchor": "middle", class: "gm-hex-sign" }, one.sign));
      if (one.cover) parts.push(svg("text", { x, y: y - HIGH / 2 + 10.5, "text-anchor": "middle", class: "gm-hex-cover" }, one.cover));
      if (one.fog) parts.push(svg("polygon", { points, style: `fill: url(#${fogId})`, class: "gm-hex-fog" }));
      cell.replaceChildren(...parts);
    }
    ground.append(fresh);
    if (!focused || !cells.has(focused.dataset.at)) {
      focused = cells.get(model.get("selected").join(",")) ?? cells.values().next().value ?? null;
    }
    for (const cell of cells.values()) cell.setAttribute("tabindex", cell === focused ? "0" : "-1");
    measureFrame(hexes);
  }

  function measureFrame(hexes) {
    const at = [...hexes.values()].map((one) => middle(one.q, one.r));
    if (!at.length) at.push([0, 0]);
    const xs = at.map(([x]) => x);
    const ys = at.map(([, y]) => y);
    const x = Math.min(...xs) - SIZE - 3;
    const y = Math.min(...ys) - HIGH / 2 - 3;
    frame = [x, y, Math.max(...xs) + SIZE + 3 - x, Math.max(...ys) + HIGH / 2 + 3 - y];
    picture.setAttribute("viewBox", frame.map((part) => part.toFixed(1)).join(" "));
    resize();
  }

  // At first the map is as large as fits; afterwards it is as large as its viewer made it.
  let fitted = false;
  const fit = new ResizeObserver(() => {
    if (fitted || !cells.size || scroll.clientWidth < 50) return;
    fitted = true;
    fit.disconnect();
    scale = Math.min(1.25, Math.max(0.6, (scroll.clientWidth - 14) / frame[2]));
    resize();
  });

  function resize() {
    picture.style.width = `${frame[2] * scale}px`;
    picture.style.height = `${frame[3] * scale}px`;
  }

  function zoomBy(by) {
    scale = Math.min(2.5, Math.max(0.35, scale * by));
    resize();
  }

  // ---- markers, measuring --------------------------------------------------------------------------------------
  function drawPieces() {
    pieces.replaceChildren();
    const crowd = new Map();
    for (const one of board().markers) {
      const key = keyOf(one.q, one.r);
      crowd.set(key, [...(crowd.get(key) ?? []), one]);
    }
    for (const here of crowd.values()) {
      here.forEach((one, place) => {
        const [x, y] = middle(one.q, one.r);
        const dx = here.length > 1 ? (place - (here.length - 1) / 2) * (24 / here.length + 4) : 0;
        const size = here.length > 1 ? 9.5 : 11.5;
        const mark = svg("g", { class: `gm-marker gm-marker-${one.kind}${one.hidden ? " gm-marker-hidden" : ""}` });
        mark.append(one.kind === "thing"
          ? svg("rect", { x: x + dx - size, y: y - size, width: 2 * size, height: 2 * size, rx: 3 })
          : svg("circle", { cx: x + dx, cy: y, r: size }));
        mark.append(svg("text", { x: x + dx, y: y + size * 0.38, "text-anchor": "middle", "font-size": size }, one.sign));
        pieces.append(mark);
      });
    }
  }

  function drawTraces() {
    traces.replaceChildren();
    for (const [q, r] of model.get("line")) traces.append(svg("polygon", { points: hexPath(q, r), class: "gm-trace" }));
    const line = model.get("line");
    if (line.length > 1) {
      const [x1, y1] = middle(...line[0]);
      const [x2, y2] = middle(...line[line.length - 1]);
      traces.append(svg("line", { x1, y1, x2, y2, class: "gm-trace-line" }));
    }
    const selected = model.get("selected").join(",");
    for (const [key, cell] of cells) cell.setAttribute("aria-pressed", String(key === selected));
    if (selected) traces.append(svg("polygon", { points: hexPath(...model.get("selected")), class: "gm-picked" }));
  }

  function drawSide() {
    const details = model.get("details");
    const box = html("div", "gm-map-details");
    box.append(html("div", "gm-sub", details.title ?? ""));
    for (const line of details.lines ?? []) box.append(html("p", "", line));
    const list = html("div", "gm-map-list");
    const people = html("ul");
    for (const one of board().markers) {
      const row = html("li");
      const sign = html("span", `gm-map-chip gm-marker-${one.kind}`, one.sign);
      sign.setAttribute("aria-hidden", "true");
      row.append(sign, html("span", "", one.spoken));
      people.append(row);
    }
    if (board().markers.length) list.append(html("div", "gm-sub", word("markers")), people);
    const kinds = html("ul");
    for (const [terrain, name] of board().legend) {
      const row = html("li");
      const patch = html("span", `gm-map-patch gm-ground-${terrain}`, "");
      patch.setAttribute("aria-hidden", "true");
      row.append(patch, html("span", "", name));
      kinds.append(row);
    }
    if (board().legend.length) list.append(html("div", "gm-sub", word("legend")), kinds);
    side.replaceChildren(box, list);
  }

  function draw() {
    picture.setAttribute("aria-label", word("map"));
    drawBar();
    drawGround();
    drawPieces();
    drawTraces();
    drawSide();
  }

  // ---- moving about --------------------------------------------------------------------------------------------
  const atOf = (cell) => cell.dataset.at.split(",").map(Number);

  function focus(cell) {
    if (!cell) return;
    focused?.setAttribute("tabindex", "-1");
    focused = cell;
    cell.setAttribute("tabindex", "0");
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Left and right keep to a row as the eye sees it: every other column stands half a hex lower.
  function beside([q, r], step) {
    const row = r + (q - (q & 1)) / 2;
    const column = q + step;
    return [column, row - (column - (column & 1)) / 2];
  }

  picture.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !focused) return;
    const [q, r] = atOf(focused);
    const steps = { ArrowUp: [q, r - 1], ArrowDown: [q, r + 1], ArrowLeft: beside([q, r], -1), ArrowRight: beside([q, r], 1) };
    if (steps[event.key]) focus(cells.get(keyOf(...steps[event.key])));
    else if (event.key === "Home" || event.key === "End") {
      const column = [...cells.keys()].map((key) => key.split(",").map(Number)).filter(([other]) => other === q).map(([, row]) => row);
      focus(cells.get(keyOf(q, event.key === "Home" ? Math.min(...column) : Math.max(...column))));
    } else if (event.key === "Enter" || event.key === " ") model.send({ do: "pick", at: [q, r] });
    else return;
    event.preventDefault();
  });

  picture.addEventListener("click", (event) => {
    const cell = event.target.closest(".gm-hex");
    if (!cell) return;
    focus(cell);
    model.send({ do: "pick", at: atOf(cell) });
  });

  const changes = [
    ["change:board", draw], ["change:words", draw], ["change:tool", draw], ["change:mover", drawBar],
    ["change:columns", drawBar], ["change:rows", drawBar],
    ["change:selected", drawTraces], ["change:line", drawTraces], ["change:details", drawSide],
  ];
  for (const [name, act] of changes) model.on(name, act);
  draw();
  fit.observe(scroll);
  return () => {
    fit.disconnect();
    changes.forEach(([name, act]) => model.off(name, act));
  };
}

export default { render: ({ model, el }) => hexMap(model, el) };

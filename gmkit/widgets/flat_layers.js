// Five flat layers of five by five cells: the cube for those who have no WebGL, hear the board, or like it flat.
// One tab stop; arrow keys move in a layer, Page Up and Page Down between layers, Enter or Space picks.

// Gives a node the colours and the pattern of a look; the theme chooses between light and dark in the style sheet.
function paintLook(node, tint) {
  if (node.look) node.classList.remove(node.look);
  node.look = `gm-pattern-${tint?.pattern ?? "plain"}`;
  node.classList.add("gm-look", node.look);
  for (const [name, value] of Object.entries(tint ?? {})) {
    if (name.startsWith("--")) node.style.setProperty(name, value);
  }
}

function flatLayers(model, pick) {
  const root = document.createElement("div");
  root.className = "gm-layers";
  const cells = new Map(); // "x,y,z" -> its button-like cell
  let focused = null;
  let shape = "";

  const key = (at) => at.join(",");
  const word = (name, values = {}) =>
    (model.get("words")[name] ?? name).replace(/\{(\w+)\}/g, (_, part) => values[part] ?? "");

  // Text from people comes in as text and stays text.
  const make = (tag, kind, text = "") => {
    const node = document.createElement(tag);
    if (kind) node.className = kind;
    node.textContent = text;
    return node;
  };

  function build(board) {
    root.replaceChildren();
    cells.clear();
    const [wide, deep, high] = board.size;
    const [X, Y, Z] = board.axes;
    for (let z = 1; z <= high; z++) {
      const layer = make("div", "gm-layer");
      layer.append(make("div", "gm-layer-name", `${Z} = ${z}`));
      const grid = make("div", "gm-grid");
      grid.setAttribute("role", "grid");
      grid.setAttribute("aria-label", word("layer", { axis: Z, number: z }));
      grid.setAttribute("aria-colcount", wide + 1);
      grid.style.gridTemplateColumns = `1.3em repeat(${wide}, var(--gm-cell))`;
      // Y grows upwards, as in the cube seen from the top.
      for (let y = deep; y >= 1; y--) {
        const row = make("div", "gm-grid-row");
        row.setAttribute("role", "row");
        const head = make("div", "gm-grid-head", y === deep ? `${Y}${y}` : `${y}`);
        head.setAttribute("role", "rowheader");
        head.setAttribute("aria-label", `${Y} ${y}`);
        row.append(head);
        for (let x = 1; x <= wide; x++) {
          const cell = make("div", "gm-cell");
          cell.setAttribute("role", "gridcell");
          cell.tabIndex = -1;
          cell.dataset.at = key([x, y, z]);
          cells.set(cell.dataset.at, cell);
          row.append(cell);
        }
        grid.append(row);
      }
      const foot = make("div", "gm-grid-row");
      foot.setAttribute("role", "row");
      const corner = make("div", "gm-grid-head", "");
      corner.setAttribute("role", "presentation");
      foot.append(corner);
      for (let x = 1; x <= wide; x++) {
        const head = make("div", "gm-grid-head", x === 1 ? `${X}${x}` : `${x}`);
        head.setAttribute("role", "columnheader");
        head.setAttribute("aria-label", `${X} ${x}`);
        foot.append(head);
      }
      grid.append(foot);
      layer.append(grid);
      root.append(layer);
    }
    focused = cells.get(key(model.get("selected"))) ?? cells.values().next().value;
    focused.tabIndex = 0;
  }

  function draw() {
    const board = model.get("board");
    if (!board.size) return;
    if (shape !== JSON.stringify([board.size, board.axes])) {
      shape = JSON.stringify([board.size, board.axes]);
      build(board);
    }
    const tints = model.get("tints");
    for (const one of board.cells) {
      const cell = cells.get(key(one.at));
      const drawn = JSON.stringify(one);
      if (cell.drawn === drawn) continue;
      cell.drawn = drawn;
      paintLook(cell, tints[one.look]);
      cell.setAttribute("aria-label", one.spoken);
      cell.title = one.spoken;
      const parts = [make("span", "gm-sign", one.sign)];
      if (one.pieces.length) {
        const crowd = make("span", `gm-pieces ${["", "", "gm-pair"][one.pieces.length] ?? "gm-crowd"}`);
        for (const number of one.pieces) crowd.append(make("span", "gm-piece", String(number)));
        parts.push(crowd);
      }
      if (one.marks.length) {
        const marks = make("span", "gm-marks");
        for (const { look, sign } of one.marks) {
          const mark = make("span", "gm-mark", sign);
          paintLook(mark, tints[look]);
          marks.append(mark);
        }
        parts.push(marks);
      }
      cell.replaceChildren(...parts);
    }
    select();
  }

  function select() {
    const chosen = key(model.get("selected"));
    for (const [name, cell] of cells) {
      cell.setAttribute("aria-selected", name === chosen ? "true" : "false");
    }
  }

  function focus(cell) {
    if (!cell) return;
    focused.tabIndex = -1;
    focused = cell;
    focused.tabIndex = 0;
    focused.focus();
  }

  const at = (cell) => cell.dataset.at.split(",").map(Number);

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !event.target.closest(".gm-cell")) return;
    const [x, y, z] = at(focused);
    const steps = {
      ArrowLeft: [x - 1, y, z], ArrowRight: [x + 1, y, z], ArrowUp: [x, y + 1, z], ArrowDown: [x, y - 1, z],
      PageUp: [x, y, z + 1], PageDown: [x, y, z - 1],
      Home: [1, y, z], End: [model.get("board").size[0], y, z],
    };
    if (steps[event.key]) focus(cells.get(key(steps[event.key])));
    else if (event.key === "Enter" || event.key === " ") pick(at(focused));
    else return;
    event.preventDefault();
  });

  root.addEventListener("click", (event) => {
    const cell = event.target.closest(".gm-cell");
    if (!cell) return;
    focus(cell);
    pick(at(cell));
  });

  model.on("change:board change:tints change:words", draw);
  model.on("change:selected", select);
  draw();
  return {
    root,
    focusOn: (place) => focus(cells.get(key(place))),
    stop: () => {
      model.off("change:board change:tints change:words", draw);
      model.off("change:selected", select);
    },
  };
}

function hasWebGL() {
  try {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
    // Browsers keep few contexts alive: give this one back at once.
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return Boolean(context);
  } catch {
    return false;
  }
}

function tellWebGL(model) {
  const able = hasWebGL();
  if (model.get("webgl") !== able) {
    model.set("webgl", able);
    model.save_changes();
  }
  return able;
}

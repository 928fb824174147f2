"use strict";
// Without this every list is there all the same: it adds a box that finds players by name, and titles that sort.
{
  const bare = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const tables = [...document.querySelectorAll("main table")];

  // The value that a cell is sorted by: a number as long as it begins with one.
  const value = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return "";
    const text = (cell.dataset.sort ?? cell.innerText).trim();
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
    const number = Number.parseFloat(text.replace("−", "-").replace(/^[=+≈]/, "").replaceAll(",", "").replace("½", ".5"));
    return Number.isNaN(number) ? bare(text) : number;
  };
  const missing = value => value === "" || value === "–" || value === "·" || value === "unr.";
  const compare = (one, other, down) => {
    if (missing(one) || missing(other)) return missing(one) - missing(other);
    const order = typeof one === "number" && typeof other === "number"
      ? one - other : typeof one !== typeof other ? (typeof one === "number" ? -1 : 1) : one.localeCompare(other);
    return down ? -order : order;
  };
  for (const table of tables) {
    const body = table.tBodies[0];
    if (!body || body.rows.length < 2) continue;
    const titles = [...table.tHead.rows[0].cells];
    titles.forEach((title, column) => {
      // A title that leads elsewhere, or of whom one met, stays what it is.
      if (title.querySelector("a, abbr") || title.matches(".row")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.title = "Sort";
      button.append(...title.childNodes);
      title.append(button);
      button.addEventListener("click", () => {
        const now = title.getAttribute("aria-sort");
        const rows = [...body.rows].map(row => [value(row, column), row]);
        // Ratings and points are asked for from the top, ranks and names from the beginning.
        const begins = rows.every(([value]) => typeof value === "number" || missing(value)) && !title.matches(".rank")
          ? "descending" : "ascending";
        const next = now === null ? begins : now === "ascending" ? "descending" : "ascending";
        rows.sort(([one], [other]) => compare(one, other, next === "descending"));
        body.append(...rows.map(([, row]) => row));
        titles.forEach(other => other.removeAttribute("aria-sort"));
        title.setAttribute("aria-sort", next);
      });
    });
  }

  const lists = tables.filter(table => table.tBodies[0]?.querySelector(".name a, .name bdi") && !table.closest(".player"));
  const rows = lists.flatMap(table => [...table.tBodies[0].rows]);
  const main = document.querySelector("main");
  if ("box" in main.dataset) {
    const find = document.createElement("p");
    find.className = "find";
    const label = document.createElement("label");
    label.append("Find a player ");
    const box = document.createElement("input");
    box.type = "search";
    box.autocomplete = "off";
    label.append(box);
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    find.append(label, said);
    main.prepend(find);
    // With a blank before each word, as a name is looked for from the beginning of its words.
    const names = rows.map(row => [...row.querySelectorAll(".name")].map(cell => ` ${bare(cell.innerText)}`));
    box.addEventListener("input", () => {
      const words = bare(box.value).split(/\s+/).filter(Boolean);
      let found = 0;
      rows.forEach((row, at) => {
        row.hidden = !names[at].some(name => words.every(word => name.includes(` ${word}`)));
        if (!row.hidden) found += 1;
      });
      for (const table of lists) {
        table.closest("section").hidden = [...table.tBodies[0].rows].every(row => row.hidden);
      }
      said.textContent = found === 0 ? "Nobody here has this name" : "";
    });
  }
}

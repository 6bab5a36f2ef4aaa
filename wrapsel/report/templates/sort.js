// A header's button sorts the rows of its table: down, then up.
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const header = button.closest("th"), body = header.closest("table").tBodies[0];
    const column = header.cellIndex;
    const falls = header.getAttribute("aria-sort") !== "descending";
    for (const other of header.parentElement.cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", falls ? "descending" : "ascending");
    const value = (row) => row.cells[column].dataset.value ?? row.cells[column].innerText;
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      const numbers = [parseFloat(x), parseFloat(y)];
      if (numbers.every((n) => !Number.isNaN(n))) return numbers[0] - numbers[1];
      return x.localeCompare(y);
    };
    const rows = [...body.rows].sort(compare);
    body.append(...(falls ? rows.reverse() : rows));
  });
}

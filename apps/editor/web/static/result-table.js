/** One column head for each column, with its type below its name. */
export function showHead(head, columns) {
  const row = document.createElement('tr');
  for (const {name, type} of columns) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    const small = document.createElement('small');
    small.textContent = type;
    cell.append(name.slice(name.lastIndexOf('.') + 1), small);
    row.append(cell);
  }
  head.replaceChildren(row);
}

export function appendRows(body, rows) {
  body.append(
    ...rows.map(values => {
      const row = document.createElement('tr');
      row.append(...values.map(cellOf));
      return row;
    }),
  );
}

function cellOf(value) {
  const cell = document.createElement('td');
  cell.textContent = value === null ? 'NULL' : String(value);
  cell.title = cell.textContent;
  if (value === null) cell.className = 'null';
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))) {
    cell.className = 'number';
  }
  return cell;
}

import classes from './files.module.css';

type RowsTableProps = {
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row has the names of the columns. */
  readonly hasHead: boolean;
};

/** A browser lays out a thousand columns for seconds. */
const maxColumns = 200;

/** Rows of a file as they are; what is longer than a cell is its tooltip. */
export function RowsTable({rows, hasHead}: RowsTableProps) {
  const shown = rows.map(row => row.slice(0, maxColumns));
  const [head = [], ...rest] = shown;
  return (
    // Scrolled by keys.
    <div className={classes['grid']} tabIndex={0} role="region" aria-label="Rows">
      <table>
        {hasHead && (
          <thead>
            <tr>
              {head.map((cell, at) => (
                // Columns have no names that differ for sure.
                <th key={at} scope="col" title={cell}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {(hasHead ? rest : shown).map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} title={cell} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

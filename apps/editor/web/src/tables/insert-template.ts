import {dialectOf, writtenName} from '@gazetteer/sql';
import type {TableDescription} from '../api/wire.ts';
import {allColumns} from '../assist/all-columns.ts';

/** An INSERT with all columns of a table, to be filled in. */
export function insertTemplate(
  dialect: string,
  name: string,
  description: Pick<TableDescription, 'cols' | 'partition_keys'>,
): string {
  const all = allColumns(description);
  const names = all.map(({name: column}) => writtenName(column, dialectOf(dialect)));
  const values = all.map(({name: column, type}) => `NULL -- ${oneLine(column)} ${oneLine(type)}`);
  // The comma stands before the comment, which would hide it.
  const lines = values.map((line, n) =>
    n === values.length - 1 ? line : line.replace('NULL', 'NULL,'),
  );
  return `INSERT INTO ${name}\n  (${names.join(', ')})\nVALUES (\n  ${lines.join('\n  ')}\n);\n`;
}

/** What stands in a comment must not end it. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

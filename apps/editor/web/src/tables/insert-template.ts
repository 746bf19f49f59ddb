import {dialectOf, writtenName} from '@gazetteer/sql';
import type {TableDescription} from '../api/wire.ts';

/** An INSERT with all columns of a table, to be filled in. */
export function insertTemplate(
  dialect: string,
  name: string,
  {cols, partition_keys: keys}: Pick<TableDescription, 'cols' | 'partition_keys'>,
): string {
  const all = [...cols, ...keys.filter(key => !cols.some(one => one.name === key.name))];
  const names = all.map(({name: column}) => writtenName(column, dialectOf(dialect)));
  const values = all.map(({name: column, type}) => `NULL -- ${oneLine(column)} ${oneLine(type)}`);
  const lines = values.map((line, n) =>
    n === values.length - 1 ? line : line.replace('NULL', 'NULL,'),
  );
  return `INSERT INTO ${name}\n  (${names.join(', ')})\nVALUES (\n  ${lines.join('\n  ')}\n);\n`;
}

/** What stands in a comment must not end it. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

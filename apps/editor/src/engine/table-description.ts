import type {Column} from './column.ts';

/** What `DESCRIBE FORMATTED` tells of a table. */
export type TableDescription = {
  readonly columns: readonly Required<Column>[];
  readonly partitionKeys: readonly Required<Column>[];
  /** Labels without their colon, such as `Location` or `Table Type`. */
  readonly details: ReadonlyMap<string, string>;
  /** `TBLPROPERTIES`. */
  readonly parameters: ReadonlyMap<string, string>;
};

type Row = readonly [name: string, type: string, comment: string];

/**
 * Reads the rows of `DESCRIBE FORMATTED`. Hive writes headings before each part and columns of
 * partitions only there; Spark repeats them there, writes no heading before the columns, and puts
 * all parameters into one cell.
 */
export function tableDescription(cells: readonly (readonly unknown[])[]): TableDescription {
  const rows = cells.map((row): Row => [text(row[0]), text(row[1]), text(row[2])]);
  const columns: Required<Column>[] = [];
  const partitionKeys: Required<Column>[] = [];
  const details = new Map<string, string>();
  const parameters = new Map<string, string>();
  let part: 'columns' | 'partitions' | 'details' | 'parameters' = 'columns';
  for (const [name, type, comment] of rows) {
    if (name.startsWith('#')) {
      part = partAfter(name, part);
    } else if (part === 'details' && /^(table|view|partition) parameters:$/i.test(name)) {
      part = 'parameters';
    } else if (part === 'parameters' && name === '' && type !== '') {
      parameters.set(type, comment);
    } else if (part === 'details' || part === 'parameters') {
      part = 'details';
      if (name === 'Table Properties')
        for (const [key, value] of sparkProperties(type)) parameters.set(key, value);
      if (name !== '') details.set(name.replace(/:$/, ''), type);
    } else if (name !== '' && type !== '') {
      (part === 'columns' ? columns : partitionKeys).push({name, type, comment});
    }
  }
  const keys = new Set(partitionKeys.map(key => key.name));
  return {
    columns: columns.filter(column => !keys.has(column.name)),
    partitionKeys,
    details,
    parameters,
  };
}

export function isView({details}: TableDescription): boolean {
  return /view/i.test(details.get('Table Type') ?? details.get('Type') ?? '');
}

function partAfter<Part extends string>(
  heading: string,
  part: Part,
): Part | 'columns' | 'partitions' | 'details' {
  if (/^# partition(ing)? information/i.test(heading)) return 'partitions';
  // Stands above the columns themselves, whichever they are.
  if (/^# col_name/i.test(heading)) return part;
  return 'details';
}

/** `[a=1,b=2]`; a comma inside a value cannot be told from one between two. */
function* sparkProperties(cell: string): Generator<[string, string]> {
  for (const pair of cell.replace(/^\[|\]$/g, '').split(/,\s*(?=[\w.]+=)/)) {
    const at = pair.indexOf('=');
    if (at > 0) yield [pair.slice(0, at).trim(), pair.slice(at + 1)];
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

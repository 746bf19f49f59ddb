import {list} from '@gazetteer/settings';
import {isIncluded} from './patterns.ts';

export const databaseKeys = {
  databases: list([], 'Databases to read; `*` stands for any characters. All when empty.'),
  'exclude-databases': list([], 'Databases to leave out.'),
};

export const schemaKeys = {
  schemas: list([], 'Schemas to read. All but those of the system when empty.'),
  'exclude-schemas': list([], 'Schemas to leave out.'),
};

export const tableKeys = {
  tables: list([], 'Tables and views to read, without what they lie in.'),
  'exclude-tables': list([], 'Tables and views to leave out.'),
};

type Wanted<What extends string> = {
  readonly [Key in What | `exclude-${What}`]: readonly string[];
};

/** Whether the configuration includes this database, schema or table. */
export function wants<What extends string>(
  config: Wanted<What>,
  what: What,
  name: string,
): boolean {
  return isIncluded(name, config[what], config[`exclude-${what}`]);
}

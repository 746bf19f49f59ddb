import {decoded} from '../decoded.ts';

/** Where a page of tables is: an engine, a database of it, a table of that; '' is the first. */
export type TableLink = {
  readonly engine: string;
  readonly database: string;
  readonly table: string;
};

const root = '/app/tables';
/** Stands for the first engine where an address does not name one. */
const anyEngine = '-';

/** @param path of any page; of one that is no page of tables, nothing is meant */
export function tableLinkOf(path: string): TableLink {
  const names = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : [];
  const [engine = '', database = '', table = ''] = names.map(decoded);
  return {engine: engine === anyEngine ? '' : engine, database, table};
}

/** A name may have any sign in it, so each is a part of the path, encoded. */
export function tableAddress({engine, database, table}: Partial<TableLink>): string {
  const names = [engine, database, table].filter(name => name !== undefined && name !== '');
  return [root, ...names.map(name => encodeURIComponent(name ?? ''))].join('/');
}

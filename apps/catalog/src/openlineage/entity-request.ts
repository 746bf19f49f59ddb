import {
  readIncoming,
  type EntityBody,
  type EntityRecord,
  type Present,
  type SaveRequest,
} from '@gazetteer/model';
import type {GraphRead, Hold} from '@gazetteer/store';
import {uniqueRefOf} from './dataset-rows.ts';

/** The ACTIVE entities of these keys, by key. */
export async function presentOf(
  tx: GraphRead,
  keys: readonly string[],
  hold?: Hold,
): Promise<Map<string, EntityRecord>> {
  const refs = [...new Set(keys)].map(uniqueRefOf);
  const records = refs.length === 0 ? [] : await tx.byUnique(refs, hold);
  return new Map(
    refs.flatMap(({typeName, value}, i) => {
      const record = records[i];
      return record === undefined ? [] : [[`${typeName} ${value}`, record] as const];
    }),
  );
}

/** By the type of a table: the relationship that leads to its columns. */
export const columnRelations: Readonly<Record<string, string>> = {
  hive_table: 'hive_table_columns',
  rdbms_table: 'rdbms_table_columns',
  openlineage_dataset: 'openlineage_dataset_columns',
};

export async function haveColumns(
  tx: GraphRead,
  tables: readonly EntityRecord[],
): Promise<Set<string>> {
  const refs = tables.flatMap(({guid, typeName}) => {
    const relationship = columnRelations[typeName];
    return relationship === undefined ? [] : [{guid, typeName: relationship, end: 1} as const];
  });
  if (refs.length === 0) return new Set();
  return new Set((await tx.edgesAt(refs)).map(edge => edge.end1));
}

export function presentAs(
  record: EntityRecord | undefined,
  withColumns: ReadonlySet<string>,
): Present | undefined {
  if (record === undefined) return undefined;
  const {description, owner} = record.attributes;
  return {description, owner, hasColumns: withColumns.has(record.guid)};
}

/** The entities of one request, which refer to each other and to what is there. */
export class Bodies {
  readonly #bodies = new Map<string, EntityBody>();
  readonly #refs = new Map<string, {typeName: string; guid?: string; uniqueAttributes?: object}>();

  add(
    make: (refer: (typeName: string, qualifiedName: string) => object) => readonly EntityBody[],
  ): void {
    for (const body of make((typeName, qualifiedName) => this.#refer(typeName, qualifiedName))) {
      const key = `${body.typeName} ${String(body.attributes['qualifiedName'])}`;
      // Several data sets may tell of one entity, such as their database: it is made once.
      if (!this.#bodies.has(key)) this.#bodies.set(key, body);
    }
  }

  request(): SaveRequest {
    for (const [key, ref] of this.#refs) {
      if (this.#bodies.has(key)) continue;
      // It is not of this request: what is there already is found by its name.
      delete ref.guid;
      ref.uniqueAttributes = {qualifiedName: key.slice(key.indexOf(' ') + 1)};
    }
    const entities = Array.from(this.#bodies, ([key, body], i) =>
      readIncoming({...body, guid: this.#guidOf(key)}, `entities[${i}]`),
    );
    return {entities, referredEntities: new Map()};
  }

  #guidOf(key: string): string {
    const space = key.indexOf(' ');
    return this.#refer(key.slice(0, space), key.slice(space + 1)).guid ?? '';
  }

  #refer(typeName: string, qualifiedName: string): {guid?: string} {
    const key = `${typeName} ${qualifiedName}`;
    const known = this.#refs.get(key);
    if (known !== undefined) return known;
    const ref = {typeName, guid: `-${this.#refs.size + 1}`};
    this.#refs.set(key, ref);
    return ref;
  }
}

import {governanceTypeDefs, openLineageTypeDefs, stockTypeDefs} from '@gazetteer/model/stock';
import {typeLists, type Json} from './declared.ts';
import type {Types} from './read-catalog.ts';

const derived = new Set([
  'guid',
  'createdBy',
  'updatedBy',
  'createTime',
  'updateTime',
  'version',
  'dateFormatter',
  'category',
  'subTypes',
  'relationshipAttributeDefs',
  'businessAttributeDefs',
]);

/** A definition as somebody writes it: without what a catalog makes of it. */
export function withoutDerived(def: Json): Json {
  return Object.fromEntries(
    Object.entries(def).filter(([name, value]) => !derived.has(name) && value !== null),
  );
}

/** The definitions that no catalog has from its start, nor makes by itself. */
export function ownTypes(types: Types): Readonly<Record<string, readonly Json[]>> {
  const all = [
    ...stockTypeDefs().map(one => one.types),
    governanceTypeDefs(),
    openLineageTypeDefs(),
  ];
  const stock = new Set(
    all.flatMap(one =>
      Object.values(one).flatMap((list: readonly {name: string}[]) => list.map(def => def.name)),
    ),
  );
  const entries = typeLists.map(list => [
    list,
    types[list]
      .filter(({name}) => !stock.has(String(name)) && !String(name).startsWith('__'))
      .map(withoutDerived),
  ]);
  return Object.fromEntries(entries.filter(([, list]) => (list?.length ?? 0) > 0)) as Readonly<
    Record<string, readonly Json[]>
  >;
}

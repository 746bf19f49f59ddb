import type {AttributeDef} from '@gazetteer/model';
import type {TypesAnswer} from '../../api/wire.ts';

/** A definition of any category. */
export type AnyType = TypesAnswer[keyof TypesAnswer][number];

/** Its own attributes, without inherited ones; an enumeration has none. */
export function attributesIn(def: AnyType): readonly AttributeDef[] {
  return 'attributeDefs' in def ? def.attributeDefs : [];
}

/** The types that it extends directly. */
export function superTypesIn(def: AnyType): readonly string[] {
  return 'superTypes' in def ? def.superTypes : [];
}

/**
 * The types that extend it directly; the server tells them only where it was asked for one type or
 * all.
 */
export function subTypesIn(def: AnyType): readonly string[] {
  return ('subTypes' in def ? def.subTypes : undefined) ?? [];
}

/** The names in the name of a type: `map<string,hive_order>` has two. */
export function namesIn(typeName: string): readonly string[] {
  return typeName
    .split(/[<>,]/)
    .map(name => name.trim())
    .filter(name => name !== '');
}

/** Entity types that may have an attribute of business metadata. */
export function applicableTypes({options}: AttributeDef): readonly string[] {
  const text = options?.['applicableEntityTypes'];
  if (text === undefined) return [];
  try {
    // Other programs write it, too: what is no list is none.
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

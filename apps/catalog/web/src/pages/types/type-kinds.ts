import type {Schemas} from '@gazetteer/client';
import type {PropagateTags, TypeCategory} from '@gazetteer/model';
import {isInternal, type TypeIndex} from '../../api/type-index.ts';
import {type AnyType, applicableTypes, attributesIn, namesIn} from './type-parts.ts';

/** Kinds of types in the order of the page, as people call them. */
export const categoryNames: Readonly<
  Record<TypeCategory, {readonly one: string; readonly many: string}>
> = {
  ENTITY: {one: 'entity type', many: 'Entities'},
  CLASSIFICATION: {one: 'classification', many: 'Classifications'},
  BUSINESS_METADATA: {one: 'business metadata', many: 'Business metadata'},
  RELATIONSHIP: {one: 'relationship type', many: 'Relationships'},
  ENUM: {one: 'enumeration', many: 'Enumerations'},
  STRUCT: {one: 'structure', many: 'Structures'},
};
/** Which way classifications go over a relationship, as its form and its page say it. */
export const propagation: Readonly<Record<PropagateTags, string>> = {
  NONE: 'Don’t propagate',
  ONE_TO_TWO: 'Propagate to the second end',
  TWO_TO_ONE: 'Propagate to the first end',
  BOTH: 'Propagate in both directions',
};

export const categories = Object.keys(categoryNames) as readonly TypeCategory[];

/** Whether an address names a kind; anybody can write anything there. */
export function isCategory(text: string | undefined): text is TypeCategory {
  return text !== undefined && text in categoryNames;
}

/**
 * Those that people work with; the catalog's own ones are left out. Sorted by name. By name, as a
 * list is searched by eye.
 */
export function typesOf(types: TypeIndex, category: TypeCategory): readonly AnyType[] {
  const all: Readonly<Record<TypeCategory, ReadonlyMap<string, AnyType>>> = {
    ENTITY: types.entities,
    CLASSIFICATION: types.classifications,
    BUSINESS_METADATA: types.businessMetadata,
    RELATIONSHIP: types.relationships,
    ENUM: types.enums,
    STRUCT: types.structs,
  };
  return [...all[category].values()]
    .filter(def => !isInternal(def.name))
    .sort((a, b) => a.name.localeCompare(b.name));
}

export function namesOf(defs: readonly AnyType[]): string[] {
  return defs.map(def => def.name);
}

/** Of whatever category: a name is there once. */
export function typeNamed(types: TypeIndex, name: string): AnyType | undefined {
  return (
    types.entities.get(name) ??
    types.classifications.get(name) ??
    types.businessMetadata.get(name) ??
    types.relationships.get(name) ??
    types.enums.get(name) ??
    types.structs.get(name)
  );
}

export type Use = {readonly name: string; readonly how: string};

/** Types that could not be without this one. */
export function usesOf(types: TypeIndex, name: string): readonly Use[] {
  const uses: Use[] = [];
  // All types are in memory, so nothing is asked.
  for (const category of categories) {
    for (const def of typesOf(types, category)) {
      if (def.name === name) continue;
      for (const attribute of attributesIn(def)) {
        if (namesIn(attribute.typeName).includes(name))
          uses.push({name: def.name, how: `attribute ${attribute.name}`});
        if (applicableTypes(attribute).includes(name))
          uses.push({name: def.name, how: `${attribute.name} applies to it`});
      }
      if ('endDef1' in def) {
        for (const end of [def.endDef1, def.endDef2])
          if (end.type === name) uses.push({name: def.name, how: `end ${end.name}`});
      }
      if ('entityTypes' in def && def.entityTypes.includes(name))
        uses.push({name: def.name, how: 'applies to it'});
    }
  }
  return uses;
}

/**
 * How many entities there are of each type, or with each classification, by its name. Of other
 * types the server counts none.
 */
export function countsOf(
  {entity, tag}: Schemas['Metrics']['data'],
  category: TypeCategory,
): Readonly<Record<string, number>> | undefined {
  if (category === 'ENTITY') return entity.entityActive;
  return category === 'CLASSIFICATION' ? tag.tagEntities : undefined;
}

import {assetShape} from '@gazetteer/model/asset';
import type {TypeIndex} from '../../api/type-index.ts';

/** The attribute of a part that leads to what it is a part of: of a column that of its table. */
export function ownerAttributeOf(typeName: string, types: TypeIndex): string | undefined {
  return types.relationshipAttributesOf(typeName).find(def => {
    // Both ends of the same relationship: the one that the shape names, and the one that leads
    // back.
    const parts = assetShape(types, def.typeName).columns?.attribute;
    return types
      .relationshipAttributesOf(def.typeName)
      .some(one => one.name === parts && one.relationshipTypeName === def.relationshipTypeName);
  })?.name;
}

import {trustAsked, trustGroup} from '@gazetteer/model/asset';
import type {TypeIndex} from '../api/type-index.ts';

/** What headers are asked for to show `TrustBadges`; nothing before the first of it is said. */
export function trustAskedOf(types: TypeIndex): readonly string[] {
  return types.businessMetadata.has(trustGroup) ? trustAsked : [];
}

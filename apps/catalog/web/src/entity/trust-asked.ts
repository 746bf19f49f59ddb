import {qualityAsked, qualityGroup, trustAsked, trustGroup} from '@gazetteer/model/asset';
import type {TypeIndex} from '../api/type-index.ts';

/** What headers are asked for to show `TrustBadges`; nothing before the first of it is said. */
export function trustAskedOf({businessMetadata}: TypeIndex): readonly string[] {
  return [
    ...(businessMetadata.has(trustGroup) ? trustAsked : []),
    ...(businessMetadata.has(qualityGroup) ? qualityAsked : []),
  ];
}

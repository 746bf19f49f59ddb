/** What follows from type definitions about assets, for servers and pages. */
export {
  type AssetKind,
  type AssetShape,
  assetShape,
  documentationAttribute,
  documentationOf,
  queryAttribute,
} from './asset-shape.ts';
export {type AssetTypes, type Containment, containments} from './containment.ts';
export * from '../governance/governance.ts';
export {ownersOf, type OwnerRoles} from '../governance/owner-roles.ts';
export * from '../governance/quality.ts';
export * from '../governance/trust.ts';
export {isManual, manualEnds} from './manual-lineage.ts';
export {deprecationOf} from './deprecation.ts';

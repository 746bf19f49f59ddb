export {AppError, printMap, render} from './error.ts';
export {errorTable, type ErrorKind} from './error-table.ts';
export * from './record.ts';
export * from './type-def.ts';
export * from './type-registry.ts';
export * from './drafts.ts';
export * from './entity.ts';
export {planCustomAttributes, planLabels} from './annotations.ts';
export {planClassifications} from './plan-classifications.ts';
export {mergeChanges, planDelete} from './plan-delete.ts';
export {edgeRefsOf} from './plan-edges.ts';
export {plainEdgeRefsOf} from './plan-plain-edges.ts';
export {planSave, touch, touchedBy, type SaveMode, type SavePlan} from './plan-save.ts';
export {normaliseAll, readObjectId, sameValue, type ObjectId} from './value.ts';
export * from './view.ts';
export * from './search-document.ts';
export * from './search-text.ts';
export * from './tokens.ts';
export {JsonError, parseJson} from './json-error.ts';
export {systemTypeNames, toAtlasNames, toMetaNames} from './names.ts';
export * from './search.ts';
export * from './search-parameters.ts';
export * from './search-query.ts';
export {filterTypes, type TypeFilter} from './type-filter.ts';
export {
  typeDefJson,
  typeHeaderJson,
  typesDefJson,
  type RootDefJson,
  type TypeDefJson,
  type TypeHeaderJson,
  type TypesDefJson,
} from './type-json.ts';
export * from './type-roots.ts';
export {planTypeCreate, planTypeUpdate, type TypePlan, type TypeRules} from './type-plan.ts';
export {findTypesToDelete, planTypeDelete} from './type-plan-delete.ts';
export {guidFactory} from './uuid.ts';
export {isExact, nearest, parseExactly, type ExactNumber} from './exact-number.ts';

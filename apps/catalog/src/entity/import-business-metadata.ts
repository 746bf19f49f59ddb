import {
  AppError,
  emptyChangeSet,
  planBusinessUpdate,
  type Attributes,
  type EntityRecord,
  type EntityType,
  type Planning,
  type TypeRegistry,
  type UniqueRef,
} from '@gazetteer/model';
import type {SheetRow} from '@gazetteer/sheet';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {planningOf} from './planning.ts';
import {sheetIn, type UploadedTable} from './read-table.ts';

/** First line of a file to import. */
export const businessMetadataTemplate =
  'EntityType,EntityUniqueAttributeValue,BusinessAttributeName,BusinessAttributeValue,EntityUniqueAttributeName[optional]';

export type ImportInfo = {
  parentObjectName: string;
  childObjectName: string;
  importStatus: 'SUCCESS' | 'FAILED';
  remarks: string;
};
export type BulkImport = {failedImportInfoList: ImportInfo[]; successImportInfoList: ImportInfo[]};

/** A line that makes sense by itself. */
type Line = {
  number: number;
  ref: UniqueRef;
  business: string;
  attribute: string;
  value: string;
  isList: boolean;
};

/**
 * POST /entity/businessmetadata/import: sets business attributes, one a line, of entities named by
 * a unique attribute. Lists are written with `|` between their values. A line that is wrong is
 * told, and so is an entity whose values do not fit; everything else is imported, without touching
 * values that the file does not name.
 */
export const importBusinessMetadata = change({
  logAs: 'AtlasEntityStoreV2.bulkCreateOrUpdateBusinessAttributes',
  read: (given: UploadedTable) => ({rows: sheetIn(given).rows}),
  run: async (tx, {rows}, c): Promise<BulkImport> => {
    const failed: ImportInfo[] = [];
    const lines = rows.flatMap(row => readLine(tx.types, row, failed) ?? []);
    const found = await findEntities(tx, lines, failed);
    const planning = planningOf(c);
    const succeeded: ImportInfo[] = [];
    const updated = found.flatMap(one => planOne(tx.types, one, planning, succeeded, failed) ?? []);
    if (updated.length > 0) await tx.apply({...emptyChangeSet(), updated}, planning);
    return {failedImportInfoList: failed, successImportInfoList: succeeded};
  },
});

function readLine(
  types: TypeRegistry,
  {line, cells}: SheetRow,
  failed: ImportInfo[],
): Line | undefined {
  const [typeName = '', key = '', name = '', value = '', uniqueName = ''] = cells.map(cell =>
    cell.trim(),
  );
  const fail = (remarks: string) =>
    void failed.push(failure(key, name, `line ${line}: ${remarks}`));
  const missing = [
    ['EntityType', typeName],
    ['EntityUniqueAttributeValue', key],
    ['BusinessAttributeName', name],
    ['BusinessAttributeValue', value],
  ].flatMap(([column, text]) => (text === '' ? [column] : []));
  if (missing.length > 0) return fail(`required value missing: ${missing.join(', ')}`);
  const type = types.entityTypes.get(typeName);
  if (type === undefined) return fail(`invalid entity type ${typeName}`);
  const attribute = uniqueName === '' ? 'qualifiedName' : uniqueName;
  if (!type.uniqueAttributes.some(one => one.name === attribute))
    return fail(`${attribute} is no unique attribute of ${typeName}`);
  const dot = name.indexOf('.');
  const [business, key2] = [name.slice(0, Math.max(0, dot)), name.slice(dot + 1)];
  const defined = types.businessMetadataTypes.get(business)?.attributes.get(key2);
  if (defined === undefined)
    return fail(`invalid business attribute ${name}, expected <business metadata>.<attribute>`);
  const ref = {typeName, attribute, value: key};
  return {
    number: line,
    ref,
    business,
    attribute: key2,
    value,
    isList: defined.type.kind === 'array',
  };
}

/** All entities at once; those that several lines name come once with all their values. */
async function findEntities(
  tx: GraphTx,
  lines: readonly Line[],
  failed: ImportInfo[],
): Promise<{before: EntityRecord; values: Record<string, Attributes>}[]> {
  const records = await tx.byUnique(lines.map(line => line.ref));
  const found = new Map<string, {before: EntityRecord; values: Record<string, Attributes>}>();
  lines.forEach(({number, ref, business, attribute, value, isList}, i) => {
    const before = records[i];
    if (before === undefined) {
      const remarks = `line ${number}: no ${ref.typeName} with ${ref.attribute} ${ref.value}`;
      failed.push(failure(ref.value, `${business}.${attribute}`, remarks));
      return;
    }
    const one = found.get(before.guid) ?? {before, values: {}};
    found.set(before.guid, one);
    one.values[business] = {
      ...one.values[business],
      [attribute]: isList ? value.split('|') : value,
    };
  });
  return [...found.values()];
}

function planOne(
  types: TypeRegistry,
  {before, values}: {before: EntityRecord; values: Record<string, Attributes>},
  planning: Planning,
  succeeded: ImportInfo[],
  failed: ImportInfo[],
): {before: EntityRecord; after: EntityRecord} | undefined {
  const what = JSON.stringify(values);
  try {
    const after = planBusinessUpdate(types, before, values, false, planning);
    succeeded.push({
      parentObjectName: before.guid,
      childObjectName: what,
      importStatus: 'SUCCESS',
      remarks: '',
    });
    return after === before ? undefined : {before, after};
  } catch (error) {
    // What does not fit is told of its lines; anything else is a bug and ends the import.
    if (!(error instanceof AppError)) throw error;
    failed.push(
      failure(nameOf(types.entityType(before.typeName), before), what, error.issues.join('; ')),
    );
    return undefined;
  }
}

function nameOf(type: EntityType, record: EntityRecord): string {
  const unique = type.uniqueAttributes
    .map(one => record.attributes[one.name])
    .find(one => one !== undefined);
  return unique === undefined ? record.guid : String(unique);
}

function failure(parentObjectName: string, childObjectName: string, remarks: string): ImportInfo {
  return {parentObjectName, childObjectName, importStatus: 'FAILED', remarks};
}

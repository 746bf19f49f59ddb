import {
  readTable,
  type BulkAction,
  type Guid,
  type ImportInfo,
  type TableLine,
  type ValueAction,
} from '@gazetteer/model';
import {addTasks, bulkTask, pendingTask, readTasks, type GraphTx} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {sheetIn, type UploadedTable} from '../entity/read-table.ts';
import {checkCount} from '../entity/save-entities.ts';
import {change} from '../operation.ts';
import {keepPart, noCounts, type BulkParameters, type BulkTask, type Changed} from './bulk-task.ts';
import {changeEntities} from './change-entities.ts';

export type TableImport = {
  failedImportInfoList: ImportInfo[];
  successImportInfoList: ImportInfo[];
  changed: number;
  unchanged: number;
  /** The bulk change that can be undone; absent where nothing was changed. */
  bulkGuid?: Guid;
};

type Given = {
  readonly columns: readonly string[];
  readonly lines: readonly TableLine[];
  readonly clears: boolean;
};

/**
 * POST /v2/assets/import: what a table says of entities that are there, one in each row. What is
 * wrong with a row is told, and keeps no other from being imported. It is a bulk change that is
 * done at once, so it is listed and undone like any other.
 * @throws TOO_MANY_ENTITIES
 */
export const importTable = change({
  logAs: 'BulkChanges.importTable',
  read: ({clears, ...given}: UploadedTable & {clears: boolean}, c): Given => {
    const {header, rows} = sheetIn(given);
    checkCount(c, rows.length);
    return {...readTable(header, rows), clears};
  },
  run: async (tx, {columns, lines, clears}, c): Promise<TableImport> => {
    const action: ValueAction = {type: 'SET_COLUMNS', columns};
    const problems = new Map<TableLine, string>();
    const byGuid = await findAssets(tx, lines, problems);
    const entries = Array.from(byGuid, ([guid, {cells}]) => ({guid, row: {cells, clears}}));
    const changed = await changeEntities(c, tx, action, entries);
    const became = new Map(changed.map(one => [one.guid, one]));
    for (const [guid, line] of byGuid) {
      const one = became.get(guid);
      if (one === undefined) problems.set(line, missing(line));
      else if (one.outcome === 'REFUSED') problems.set(line, one.reason);
    }
    const done = changed.filter(one => one.outcome === 'CHANGED');
    return {
      failedImportInfoList: Array.from(problems, ([line, reason]) =>
        infoOf(line, 'FAILED', `line ${line.line}: ${reason}`),
      ),
      successImportInfoList: lines
        .filter(line => !problems.has(line))
        .map(line => infoOf(line, 'SUCCESS', '')),
      changed: done.length,
      unchanged: changed.filter(one => one.outcome === 'UNCHANGED').length,
      ...(done.length === 0 ? {} : {bulkGuid: await keepChange(c, tx, action, done)}),
    };
  },
});

/** The lines by the entity that each is about; of two about the same the second is a problem. */
async function findAssets(
  tx: GraphTx,
  lines: readonly TableLine[],
  problems: Map<TableLine, string>,
): Promise<Map<Guid, TableLine>> {
  const {types} = tx;
  const unnamed = lines.filter(({guid, typeName, qualifiedName}) => {
    const type = types.entityTypes.get(typeName);
    return (
      guid === undefined &&
      qualifiedName !== '' &&
      type?.uniqueAttributes.some(one => one.name === 'qualifiedName') === true
    );
  });
  const refs = unnamed.map(({typeName, qualifiedName}) => ({
    typeName,
    attribute: 'qualifiedName',
    value: qualifiedName,
  }));
  const records = refs.length === 0 ? [] : await tx.forCaller().byUnique(refs, 'look');
  const guids = new Map(unnamed.map((line, i) => [line, records[i]?.guid]));
  const found = new Map<Guid, TableLine>();
  for (const line of lines) {
    const guid = line.guid ?? guids.get(line);
    if (guid === undefined) problems.set(line, missing(line));
    else if (found.has(guid)) problems.set(line, 'the asset is in the file twice');
    else found.set(guid, line);
  }
  return found;
}

function missing({guid, typeName, qualifiedName}: TableLine): string {
  if (guid !== undefined) return `there is no entity ${guid}`;
  if (typeName === '' || qualifiedName === '')
    return 'guid, or typeName and qualifiedName, is needed';
  return `there is no ${typeName} ${qualifiedName}`;
}

function infoOf(
  {guid, typeName, qualifiedName}: TableLine,
  importStatus: ImportInfo['importStatus'],
  remarks: string,
): ImportInfo {
  return {
    parentObjectName: qualifiedName === '' ? (guid ?? '') : qualifiedName,
    childObjectName: typeName,
    importStatus,
    remarks,
  };
}

/** As a bulk change that has ended, under the id that the request is recorded by. */
export async function keepChange(
  c: Context,
  tx: GraphTx,
  action: BulkAction,
  changed: readonly Changed[],
  undoOf?: Guid,
): Promise<Guid> {
  const {userName, groups} = c.actor;
  const {now, newGuid} = planningOf(c);
  // Several in one transaction are one change, and each a bulk change by itself.
  const isFirst = (await readTasks(tx, [c.changeId], 1)).length === 0;
  const parameters: BulkParameters = {
    action: JSON.stringify(action),
    ...(undoOf === undefined ? {} : {undoOf}),
    isRehearsal: false,
    groups,
    position: {},
    counts: noCounts,
    reached: 0,
    listed: 0,
  };
  const made = {
    guid: isFirst ? c.changeId : newGuid(),
    type: bulkTask,
    createdBy: userName,
    createdTime: now,
  };
  const task: BulkTask = {...pendingTask(made, parameters), parameters};
  await addTasks(tx, [task]);
  await keepPart(
    tx,
    {task, changed, reached: 0},
    {isLast: true, position: {}, total: changed.length},
  );
  return task.guid;
}

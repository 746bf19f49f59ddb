import {body} from '@gazetteer/kernel';
import {nullable} from '@gazetteer/kernel/shape';
import {
  emptyChangeSet,
  planClassifications,
  planClassificationUpdates,
  sameValue,
  readClassification,
  touch,
  type ChangeSet,
  type ClassificationRecord,
  type EntityRecord,
  type Guid,
  type IncomingClassification,
  type Issues,
  writtenText,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import * as shape from '@gazetteer/kernel/shape';
import {change} from '../operation.ts';
import * as shapes from './shapes.ts';
import {addingErrors} from './addresses.ts';
import {checked} from './classify-entity.ts';
import {planningOf} from './planning.ts';

/** What a body says an entity is to be classified with. */
type Wanted = {
  key: Guid;
  guid: Guid;
  typeName: string;
  attributes: Record<string, unknown>;
  classifications: IncomingClassification[];
};

/**
 * POST /entity/bulk/setClassifications: gives each entity of `guidHeaderMap` these classifications
 * and no others of its own. Headers may come from another catalog: an entity whose guid is unknown
 * is looked for by its unique attributes.
 * @returns a line for each thing done, and for each entity that was not found
 */
export const setClassifications = change('POST /v2/entity/bulk/setClassifications', {
  summary: 'Replace the direct classifications of entities',
  description:
    'Entities are named by guid, or by type and unique attributes of their headers. Classifications that propagated to them are kept.',
  body: body(nullable(shapes.classifiedHeaders), readHeaderMap),
  answer: shape.list(shape.text(), 'What was done, a line each'),
  errors: addingErrors,
  logAs: 'AtlasEntityStoreV2.setClassifications',
  run: async (tx, {body: wanted}, c): Promise<string[]> => {
    const records = await findAll(tx, wanted);
    const guids = records.flatMap(one => one?.guid ?? []);
    const had = Map.groupBy(await tx.classificationsOf(guids), one => one.entityGuid);
    const planning = planningOf(c);
    const changes: ChangeSet = emptyChangeSet();
    const lines: string[] = [];
    const seen = new Set<Guid>();
    checked(issues => {
      for (const [i, one] of wanted.entries()) {
        const record = records[i];
        // A second header of the same entity could say the opposite: the first one holds.
        if (record === undefined || seen.has(record.guid)) {
          lines.push(line('Entity', one.typeName, one.key, [], 'Skipped'));
          continue;
        }
        seen.add(record.guid);
        const part = planOne(tx, record, had.get(record.guid) ?? [], one, issues);
        changes.classificationsAdded.push(...part.added);
        changes.classificationsUpdated.push(...part.updated);
        changes.classificationsRemoved.push(...part.removed);
        const did = linesOf(record, part);
        if (did.length > 0) changes.touched.push(touch(record, planning));
        lines.push(...did);
      }
    });
    if (changes.touched.length > 0) await tx.apply(changes, planning);
    return lines;
  },
});

type Part = {
  added: ClassificationRecord[];
  updated: {before: ClassificationRecord; after: ClassificationRecord}[];
  removed: ClassificationRecord[];
};

function planOne(
  tx: GraphTx,
  record: EntityRecord,
  had: readonly ClassificationRecord[],
  {key, guid, classifications}: Wanted,
  issues: Issues,
): Part {
  const sources = new Set([undefined, key, guid, record.guid]);
  // Those that had come from elsewhere do so here, too, or do not.
  const own = classifications
    .filter(one => sources.has(one.entityGuid))
    .map(({entityGuid: _source, ...rest}) => rest);
  const isHad = (one: {typeName: string}) => had.some(other => other.typeName === one.typeName);
  const type = tx.types.entityType(record.typeName);
  return {
    added: planClassifications(
      tx.types,
      record.guid,
      type,
      own.filter(one => !isHad(one)),
      issues,
    ),
    updated: planClassificationUpdates(
      tx.types,
      record.guid,
      had,
      own.filter(isHad),
      issues,
    ).filter(({before, after}) => !sameValue(before, after)),
    // Those that came by propagation are not among them: they go with their source.
    removed: had.filter(one => !own.some(other => other.typeName === one.typeName)),
  };
}

function linesOf(record: EntityRecord, {added, updated, removed}: Part): string[] {
  const name = String(record.attributes['qualifiedName'] ?? record.guid);
  const parts: [string, ClassificationRecord[]][] = [
    ['Add', added],
    ['Update', updated.map(one => one.after)],
    ['Delete', removed],
  ];
  return parts
    .filter(([, list]) => list.length > 0)
    .map(([what, list]) =>
      line(
        what,
        record.typeName,
        name,
        list.map(one => one.typeName),
        'Done',
      ),
    );
}

/** One thing done, in the form of the reference. */
function line(
  what: string,
  typeName: string,
  name: string,
  classifications: readonly string[],
  how: string,
): string {
  return `${what}:${typeName}:${name}:[${classifications.join(', ')}] -> (${how})`;
}

function readHeaderMap(body: unknown): Wanted[] {
  const json = body as {
    guidHeaderMap?: Record<Guid, {[name: string]: unknown} | null> | null;
  } | null;
  return Object.entries(json?.guidHeaderMap ?? {}).map(([key, header]) => ({
    key,
    guid: String(header?.['guid'] ?? key),
    typeName: String(header?.['typeName'] ?? ''),
    attributes: (header?.['attributes'] ?? {}) as Record<string, unknown>,
    classifications: ((header?.['classifications'] ?? []) as unknown[]).map((one, i) =>
      readClassification(one, `guidHeaderMap[${key}].classifications[${i}]`),
    ),
  }));
}

/** By guid, else by any unique attribute of the header; in order. */
async function findAll(
  tx: GraphTx,
  wanted: readonly Wanted[],
): Promise<(EntityRecord | undefined)[]> {
  const byGuid = await tx.entitiesNamed([...new Set(wanted.flatMap(one => [one.key, one.guid]))]);
  const refs = wanted.map(one => {
    if (byGuid.has(one.key) || byGuid.has(one.guid)) return [];
    const type = tx.types.entityTypes.get(one.typeName);
    return (type?.uniqueAttributes ?? []).flatMap(({name}) => {
      const value = one.attributes[name];
      return value === null || value === undefined || value === ''
        ? []
        : [{typeName: one.typeName, attribute: name, value: writtenText(value)}];
    });
  });
  const found = await tx.byUnique(refs.flat());
  // One statement has asked for the references of all headers: each takes its share of the answers.
  let next = 0;
  return wanted.map((one, i) => {
    const count = refs[i]?.length ?? 0;
    const hits = found.slice(next, next + count);
    next += count;
    return byGuid.get(one.key) ?? byGuid.get(one.guid) ?? hits.find(hit => hit !== undefined);
  });
}

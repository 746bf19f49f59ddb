import {AppError} from '../error.ts';
import {planClassifications} from '../entity/plan-classifications.ts';
import {
  emptyChangeSet,
  type ChangeSet,
  type ClassificationRecord,
  type EntityRecord,
  type Guid,
  type Planning,
} from '../entity/record.ts';
import {refuse, sameValue, type Issues} from '../entity/value.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {planImportEdges, type StoredEdges, type WantedEdge} from './import-edges.ts';
import {importRecord, isSameRecord, type Missing} from './import-record.ts';
import {relationsOf, type ImportMatches, type MatchedImport} from './match-import.ts';

export type ImportPlan = {
  changes: ChangeSet;
  /** Why an entity is not imported, by its guid. */
  failures: ReadonlyMap<Guid, string>;
  /**
   * Entities with a value or an ended relation that leads to what is not there; without it for now.
   */
  unresolved: Guid[];
  /**
   * Living relations that lead to what is not there: what they lead to tells of them, too, as a
   * rule.
   */
  ahead: RelationAhead[];
  /** Guids of the relations that the batch tells of, both ends being there. */
  told: Guid[];
};

type RelationAhead = {from: Guid; to: Guid; relationshipGuid: Guid};

export type ImportStored = {
  /** Attached to those of the batch that are there. */
  classifications: readonly ClassificationRecord[];
  edges: StoredEdges;
};

/**
 * Decides what importing a batch of entities would change. An import makes entities be as the
 * archive tells: guids, times, authors and status are kept; classifications, labels, custom and
 * business attributes are replaced. Whatever the archive does not tell of stays. An entity that
 * does not fit fails alone.
 * @param wanted the edges of the batch, as `wantedEdges` tells them
 * @param finish changes a record before it is compared, such as by where it came from
 */
export function planImport(
  types: TypeRegistry,
  matches: ImportMatches,
  wanted: readonly WantedEdge[],
  stored: ImportStored,
  planning: Planning,
  finish: (record: EntityRecord) => EntityRecord = record => record,
): ImportPlan {
  const {failures} = matches;
  const changes: ChangeSet = {...emptyChangeSet(), cause: 'import'};
  const classifications = Map.groupBy(stored.classifications, one => one.entityGuid);
  const unresolved: Guid[] = [];
  const ahead: RelationAhead[] = [];
  const planned: MatchedImport[] = [];
  for (const matched of matches.list) {
    const {entity, before} = matched;
    if (failures.has(entity.guid)) continue;
    const missing: Missing = {count: 0};
    try {
      const after = withHistory(
        finish(importRecord(types, matched, matches.target, planning, missing)),
        before,
      );
      planTags(types, matched, classifications.get(before?.guid ?? '') ?? [], changes);
      if (before === undefined) changes.created.push(after);
      else if (!isSameRecord(before, after)) changes.updated.push({before, after});
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.set(entity.guid, error.message);
      continue;
    }
    const lacking = lackingIn(matched, matches);
    if (missing.count > 0 || lacking === undefined) unresolved.push(entity.guid);
    else ahead.push(...lacking);
    planned.push(matched);
  }
  // Edges to what failed are not made: it is not there.
  const possible = wanted.filter(one => !failures.has(one.end1) && !failures.has(one.end2));
  const target: ImportMatches['target'] = id => {
    const found = matches.target(id);
    return found === undefined || failures.has(found.guid) ? undefined : found;
  };
  planImportEdges(
    types,
    possible,
    {...matches, list: planned, target},
    stored.edges,
    planning,
    changes,
  );
  return {
    changes,
    failures,
    unresolved,
    ahead,
    told: possible.flatMap(({relation}) => relation.relationshipGuid ?? []),
  };
}

/**
 * A living relation is told by both ends as a rule, so whichever comes last makes it. Of those that
 * have ended, an end that holds one only tells the last.
 * @returns undefined when it has to be imported again in any case
 */
function lackingIn(
  {type, entity}: MatchedImport,
  {target}: ImportMatches,
): RelationAhead[] | undefined {
  const lacking: RelationAhead[] = [];
  for (const relations of relationsOf(type, entity).values()) {
    for (const one of relations) {
      if (target(one) !== undefined) continue;
      const {guid: to, relationshipGuid} = one;
      if (
        one.relationshipStatus === 'DELETED' ||
        to === undefined ||
        relationshipGuid === undefined
      )
        return undefined;
      lacking.push({from: entity.guid, to, relationshipGuid});
    }
  }
  return lacking;
}

/**
 * A record that is found under another guid takes that of the archive; the old one is remembered.
 */
function withHistory(after: EntityRecord, before: EntityRecord | undefined): EntityRecord {
  if (before === undefined) return after;
  const old = before.historicalGuids ?? [];
  const historicalGuids = before.guid === after.guid ? old : [...old, before.guid];
  return historicalGuids.length === 0 ? after : {...after, historicalGuids};
}

/**
 * Those that the archive says were attached here; what came over relationships comes over them
 * again.
 */
function planTags(
  types: TypeRegistry,
  {entity, type}: MatchedImport,
  stored: readonly ClassificationRecord[],
  changes: ChangeSet,
): void {
  const own = entity.classifications
    .filter(
      one =>
        one.entityGuid === undefined || one.entityGuid === '' || one.entityGuid === entity.guid,
    )
    .map(({entityGuid: _own, ...one}) => ({...one, propagate: one.propagate ?? false}));
  const issues: Issues = [];
  const wanted = planClassifications(types, entity.guid, type, own, issues);
  refuse(issues);
  const before = new Map(stored.map(one => [one.typeName, {...one, entityGuid: entity.guid}]));
  for (const after of wanted) {
    const known = before.get(after.typeName);
    before.delete(after.typeName);
    if (known === undefined) changes.classificationsAdded.push(after);
    else if (!sameValue(known, after)) changes.classificationsUpdated.push({before: known, after});
  }
  changes.classificationsRemoved.push(...before.values());
}

import type {OnConflict} from '@gazetteer/db';
import type {Param} from '@gazetteer/db';
import {auditActions, type AuditAction, type Guid} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {inAuditBlock} from '../schema/schema.ts';

/** Which events of the audit go. */
export type AgeOutRule = {
  /** Names of entity types, without their sub-types; undefined: all but `exceptTypes`. */
  readonly types?: readonly string[];
  readonly exceptTypes?: readonly string[];
  /** Undefined: all that `ageOut` may take. */
  readonly actions?: readonly AuditAction[];
  /** Those before this time in epoch ms. */
  readonly before?: number;
  /** Those behind so many newer ones of their entity. */
  readonly keep?: number;
  readonly creations: boolean;
};

/** Entities whose events one call looks at. */
const batchSize = 5000;

const creations: readonly AuditAction[] = ['ENTITY_CREATE', 'ENTITY_IMPORT_CREATE'];
/**
 * What an entity was classified with at some time follows from these: they go only when they are
 * named.
 */
const classifying: readonly AuditAction[] = [
  'CLASSIFICATION_ADD',
  'CLASSIFICATION_UPDATE',
  'CLASSIFICATION_DELETE',
];

/**
 * Removes old events of the audit, of some thousand entities behind number `after`. The event of a
 * purge stays: it is all that is left of what is gone.
 * @returns how many went, and the number to go on with; undefined behind the last
 */
export async function ageOut(
  tx: GraphTx,
  rule: AgeOutRule,
  after: number,
): Promise<{removed: number; next: number | undefined}> {
  const {session} = tx[inner];
  const [batch] = await session.all<{last: number | null; n: number}>(
    `SELECT max(entity_id) AS last, count(*) AS n FROM
     (${behind('entity', 'id')} UNION ${behind('past_entity', 'entity_id')} ORDER BY 1 LIMIT ?) AS listed`,
    [after, batchSize, after, batchSize, batchSize],
  );
  const last = batch?.last ?? undefined;
  if (last === undefined) return {removed: 0, next: undefined};
  const {text, params} = doomed(tx, rule, after, last);
  await session.run(
    `INSERT INTO audit_floor (entity_id, time) SELECT entity_id, max(time) FROM (${text}) AS gone WHERE true GROUP BY entity_id
     ${session.dialect.onConflict('audit_floor', newest)}`,
    params,
  );
  const removed = await session.run(
    `DELETE FROM audit WHERE id IN (SELECT id FROM (${text}) AS gone)`,
    params,
  );
  return {removed, next: (batch?.n ?? 0) < batchSize ? undefined : last};
}

/** The first row numbers of entities there; PostgreSQL would put together all of them. */
function behind(table: string, id: string): string {
  return `SELECT entity_id FROM (SELECT ${id} AS entity_id FROM ${table} WHERE ${id} > ? ORDER BY ${id} LIMIT ?) AS of_${table}`;
}

/** The floor of an entity never goes down. */
const newest: OnConflict = {
  key: ['entity_id'],
  set: ['time'],
  where: 'audit_floor.time < excluded.time',
};

/**
 * Events that these rules take, each counted once. One rule may leave less to the next, whose
 * `keep` counts what is there: then this is the most that can go. It reads the whole audit.
 */
export async function countAgedOut(
  graph: GraphRead,
  rules: readonly AgeOutRule[],
): Promise<number> {
  if (rules.length === 0) return 0;
  const parts = rules.map(rule => doomed(graph, rule, 0, Number.MAX_SAFE_INTEGER));
  const [row] = await graph[inner].session.all<{n: number}>(
    `SELECT count(*) AS n FROM (${parts.map(({text}) => text).join(' UNION ')}) AS gone`,
    parts.flatMap(({params}) => params),
  );
  return row?.n ?? 0;
}

/** Up to when (epoch ms) events of the entity were aged out; undefined when none was. */
export async function historyFloor(
  {[inner]: db}: GraphRead,
  guid: Guid,
): Promise<number | undefined> {
  const [row] = await db.session.all<{time: number}>(
    `SELECT f.time FROM audit_floor f WHERE f.entity_id IN
     (SELECT id FROM entity WHERE guid = ? UNION ALL SELECT entity_id FROM past_entity WHERE guid = ?) ORDER BY 1 DESC`,
    [guid, guid],
  );
  return row?.time;
}

function doomed({[inner]: db}: GraphRead, rule: AgeOutRule, after: number, last: number) {
  const {inList, jsonTexts} = db.session.dialect;
  const params: Param[] = [after, last];
  const conditions: string[] = [];
  const add = (condition: string, value: Param) => {
    conditions.push(condition);
    params.push(value);
  };
  const numbers = (actions: readonly AuditAction[]) =>
    actions.map(one => auditActions.indexOf(one));
  const kept = [
    'ENTITY_PURGE' as const,
    ...(rule.creations ? [] : creations),
    ...classifying.filter(one => rule.actions?.includes(one) !== true),
  ];
  add(`NOT (${inList('action', 'int')})`, numbers(kept));
  if (rule.actions !== undefined) add(inList('action', 'int'), numbers(rule.actions));
  const ids = (names: readonly string[]) =>
    names.filter(name => db.system.symbols.has(name)).map(name => db.system.symbols.id(name));
  const ofTypes = (names: readonly string[]) => {
    params.push(ids(names), names);
    return `(entity_id IN (SELECT id FROM entity WHERE ${inList('type_id', 'int')}) OR entity_id IN
      (SELECT p.entity_id FROM past_entity p WHERE EXISTS
        (SELECT 1 FROM ${jsonTexts('p.record', ['typeName'])} t WHERE ${inList('t.value', 'text')})))`;
  };
  if (rule.types !== undefined) conditions.push(ofTypes(rule.types));
  if (rule.exceptTypes !== undefined && rule.exceptTypes.length > 0)
    conditions.push(`NOT ${ofTypes(rule.exceptTypes)}`);
  const limits: string[] = [];
  if (rule.before !== undefined) {
    limits.push('time < ?');
    params.push(rule.before);
  }
  if (rule.keep !== undefined) {
    limits.push('place > ?');
    params.push(rule.keep);
  }
  if (limits.length > 0) conditions.push(`(${limits.join(' OR ')})`);
  // To number them, all have to be sorted by entity.
  const place = 'row_number() OVER (PARTITION BY entity_id ORDER BY id DESC) AS place';
  const text = `SELECT id, entity_id, time FROM (
      SELECT id, entity_id, action, time${rule.keep === undefined ? '' : `, ${place}`}
      FROM audit WHERE ${inAuditBlock(db.session.dialect)} AND entity_id > ? AND entity_id <= ?) AS placed
    WHERE ${conditions.join(' AND ')}`;
  return {text, params};
}

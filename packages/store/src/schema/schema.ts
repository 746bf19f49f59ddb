import {auditActions} from '@gazetteer/model';
import {AccessTokens, type Dialect, type Table} from '@gazetteer/db';

/**
 * Every table of the catalog. Names of types, edge labels and attributes are stored once, in
 * `symbol`, and by number everywhere else: half the size of the indexes and faster to compare.
 *
 * An entity's attributes stand as JSON in `entity` and, for attributes that are indexed, a second
 * time in `text_value` or `number_value`: those rows are a function of the entity, so they are
 * never read back to be changed.
 */

export const symbol = {name: 'symbol', columns: {id: 'int', name: 'text'}} as const satisfies Table;

/** One row a type definition; `version` of the whole is the row in `setting`. */
export const typeDef = {
  name: 'type_def',
  columns: {name: 'text', def: 'json'},
} as const satisfies Table;

/** Single numbers and texts of the whole store, such as `types.version`. */
export const setting = {
  name: 'setting',
  columns: {name: 'text', value: 'text'},
} as const satisfies Table;

/**
 * `state` is 0 ACTIVE, 1 DELETED. `extra` holds what few entities have: labels, custom and business
 * attributes, flags.
 */
export const entity = {
  name: 'entity',
  columns: {
    id: 'id',
    guid: 'text',
    type_id: 'int',
    state: 'int',
    created_by: 'text',
    updated_by: 'text',
    created: 'id',
    updated: 'id',
    attributes: 'json',
    extra: 'json',
  },
} as const satisfies Table;

/**
 * Values of unique attributes of ACTIVE entities. `attribute_id` is the symbol `<defining
 * type>.<name>`; unique per concrete type.
 */
export const uniqueValue = {
  name: 'unique_value',
  columns: {value: 'text', attribute_id: 'int', type_id: 'int', entity_id: 'id'},
} as const satisfies Table;

/**
 * (attribute, type, value) index of texts; booleans are `true` and `false`; arrays of texts have a
 * row an element. Within each type values are in order, since nearly every search, and every sort,
 * is one of a type.
 */
export const textValue = {
  name: 'text_value',
  columns: {attribute_id: 'int', type_id: 'int', value: 'text', entity_id: 'id'},
} as const satisfies Table;

/**
 * (attribute, type, value) index of numbers and dates, as doubles; what is none stands by the next
 * one, under a number of its own.
 */
export const numberValue = {
  name: 'number_value',
  columns: {attribute_id: 'int', type_id: 'int', value: 'number', entity_id: 'id'},
} as const satisfies Table;

/**
 * What searches narrow and order by and quick search counts over all hits: one narrow row an
 * entity, in the order of the hits, saves reading the entities, which are thirty times as wide.
 * `name` is the words of what people call the entity.
 */
export const facet = {
  name: 'facet',
  columns: {entity_id: 'id', type_id: 'int', state: 'int', owner: 'text', name: 'text'},
} as const satisfies Table;

/** The full-text index of SQLite; see `fullText`. */
export const document = {
  name: 'document',
  columns: {rowid: 'id', a: 'text', b: 'text', c: 'text', n: 'text', k: 'text'},
  isVirtual: true,
} as const satisfies Table;

/** Distinct words of documents; see vocabulary.ts. */
export const word = {name: 'word', columns: {word: 'text'}} as const satisfies Table;

/** The groups of three letters that each word is made of. */
export const wordPart = {
  name: 'word_part',
  columns: {part: 'text', word: 'text'},
} as const satisfies Table;

/**
 * `type_id` is the symbol of the relationship type or, for a reference without one, of its edge
 * label.
 */
export const edge = {
  name: 'edge',
  columns: {
    id: 'id',
    guid: 'text',
    type_id: 'int',
    state: 'int',
    end1_id: 'id',
    end2_id: 'id',
    propagate: 'int',
    created_by: 'text',
    updated_by: 'text',
    created: 'id',
    updated: 'id',
    attributes: 'json',
  },
} as const satisfies Table;

/** Classifications where they were attached. */
export const classification = {
  name: 'classification',
  columns: {
    entity_id: 'id',
    type_id: 'int',
    propagate: 'int',
    remove_propagations: 'int',
    attributes: 'json',
    validity: 'json',
    created: 'id',
    updated: 'id',
    created_by: 'text',
    updated_by: 'text',
  },
} as const satisfies Table;

/** Added later to `classification`: who gave it when, and who changed it last. */
export const classificationAuthors = ['created', 'updated', 'created_by', 'updated_by'] as const;

/**
 * Where propagated classifications have come to: `source_id` is the entity that `type_id` is
 * attached to. `carries` is 0 for entities that the classification must not be given to
 * (`entityTypes` of its definition): they only pass it on.
 */
export const propagation = {
  name: 'propagation',
  columns: {entity_id: 'id', type_id: 'int', source_id: 'id', carries: 'int'},
} as const satisfies Table;

/** Classifications, each of one source, that an edge does not let through. */
export const propagationBlock = {
  name: 'propagation_block',
  columns: {edge_id: 'id', type_id: 'int', source_id: 'id'},
} as const satisfies Table;

/**
 * Words of the values of a classification, where it is attached: they are found at whatever carries
 * it. `place` tells which stand side by side; between two values it leaves a gap.
 */
export const classificationWord = {
  name: 'classification_word',
  columns: {word: 'text', type_id: 'int', entity_id: 'id', place: 'int'},
} as const satisfies Table;

/**
 * Counters, to be summed over `slot`: each concurrent writer has its own rows, so that none waits
 * for another. `kind` is 0 for entities by type and state (2 = incomplete and active), 1 for
 * classifications by type, 2 for entities with values of a business metadata, 3 for edges by type
 * or label, deleted ones included.
 */
export const tally = {
  name: 'tally',
  columns: {kind: 'int', type_id: 'int', state: 'int', slot: 'int', n: 'id'},
} as const satisfies Table;

/**
 * What happened to an entity, but for its creation, whose author and time stand in `entity`.
 * `action` is an index of
 * `auditActions`; `change` is what undoes the event, as JSON. Rows outlive their entity.
 */
export const audit = {
  name: 'audit',
  columns: {
    id: 'id',
    entity_id: 'id',
    action: 'int',
    time: 'id',
    user_name: 'text',
    change: 'json',
  },
} as const satisfies Table;

/** Of an event to be written: the database numbers it. */
export const newAudit = {
  name: 'audit',
  columns: {entity_id: 'id', action: 'int', time: 'id', user_name: 'text', change: 'json'},
} as const satisfies Table;

/** Audited entities that are gone for good, as they were last: their events are told from here. */
export const pastEntity = {
  name: 'past_entity',
  columns: {entity_id: 'id', guid: 'text', record: 'json'},
} as const satisfies Table;

/** Of entities whose older events were aged out: the time of the newest that is gone (epoch ms). */
export const auditFloor = {
  name: 'audit_floor',
  columns: {entity_id: 'id', time: 'id'},
} as const satisfies Table;

/**
 * Derived rows that do not follow from the types yet. `kind` is an index of `derivedKinds`, `name`
 * that of a type or the key of an attribute; `since` is the version of the types that asked for
 * them.
 */
export const unready = {
  name: 'unready',
  columns: {kind: 'int', name: 'text', since: 'id'},
} as const satisfies Table;

/**
 * Work in the background that somebody may ask about. Times are 0, and `error` is empty, for what
 * has not happened.
 */
export const task = {
  name: 'task',
  columns: {
    guid: 'text',
    type: 'text',
    status: 'text',
    created_by: 'text',
    created: 'id',
    updated: 'id',
    started: 'id',
    ended: 'id',
    attempts: 'int',
    error: 'text',
    parameters: 'json',
  },
} as const satisfies Table;

/**
 * What a bulk change did with each entity, for its list and its undo: the part that it is about as
 * it was and as it became, as JSON.
 */
export const bulkEntity = {
  name: 'bulk_entity',
  columns: {
    task: 'text',
    n: 'id',
    guid: 'text',
    outcome: 'text',
    reason: 'text',
    old_value: 'json',
    new_value: 'json',
  },
} as const satisfies Table;

/**
 * What each transaction has changed, with what was there before, so that it can be taken back. All
 * of one request, or of one run of something longer, have one `change_id`, which begins with the
 * time as guids do, so that rows lie in the order of time; `part` 0 stands for the whole in lists.
 * `undone_by` is the change that took it back, empty where none did.
 */
export const changeRecord = {
  name: 'change_record',
  columns: {
    change_id: 'text',
    part: 'int',
    time: 'id',
    user_name: 'text',
    operation: 'text',
    undone_by: 'text',
    counts: 'json',
    content: 'text',
  },
} as const satisfies Table;

/**
 * What other systems are to be told, a row for each change or part of a large one: `events` is a
 * list of `[operation, entity]`, by the index in `changeOperations` and the row number, with what
 * else is needed behind it. On PostgreSQL, where rows become visible in another order than they
 * were numbered, `place` is given later (see outbox.ts).
 */
export const outbox = {
  name: 'outbox',
  columns: {id: 'id', place: 'id', time: 'id', user_name: 'text', size: 'int', events: 'json'},
} as const satisfies Table;

/** Of a row to be written: the database numbers it. */
export const newOutbox = {
  name: 'outbox',
  columns: {time: 'id', user_name: 'text', size: 'int', events: 'json'},
} as const satisfies Table;

/**
 * Messages that other systems handed in, or segments of them; `state` is 0 while they wait, 1 when
 * they could not be taken in.
 */
export const inbox = {
  name: 'inbox',
  columns: {
    id: 'id',
    origin: 'text',
    topic: 'text',
    received: 'id',
    message_id: 'text',
    part: 'int',
    parts: 'int',
    state: 'int',
    attempts: 'int',
    error: 'text',
    body: 'text',
  },
} as const satisfies Table;

/** Of a message to be written: the database numbers it. */
export const newInbox = {
  name: 'inbox',
  columns: {
    origin: 'text',
    topic: 'text',
    received: 'id',
    message_id: 'text',
    part: 'int',
    parts: 'int',
    state: 'int',
    attempts: 'int',
    error: 'text',
    body: 'text',
  },
} as const satisfies Table;

/**
 * Runs of jobs that producers of OpenLineage told of. `process` is the qualified name of the
 * process that it is a run of, empty when it wrote nothing; `sibling` is the same for runs that are
 * one to people; `result` is an index of `runResults`. Times are epoch ms.
 */
export const lineageRun = {
  name: 'lineage_run',
  columns: {
    run_id: 'text',
    process: 'text',
    sibling: 'text',
    result: 'int',
    started: 'id',
    ended: 'id',
    content: 'json',
    job: 'text',
  },
} as const satisfies Table;

/**
 * Jobs by the names that producers have for them, and what each of their processes is called, both
 * as `uniqueKeyOf` has them.
 */
export const lineageJob = {
  name: 'lineage_job',
  columns: {job: 'text', process: 'text'},
} as const satisfies Table;

/**
 * Datasets by the names that producers have for them, and the entity that each is: `identity` is
 * its type and qualified name.
 */
export const lineageDataset = {
  name: 'lineage_dataset',
  columns: {dataset: 'text', identity: 'text', own: 'int', content: 'json'},
} as const satisfies Table;

/**
 * Entities, as `uniqueKeyOf` has their type and qualified name, and a digest of what each was last
 * made from, so that it is left alone while nothing has become of that and of itself.
 */
export const lineageMade = {
  name: 'lineage_made',
  columns: {entity: 'text', made_from: 'text'},
} as const satisfies Table;

/** Which runs read (`role` 0) and write (1) a dataset. */
export const lineageUse = {
  name: 'lineage_use',
  columns: {dataset: 'text', run_id: 'text', role: 'int'},
} as const satisfies Table;

/**
 * How often an asset was queried and written, a row for each day and person. `kind` is an index of
 * `actorKinds`, `day` the days since 1970 (UTC); times are epoch ms, 0 for never.
 */
export const usageDay = {
  name: 'usage_day',
  columns: {
    entity_id: 'id',
    day: 'int',
    kind: 'int',
    actor: 'text',
    queries: 'int',
    writes: 'int',
    total_ms: 'id',
    longest_ms: 'id',
    last_query: 'id',
    last_write: 'id',
  },
} as const satisfies Table;

/**
 * What of an asset was used, by week: columns, tables that it was joined with, statements. `kind`
 * is an index of `detailKinds`, `name` what the same is counted by.
 */
export const usageDetail = {
  name: 'usage_detail',
  columns: {
    entity_id: 'id',
    kind: 'int',
    week: 'int',
    name: 'text',
    uses: 'int',
    last_use: 'id',
    content: 'json',
  },
} as const satisfies Table;

/** Statements and runs that were counted, so that none is twice. */
export const usageReport = {
  name: 'usage_report',
  columns: {id: 'text', day: 'int'},
} as const satisfies Table;

/** Sources that the catalog reads by itself, with how to log in to them. */
export const metadataSource = {
  name: 'metadata_source',
  columns: {name: 'text', content: 'json'},
} as const satisfies Table;

/** Destinations of changes that administrators have added; each has its own position. */
export const changeSubscription = {
  name: 'change_subscription',
  columns: {uuid: 'text', content: 'json', state: 'json', position: 'text'},
} as const satisfies Table;

/** Who gets a mail about what they follow; each is due at a time (epoch ms). */
export const followDigest = {
  name: 'follow_digest',
  columns: {
    user_name: 'text',
    every: 'text',
    address: 'text',
    due_time: 'id',
    told_time: 'id',
    sent_time: 'id',
    attempts: 'int',
    error: 'text',
  },
} as const satisfies Table;

/** Of programs that talk to the catalog. */
export const tokenTable = new AccessTokens('access_token');

/**
 * Where an event stands in the index of events by entity: those of some thousand events that were
 * written one after the other lie side by side there, and by entity among themselves. By entity
 * alone, a change of a thousand entities that have many events each would write a page for each.
 */
export const auditBlock = 'id >> 15';

/**
 * A condition that every event fulfils, and that the index of events by entity begins with.
 * @param most then only those of so many places fulfil it, the newest
 */
export function inAuditBlock({inRows}: Dialect, most?: number): string {
  const bound = (which: 'min' | 'max') => `(SELECT ${which}(id) FROM audit) >> 15`;
  const isNew = most === undefined ? '' : ` AND n > (${bound('max')}) - ${most - 1}`;
  return inRows(
    `(${auditBlock})`,
    `WITH RECURSIVE block(n) AS (SELECT ${bound('max')} UNION ALL SELECT n - 1 FROM block WHERE n > ${bound('min')}${isNew}) SELECT n FROM block`,
  );
}

/**
 * The events that change what an entity is classified with; a statement that says so is answered
 * from their index.
 */
export function taggedActions(): string {
  return ofActions(name => name.includes('CLASSIFICATION_'));
}

/**
 * The events of what people attach: classifications of an entity's own and glossary terms. A
 * statement that says so is answered from their index.
 */
export function attachedActions(): string {
  return ofActions(name => /^(CLASSIFICATION|TERM)_/.test(name));
}

/**
 * A bit for each action, since this is asked of each event that is written: SQLite makes a table of
 * a list of more than two first, which took longer than the event.
 */
function ofActions(isOne: (name: string) => boolean): string {
  const bits = auditActions.map((name, i) => (isOne(name) ? 1 << i : 0));
  return `((1 << action) & ${bits.reduce((all, bit) => all | bit, 0)}) <> 0`;
}

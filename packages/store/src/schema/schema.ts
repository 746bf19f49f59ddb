import {fillVocabulary} from './fill-vocabulary.ts';
import {auditActions} from '@gazetteer/model';
import {
  AccessTokens,
  type Dialect,
  keptRecordTable,
  loginTables,
  type Migration,
  type Table,
} from '@gazetteer/db';

/**
 * Every table of the catalog. Names of types, edge labels and attributes are stored once, in
 * `symbol`, and by number everywhere else: half the size of the indexes and faster to compare.
 *
 * An entity's attributes stand as JSON in `entity` and, for attributes that are indexed, a second
 * time in `text_value` or
 * `number_value`: those rows are a function of the entity, so they are never read back to be changed.
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
const classificationAuthors = ['created', 'updated', 'created_by', 'updated_by'] as const;

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
 * for another.
 * `kind` is 0 for entities by type and state (2 = incomplete and active), 1 for classifications by type, 2 for entities with
 * values of a business metadata, 3 for edges by type or label, deleted ones included.
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
const audit = {
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
 * What other systems are to be told, a row for each change or part of a large one: `events` is a
 * list of
 * `[operation, entity]`, by the index in `changeOperations` and the row number, with what else is needed behind it. On
 * PostgreSQL, where rows become visible in another order than they were numbered, `place` is given later (see outbox.ts).
 */
const outbox = {
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
const inbox = {
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
  },
} as const satisfies Table;

/**
 * Datasets by the names that producers have for them, and the entity that each is: `identity` is
 * its type and qualified name.
 */
export const lineageDataset = {
  name: 'lineage_dataset',
  columns: {dataset: 'text', identity: 'text', own: 'int', content: 'json'},
} as const satisfies Table;

/** Which runs read (`role` 0) and write (1) a dataset. */
export const lineageUse = {
  name: 'lineage_use',
  columns: {dataset: 'text', run_id: 'text', role: 'int'},
} as const satisfies Table;

/** Sources that the catalog reads by itself, with how to log in to them. */
export const metadataSource = {
  name: 'metadata_source',
  columns: {name: 'text', content: 'json'},
} as const satisfies Table;

/** Of programs that talk to the catalog. */
export const tokenTable = new AccessTokens('access_token');

/**
 * Where an event stands in the index of events by entity: those of some thousand events that were
 * written one after the other lie side by side there, and by entity among themselves. By entity
 * alone, a change of a thousand entities that have many events each would write a page for each.
 */
const auditBlock = 'id >> 15';

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

const tables: readonly Table[] = [
  symbol,
  typeDef,
  setting,
  entity,
  uniqueValue,
  {...textValue, columns: {attribute_id: 'int', value: 'text', entity_id: 'id'}},
  {...numberValue, columns: {attribute_id: 'int', value: 'number', entity_id: 'id'}},
  facet,
  edge,
  {
    ...classification,
    columns: Object.fromEntries(
      Object.entries(classification.columns).filter(
        ([name]) => !classificationAuthors.some(one => one === name),
      ),
    ),
  },
  propagation,
  propagationBlock,
  tally,
  audit,
  pastEntity,
  auditFloor,
  task,
  outbox,
  inbox,
];

/** Primary keys; a table that has one of several columns is stored in its order. */
const primaryKeys: Readonly<Record<string, string>> = {
  symbol: 'id',
  type_def: 'name',
  setting: 'name',
  entity: 'id',
  unique_value: 'value, attribute_id, type_id',
  text_value: 'attribute_id, type_id, value, entity_id',
  number_value: 'attribute_id, type_id, value, entity_id',
  facet: 'entity_id',
  edge: 'id',
  classification: 'entity_id, type_id',
  propagation: 'entity_id, type_id, source_id',
  propagation_block: 'edge_id, type_id, source_id',
  tally: 'kind, type_id, state, slot',
  audit: 'id',
  past_entity: 'entity_id',
  audit_floor: 'entity_id',
  task: 'guid',
  outbox: 'id',
  inbox: 'id',
  unready: 'kind, name',
  classification_word: 'word, type_id, entity_id, place',
  word: 'word',
  word_part: 'part, word',
  lineage_run: 'run_id',
  lineage_dataset: 'dataset',
  lineage_use: 'dataset, run_id, role',
  bulk_entity: 'task, n',
  metadata_source: 'name',
};

function createTable(table: Table, dialect: Dialect): string {
  const columns = Object.entries(table.columns).map(([name, type]) => {
    const nullable =
      ['extra', 'validity', 'change', 'place', 'origin'].includes(name) ||
      (table.name === 'edge' && name === 'attributes');
    return `${name} ${dialect.types[type]}${nullable ? '' : ' NOT NULL'}`;
  });
  const key = primaryKeys[table.name]
    ?.split(', ')
    .filter(name => name in table.columns)
    .join(', ');
  if (key !== undefined) columns.push(`PRIMARY KEY (${key})`);
  const clustered = key?.includes(',') === true ? dialect.inOrderOfKey : '';
  return `CREATE TABLE ${table.name} (${columns.join(', ')})${clustered}`;
}

/**
 * The full-text index: one document an entity, `a` to `c` by falling weight, `n` with the words of
 * its name once more, to find those that have a word there, `k` holding tokens that narrow a search
 * without a join (type, deleted). Texts are split into words by `tokens` of the model, the same for
 * both databases: the tokenizer `ascii` only parts them at spaces again, since it takes everything
 * that is not ASCII for a letter. Prefixes of up to 4 letters have lists of their own: other
 * prefixes are merged from the lists of all words that begin so, which took 11 ms where 400,000
 * documents match.
 */
const fullText: Readonly<Record<Dialect['fullText'], readonly string[]>> = {
  fts5: [
    `CREATE VIRTUAL TABLE document USING fts5(a, b, c, n, k, content='', contentless_delete=1, prefix='1 2 3 4', tokenize='ascii')`,
  ],
  tsvector: [
    `CREATE TABLE document (entity_id BIGINT PRIMARY KEY, words tsvector NOT NULL)`,
    `CREATE INDEX document_words ON document USING gin (words) WITH (fastupdate = off)`,
  ],
};

/**
 * A part of the index is written anew once half of what it holds is gone. SQLite would do so from a
 * tenth on, ten documents for each that goes or changes its state: half of what a deletion cost.
 */
const fullTextUpkeep: Readonly<Record<Dialect['fullText'], readonly string[]>> = {
  fts5: [`INSERT INTO document(document, rank) VALUES ('deletemerge', 50)`],
  tsvector: [],
};

/**
 * The events that change what an entity is classified with; a statement that says so is answered
 * from their index.
 */
export function taggedActions(): string {
  const ids = auditActions.flatMap((name, i) => (name.includes('CLASSIFICATION_') ? [i] : []));
  return `action IN (${ids.join(', ')})`;
}

/**
 * The events of what people attach: classifications of an entity's own and glossary terms. A
 * statement that says so is answered from their index.
 */
export function attachedActions(): string {
  const ids = auditActions.flatMap((name, i) => (/^(CLASSIFICATION|TERM)_/.test(name) ? [i] : []));
  return `action IN (${ids.join(', ')})`;
}

export const migrations: readonly Migration[] = [
  {
    id: 1,
    statements: dialect => [
      ...tables.map(table => createTable(table, dialect)),
      'CREATE UNIQUE INDEX symbol_name ON symbol (name)',
      'CREATE UNIQUE INDEX entity_guid ON entity (guid)',
      'CREATE INDEX facet_type ON facet (type_id, state)',
      'CREATE INDEX entity_created ON entity (created)',
      'CREATE INDEX entity_updated ON entity (updated)',
      'CREATE UNIQUE INDEX edge_guid ON edge (guid)',
      'CREATE INDEX edge_type ON edge (type_id, id)',
      'CREATE INDEX edge_end1 ON edge (end1_id, type_id)',
      'CREATE INDEX edge_end2 ON edge (end2_id, type_id)',
      // What a classification can take, apart from the many edges that let none through.
      'CREATE INDEX edge_way1 ON edge (end1_id, state) WHERE propagate <> 0',
      'CREATE INDEX edge_way2 ON edge (end2_id, state) WHERE propagate <> 0',
      'CREATE INDEX classification_type ON classification (type_id, entity_id)',
      'CREATE INDEX propagation_source ON propagation (source_id, type_id, entity_id)',
      'CREATE INDEX propagation_type ON propagation (type_id, entity_id) WHERE carries = 1',
      'CREATE INDEX propagation_block_source ON propagation_block (source_id, type_id)',
      'CREATE INDEX audit_entity ON audit (entity_id, id)',
      `CREATE INDEX audit_tagged ON audit (time) WHERE ${taggedActions()}`,
      'CREATE INDEX past_entity_guid ON past_entity (guid)',
      'CREATE UNIQUE INDEX inbox_origin ON inbox (origin)',
      'CREATE INDEX inbox_state ON inbox (state, id)',
      "CREATE INDEX inbox_message ON inbox (message_id) WHERE message_id <> ''",
      ...(dialect.hasOneWriter
        ? []
        : [
            'CREATE SEQUENCE entity_id',
            'CREATE SEQUENCE edge_id',
            'CREATE SEQUENCE audit_id',
            "ALTER TABLE audit ALTER id SET DEFAULT nextval('audit_id')",
            'CREATE SEQUENCE outbox_id',
            "ALTER TABLE outbox ALTER id SET DEFAULT nextval('outbox_id')",
            'CREATE SEQUENCE inbox_id',
            "ALTER TABLE inbox ALTER id SET DEFAULT nextval('inbox_id')",
            'CREATE UNIQUE INDEX outbox_place ON outbox (place)',
            'CREATE INDEX outbox_new ON outbox (id) WHERE place IS NULL',
            "INSERT INTO setting (name, value) VALUES ('outbox.last', '0')",
          ]),
      ...fullText[dialect.fullText],
      ...loginTables(dialect),
    ],
  },
  {id: 2, statements: dialect => [createTable(unready, dialect)]},
  {
    id: 3,
    statements: dialect => [
      ...classificationAuthors.map(name => {
        const type = classification.columns[name];
        const none = type === 'text' ? "''" : '0';
        return `ALTER TABLE classification ADD COLUMN ${name} ${dialect.types[type]} NOT NULL DEFAULT ${none}`;
      }),
      // Of those that are there, nobody knows: what carries them was changed no later.
      `UPDATE classification SET ${classificationAuthors
        .map(
          name =>
            `${name} = (SELECT e.${name.replace('created', 'updated')} FROM entity e WHERE e.id = entity_id)`,
        )
        .join(', ')}`,
    ],
  },
  {
    id: 4,
    statements: dialect => [
      createTable(classificationWord, dialect),
      'CREATE INDEX classification_word_of ON classification_word (entity_id, type_id, place)',
    ],
  },
  {id: 5, statements: keptRecordTable},
  {
    id: 6,
    statements: dialect => [
      createTable(word, dialect),
      createTable(wordPart, dialect),
      ...fillVocabulary[dialect.fullText],
    ],
  },
  {
    id: 7,
    statements: dialect =>
      [textValue, numberValue].flatMap(table => [
        `ALTER TABLE ${table.name} RENAME TO former_value`,
        createTable(table, dialect),
        `INSERT INTO ${table.name} (attribute_id, type_id, value, entity_id)
         SELECT v.attribute_id, e.type_id, v.value, v.entity_id FROM former_value v JOIN entity e ON e.id = v.entity_id ORDER BY 1, 2, 3, 4`,
        'DROP TABLE former_value',
      ]),
  },
  {
    id: 8,
    statements: dialect => [
      createTable(lineageRun, dialect),
      "CREATE INDEX lineage_run_process ON lineage_run (process, ended) WHERE process <> ''",
      createTable(lineageDataset, dialect),
      'CREATE INDEX lineage_dataset_identity ON lineage_dataset (identity)',
      createTable(lineageUse, dialect),
    ],
  },
  {id: 9, statements: dialect => tokenTable.statements(dialect)},
  {id: 10, statements: dialect => [createTable(bulkEntity, dialect)]},
  {id: 11, statements: ({fullText}) => fullTextUpkeep[fullText]},
  {id: 12, statements: dialect => [createTable(metadataSource, dialect)]},
  {
    id: 13,
    statements: () => [
      'DROP INDEX audit_entity',
      `CREATE INDEX audit_entity ON audit ((${auditBlock}), entity_id)`,
    ],
  },
  {
    id: 14,
    statements: () => [`CREATE INDEX audit_attached ON audit (time) WHERE ${attachedActions()}`],
  },
];

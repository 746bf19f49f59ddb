import {
  type Dialect,
  keptRecordTable,
  loginTables,
  loginTryTable,
  type Migration,
  type Table,
} from '@gazetteer/db';
import {fillVocabulary} from './fill-vocabulary.ts';
import {uniqueKeySql} from './unique-key.ts';
import {
  symbol,
  typeDef,
  setting,
  entity,
  uniqueValue,
  textValue,
  numberValue,
  facet,
  word,
  wordPart,
  edge,
  classification,
  classificationAuthors,
  propagation,
  propagationBlock,
  classificationWord,
  tally,
  audit,
  pastEntity,
  auditFloor,
  unready,
  task,
  bulkEntity,
  changeRecord,
  changeSubscription,
  followDigest,
  outbox,
  inbox,
  lineageRun,
  lineageJob,
  lineageMade,
  lineageDataset,
  lineageUse,
  metadataSource,
  usageDay,
  usageDetail,
  usageReport,
  tokenTable,
  taggedActions,
  attachedActions,
  auditBlock,
} from './schema.ts';

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
  lineage_job: 'job, process',
  lineage_dataset: 'dataset',
  lineage_made: 'entity',
  lineage_use: 'dataset, run_id, role',
  bulk_entity: 'task, n',
  change_record: 'change_id, part',
  metadata_source: 'name',
  change_subscription: 'uuid',
  follow_digest: 'user_name',
  usage_day: 'entity_id, day, kind, actor',
  usage_detail: 'entity_id, kind, week, name',
  usage_report: 'id',
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
 * its name once more, marked, to find those that have a word there, `k` holding tokens that narrow a search
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

/** As the table of runs was made. */
const {job: _, ...withoutJob} = lineageRun.columns;

function jobPart({jsonTexts, readableJson}: Dialect, name: string): string {
  return `(SELECT min(value) FROM ${jsonTexts(readableJson('content'), ['job', name])} AS told)`;
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
      'CREATE INDEX audit_tagged ON audit (time) WHERE action IN (1, 2, 3, 14, 15, 16)',
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
      createTable({...lineageRun, columns: withoutJob}, dialect),
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
    statements: () => [
      'CREATE INDEX audit_attached ON audit (time) WHERE action IN (1, 2, 3, 17, 18)',
    ],
  },
  {
    id: 15,
    statements: dialect => [
      createTable(usageDay, dialect),
      'CREATE INDEX usage_day_day ON usage_day (day)',
      createTable(usageDetail, dialect),
      'CREATE INDEX usage_detail_week ON usage_detail (week)',
      createTable(usageReport, dialect),
      'CREATE INDEX usage_report_day ON usage_report (day)',
    ],
  },
  {
    id: 16,
    statements: dialect => [
      createTable(changeRecord, dialect),
      'CREATE INDEX change_record_user ON change_record (user_name, change_id) WHERE part = 0',
    ],
  },
  {
    id: 17,
    statements: () => [
      'DROP INDEX audit_tagged',
      `CREATE INDEX audit_tagged ON audit (time) WHERE ${taggedActions()}`,
      'DROP INDEX audit_attached',
      `CREATE INDEX audit_attached ON audit (time) WHERE ${attachedActions()}`,
    ],
  },
  {id: 18, statements: dialect => [createTable(changeSubscription, dialect)]},
  {id: 19, statements: loginTryTable},
  {
    id: 20,
    statements: dialect => [
      `ALTER TABLE lineage_run ADD COLUMN job ${dialect.types.text} NOT NULL DEFAULT ''`,
      `UPDATE lineage_run SET job = replace(${jobPart(dialect, 'namespace')}, ' ', '%20') || ' ' || ${jobPart(dialect, 'name')}`,
      `UPDATE lineage_run SET job = ${uniqueKeySql(dialect, 'job')} WHERE length(job) > 600`,
      createTable(lineageJob, dialect),
      `INSERT INTO lineage_job (job, process) SELECT DISTINCT job, ${uniqueKeySql(dialect, 'process')} FROM lineage_run`,
      'CREATE INDEX lineage_run_job ON lineage_run (job, ended, run_id)',
      'CREATE INDEX lineage_run_ended ON lineage_run (ended, run_id)',
    ],
  },
  {
    id: 21,
    statements: dialect => [
      createTable(followDigest, dialect),
      'CREATE INDEX follow_digest_due ON follow_digest (due_time)',
    ],
  },
  {
    id: 22,
    statements: dialect => [
      createTable(lineageMade, dialect),
      'CREATE INDEX lineage_run_sibling ON lineage_run (sibling, result)',
    ],
  },
];

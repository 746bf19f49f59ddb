import assert from 'node:assert/strict';
import type {Difference} from '../replay.ts';
import {isRefusal, type Table} from './table.ts';

const ownWords: Difference = {
  why: 'the message names the place of the mistake and does not repeat the body',
  check: isRefusal,
};
const namesType: Difference = {
  why: 'the message names the type, where there it said {0}',
  check: isRefusal,
};

type Results = {count: number; results: string[]};
const oneMoreEnum: Difference = {
  why: 'the stock types here have one enum more',
  check: (body, recorded) => {
    const [ours, theirs] = [body as Results, recorded as Results];
    const more = ours.results.filter(name => !theirs.results.includes(name));
    assert.deepEqual(more, ['audit_row_kind']);
    assert.deepEqual([ours.count, ours.results.length], [theirs.count + 1, theirs.count + 1]);
  },
};

const anyEntity: Difference = {
  why: 'there a property that is not unique finds any entity of the type; here it is refused',
  status: 400,
  row: 'V1: an entity by a property that is not unique, or that its type does not have',
  check: isRefusal,
};

const words: Difference = {
  why: 'there full text search was off and found nothing',
  check: body => {
    const {queryType, count, results} = body as {
      queryType: string;
      count: number;
      results: {score: number}[];
    };
    assert.equal(queryType, 'full-text');
    assert.ok(count > 0 && count === results.length);
    for (const row of results) {
      assert.deepEqual(Object.keys(row).sort(), ['guid', 'score', 'typeName']);
      assert.ok(row.score >= 0);
    }
  },
};

type Row = Record<string, unknown> & {$id$?: {state: string}; columns?: Row[]};
const isT3 = (row: Row) => row['name'] === 't3';
/** What a row shows, but for guids, moments and the owner of t3. */
const told = (row: Row): unknown[] => [
  row['qualifiedName'],
  isT3(row) ? null : row['owner'],
  row.$id$?.state,
  Object.keys(row).sort(),
  row['$traits$'],
  row['kind'],
  row['created'],
  row['parameters'],
  (row.columns ?? []).map(told),
];

type Events = {action: string; user: string; details: string}[];
/** But for the JSON in their details. */
const sameEvents = (ours: Events, theirs: Events) => {
  const told = (events: Events) =>
    events.map(({action, user, details}) => [action, user, details.replace(/\{.*/, '')]);
  assert.deepEqual(told(ours), told(theirs));
  assert.deepEqual(
    ours.map(one => Object.keys(one).sort()),
    theirs.map(one => Object.keys(one).sort()),
  );
};
const details: Difference = {
  why: 'details tell the whole entity as it was after the event, there they repeat what the request had of it',
  check: (body, recorded) =>
    sameEvents((body as {events: Events}).events, (recorded as {events: Events}).events),
};
const laterDetails: Difference = {
  why: `${details.why}; the entity stands beside them when it is asked for`,
  check: (body, recorded) => sameEvents(body as Events, recorded as Events),
};

const version: Difference = {
  why: 'name, version and description are ours and can be configured',
  without: ['Name', 'Version', 'Description', 'Revision'],
};
const threads: Difference = {
  why: 'there are no threads of Java to tell of; any Accept header is answered',
  status: 200,
  check: body => assert.match(String(body), /^Process \d+/),
};
const sameKeys = (body: unknown, recorded: unknown) =>
  assert.deepEqual(Object.keys(body as object).sort(), Object.keys(recorded as object).sort());

/** The V1 API: types, entities, traits, lineage, search, audit. */
export const legacy: Table = {
  differs: {
    '1005-types-create-multiplicity-as-object': ownWords,
    '1010-types-create-attribute-without-multiplicity': ownWords,
    '1013-types-create-malformed-json': ownWords,
    '1014-types-create-empty-body': ownWords,
    '1016-types-create-not-an-object': ownWords,
    '1035-types-list-type-ENUM': oneMoreEnum,
    '1041-types-list-all': oneMoreEnum,
    '2020-entities-get-by-property-not-unique': anyEntity,
    '2021-entities-get-by-property-unknown-attribute': anyEntity,
    '2026-entities-list-type-never-created': namesType,
    '2028-entities-list-unknown-type': namesType,
    '2037-entities-partial-update-missing-guid': {
      why: 'there an update of a guid that nothing has changes another entity; here it is refused',
      status: 404,
      row: 'V1: an update of a guid that does not exist',
      check: isRefusal,
    },
    '2038-entities-partial-update-wrong-type': {
      why: "there the value is kept for a type that is not the entity's, where nobody reads it; here nothing is changed, and told",
      check: body => assert.deepEqual(Object.keys(body as object), ['requestId']),
    },
    '4009-search-fulltext-fallback': words,
    '4033-search-fulltext-word': words,
    '4034-search-fulltext-qualifiedName': words,
    '4036-search-fulltext-wildcard': words,
    '4041-search-fulltext-limit': words,
    '4039-search-fulltext-typename': words,
    '4038-search-fulltext-bad-syntax': {
      why: 'there the index took the words for its own syntax and failed; here any words may be searched for',
      status: 200,
      check: body => assert.equal((body as {count: number}).count, 0),
    },
    '4021-search-dsl-own-type': {
      why: 'there the update of a guid that nothing has gave t3 an owner; here it was refused',
      check: (body, recorded) => {
        const [ours, theirs] = [body, recorded].map(
          one => new Map((one as {results: Row[]}).results.map(row => [row['name'], told(row)])),
        );
        assert.deepEqual(ours, theirs);
        assert.equal((body as {results: Row[]}).results.find(isT3)?.['owner'], null);
      },
    },
    '4023-search-dsl-limit-in-query': {
      why: 'which one comes first is left open without an order',
      check: (body, recorded) => {
        type Rows = {count: number; results: [Record<string, unknown>]};
        const [ours, theirs] = [body as Rows, recorded as Rows];
        assert.equal(ours.count, 1);
        sameKeys(ours.results[0], theirs.results[0]);
        assert.equal(ours.results[0]['$typeName$'], 'hive_table');
      },
    },
    '5014-audit-after-create': details,
    '5015-audit-after-trait-add': details,
    '5016-audit-all': details,
    '5018-audit-startKey': {
      why: 'the key is one of that server, which nothing has here',
      check: body => assert.deepEqual((body as {events: unknown}).events, []),
    },
    '5024-audit-v2-same': laterDetails,
    '5025-audit-v2-action': {
      why: 'the audit store there ignored the action',
      check: body =>
        assert.deepEqual(
          (body as Events).map(one => one.action),
          ['CLASSIFICATION_ADD'],
        ),
    },
    '5026-audit-v2-sort': laterDetails,
    '5027-admin-version': version,
    '5033-admin-version-java-client-headers': version,
    '5028-admin-stack': threads,
    '5032-admin-stack-text': threads,
    '5030-admin-session': {
      why: 'the token is random, the time zones are those of the running engine, and other features are switched on',
      check: sameKeys,
    },
    '5031-admin-metrics': {
      why: 'other moments, another process',
      check: (body, recorded) => {
        type Metrics = {data: Record<string, object>};
        const [ours, theirs] = [body as Metrics, recorded as Metrics];
        sameKeys(ours.data, theirs.data);
        sameKeys(ours.data['general'] ?? {}, theirs.data['general'] ?? {});
      },
    },
  },
  notEqualYet: [],
};

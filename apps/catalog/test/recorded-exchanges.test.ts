// Requests recorded with their answers from a running server of the reference product, replayed in
// their order against /api/atlas: what existing clients got is what they get here, field for field.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {Exchange} from './recorded/compare.ts';
import {Replay, withoutFields, type Difference} from './recorded/replay.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const exchanges = JSON.parse(
  readFileSync(join(import.meta.dirname, 'recorded', 'exchanges.json'), 'utf8'),
) as Exchange[];

const isError = (body: unknown) => {
  const {errorCode, errorMessage} = body as {errorCode?: unknown; errorMessage?: unknown};
  assert.match(String(errorCode), /^(ATLAS|GAZETTEER)-\d{3}-\d\d-\w{3}$/);
  assert.ok(typeof errorMessage === 'string' && errorMessage.length > 0);
};
const isJsonError = (body: unknown) => {
  assert.deepEqual(Object.keys(body as object), ['error']);
  assert.ok(String((body as {error: string}).error).length > 10);
};
const plainFault = (status: number): Difference => ({
  why: 'there it was a fault that answered 500 with plain text; here it has its status and a JSON error',
  status,
  check: isError,
});
const ownWords: Difference = {why: 'the message of the JSON parser is our own', check: isJsonError};
const otherData = 'the recording server held more entities and types than this replay makes';

/**
 * The same fields in the answer, in its search parameters and in the first entity; the hits are
 * others.
 */
const sameShape = (body: unknown, recorded: unknown) => {
  type Search = {searchParameters: object; entities: object[]; approximateCount: number};
  const [ours, theirs] = [body as Search, recorded as Search];
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort());
  assert.deepEqual(ours.searchParameters, theirs.searchParameters);
  assert.ok(ours.approximateCount >= ours.entities.length);
  assert.deepEqual(
    Object.keys(ours.entities[0] ?? {}).sort(),
    Object.keys(theirs.entities[0] ?? {}).sort(),
  );
};

type Header = {guid?: string; name: string};
const stockHeaders = exchanges.find(one => one.name === '66-csrf-browser-get')?.answer
  .body as Header[];
const sameTypes = (body: unknown) => {
  const byName = new Map(
    (body as Header[]).map(header => [header.name, withoutFields(header, ['guid'])]),
  );
  const ours = stockHeaders.map(header => byName.get(header.name) ?? `${header.name} is missing`);
  assert.deepEqual(ours, stockHeaders);
};
const session: Difference = {
  why: 'the token is random, the list of time zones is that of the running engine, lineage on demand and relationship search are on, and Chrome is a browser whatever its version',
  without: [
    '_csrfToken',
    'timezones',
    'atlas.rest-csrf.browser-useragents-regex',
    'atlas.lineage.on.demand.enabled',
    'atlas.relationship.search.enabled',
  ],
  check: body => {
    const {_csrfToken, timezones, ...flags} = body as {_csrfToken: string; timezones: string[]};
    assert.equal((flags as Record<string, unknown>)['atlas.lineage.on.demand.enabled'], true);
    assert.equal((flags as Record<string, unknown>)['atlas.relationship.search.enabled'], true);
    assert.match(_csrfToken, /^\w{20}$/);
    assert.ok(timezones.includes('Europe/Berlin'));
  },
};

const sameAudit = (body: unknown) => {
  const events = body as {entityId: string; action: string; details: string; eventKey: string}[];
  assert.ok(events.length > 0 && events.length <= 5);
  for (const event of events) {
    assert.deepEqual(Object.keys(event).sort(), [
      'action',
      'details',
      'entity',
      'entityId',
      'eventKey',
      'timestamp',
      'type',
      'user',
    ]);
    assert.ok(event.eventKey.startsWith(event.entityId));
    assert.match(event.details, /^[A-Z][a-z ]+: /);
  }
};

/**
 * Every place where ours answers otherwise than recorded, with its reason. Whatever is not here has
 * to be equal.
 */
const differences: Readonly<Record<string, Difference>> = {
  '01-version': {
    why: 'name, version and description are ours and can be configured',
    without: ['Name', 'Version', 'Description', 'Revision'],
    check: body => assert.equal((body as {Name: string}).Name, 'gazetteer'),
  },
  '21-missing-mandatory': {
    why: 'the message tells the first issue as it always did; a further field has them all',
    additional: ['errors'],
  },
  '03-session': session,
  '68-csrf-session-browser': session,
  '47-bad-json': ownWords,
  '48-bad-json-array': ownWords,
  '51-json-wrong-value-type': ownWords,
  '49-empty-body': plainFault(400),
  '50-wrong-content-type': plainFault(415),
  '52-unknown-path': plainFault(404),
  '53-wrong-method': plainFault(405),
  '91-lineage-bad-direction': plainFault(400),
  '54-accept-xml': plainFault(406),
  '93-audit': {
    why: 'there the first audit store failed with 500; here it answers as a fresh server of the reference does',
    status: 200,
    check: sameAudit,
  },
  '65-csrf-nonbrowser-post-without-header': {why: otherData, check: sameShape},
  '69-csrf-browser-post-with-session-token': {why: otherData, check: sameShape},
  '78-search-limit-too-big': {why: otherData, check: sameShape},
  '72-search-basic': {
    why: 'there the index lagged behind the entity that had just been made; here every search sees every write',
    check: body => {
      const {entities, approximateCount} = body as {
        entities: {displayText: string}[];
        approximateCount: number;
      };
      assert.deepEqual([entities.map(one => one.displayText), approximateCount], [['t'], 1]);
    },
  },
  '86-search-fulltext': {
    why: 'there full text search was off and found nothing; here it is another form of the same search',
    check: body => {
      const {queryType, fullTextResult} = body as {
        queryType: string;
        fullTextResult: {score: number}[];
      };
      assert.equal(queryType, 'FULL_TEXT');
      assert.equal(fullTextResult.length, 3);
      assert.ok(fullTextResult.every(one => one.score > 0));
    },
  },
  '84-search-dsl': {
    why: otherData,
    check: (body, recorded) => {
      type Dsl = {entities: object[]};
      const [ours, theirs] = [body as Dsl, recorded as Dsl];
      const {entities, ...rest} = ours;
      assert.deepEqual(rest, withoutFields(theirs, ['entities']));
      assert.deepEqual(
        entities.map(one => Object.keys(one)),
        theirs.entities.map(one => Object.keys(one)),
      );
    },
  },
  '85-search-dsl-bad': {
    why: 'the reason names the place and what was expected there, and the query is told as it came, without a limit',
    check: body => {
      assert.deepEqual(body, {
        errorCode: 'ATLAS-400-00-059',
        errorMessage:
          "Invalid DSL query: hive_db where == | Reason: line 1, column 15: expected an attribute, found '='. " +
          'Please refer to Atlas DSL grammar for more information',
      });
    },
  },
  '66-csrf-browser-get': {why: otherData, check: sameTypes},
  '71-session-cookie-only-no-basic': {why: otherData, check: sameTypes},
};

/** Lists whose order is left open: maps and sets of the reference product. */
const unordered = new Set([
  'relationshipAttributeDefs',
  'classificationNames',
  'labels',
  'subTypes',
  'suggestions',
  'entities',
]);

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: recorded exchanges`, options, () => {
    let server: RunningCatalog;
    let replay: Replay;

    before(async () => {
      server = await start();
      replay = new Replay(server, unordered);
    });
    after(() => server?.stop());

    for (const exchange of exchanges) {
      test(
        exchange.name,
        async () =>
          await replay.assertSameAnswer(
            await replay.send(exchange),
            exchange,
            differences[exchange.name],
          ),
      );
    }
  });
}

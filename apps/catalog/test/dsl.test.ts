// DSL queries through the whole server, on both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Entity} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Header = Entity & {displayText: string; classifications: {typeName: string}[]};
type Result = {
  queryType: string;
  queryText: string;
  entities?: Header[];
  attributes?: {name: string[]; values: unknown[][]};
  approximateCount: number;
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: DSL`, options, () => {
    let server: RunningCatalog;
    const api = (path: string, body?: object, method?: string) =>
      ask(`${server.url}/api/atlas/v2${path}`, {...(body && {body}), ...(method && {method})});
    const get = (parameters: Record<string, string>) =>
      api(`/search/dsl?${new URLSearchParams(parameters).toString()}`);
    const dsl = async (query: string) => {
      const {status, json, text} = await get({query});
      assert.equal(status, 200, text);
      return json as Result;
    };
    const names = async (query: string) =>
      ((await dsl(query)).entities ?? []).map(one => one.displayText);
    const rows = async (query: string) => (await dsl(query)).attributes?.values;
    const refused = async (
      parameters: Record<string, string>,
      status: number,
      code: string,
      message: RegExp,
    ) => {
      const answer = await get(parameters);
      const {errorCode, errorMessage} = answer.json as {errorCode: string; errorMessage: string};
      assert.deepEqual([answer.status, errorCode], [status, code]);
      assert.match(errorMessage, message);
    };

    before(async () => {
      server = await start();
      await api('/types/typedefs', {
        classificationDefs: [
          {name: 'PII'},
          {name: 'Log Data'},
          {name: 'PII_mail', superTypes: ['PII']},
        ],
      });
      const entity = (typeName: string, guid: string, name: string, more: object = {}) => ({
        typeName,
        guid,
        attributes: {qualifiedName: `${name}@cl1`, name, ...more},
      });
      const db = {clusterName: 'cl1'};
      await api('/entity/bulk', {
        entities: [
          entity('hive_db', '-1', 'Sales', {...db, owner: 'John'}),
          entity('hive_db', '-2', 'Reporting', {...db, owner: 'Jane', location: 's3://reports'}),
          {
            ...entity('hive_table', '-3', 'sales_fact', {
              owner: 'ann',
              retention: 5,
              createTime: 1_700_000_000_000,
              temporary: true,
              db: {guid: '-1'},
            }),
            classifications: [{typeName: 'PII_mail'}],
          },
          entity('hive_table', '-4', 'sales_dim', {
            owner: 'bob',
            retention: 7,
            createTime: 1_710_000_000_000,
            db: {guid: '-1'},
          }),
          entity('hive_table', '-5', 'log', {
            owner: 'ann',
            retention: 1,
            createTime: 1_720_000_000_000,
            db: {guid: '-2'},
          }),
          entity('hive_column', '-6', 'customer_id', {type: 'int', table: {guid: '-3'}}),
          entity('hive_column', '-7', 'day', {type: 'date', table: {guid: '-3'}}),
          {
            ...entity('hive_column', '-8', 'line', {type: 'string', table: {guid: '-5'}}),
            classifications: [{typeName: 'Log Data'}],
          },
        ],
      });
    });
    after(() => server?.stop());

    test('entities come with their classifications, uncounted, the newest first', async () => {
      const result = await dsl('hive_table where hive_table isa PII');
      assert.deepEqual(Object.keys(result), [
        'queryType',
        'queryText',
        'entities',
        'approximateCount',
      ]);
      assert.deepEqual(
        [result.queryType, result.queryText, result.approximateCount],
        ['DSL', 'hive_table where hive_table isa PII', -1],
      );
      assert.deepEqual(
        result.entities?.map(one => [one.displayText, one.classifications[0]?.typeName]),
        [['sales_fact', 'PII_mail']],
      );
      assert.deepEqual(await names('hive_table'), ['log', 'sales_dim', 'sales_fact']);
      assert.equal('entities' in (await dsl('hive_process')), false, 'no field without a hit');
    });

    test('types and conditions in sequence must all hold', async () => {
      for (const query of [
        'hive_table from hive_table',
        'hive_table, Asset',
        'Asset hive_table',
        '`hive_table` , hive_table',
      ]) {
        assert.deepEqual(await names(query), ['log', 'sales_dim', 'sales_fact'], query);
      }
      assert.deepEqual(await names('hive_table, hive_column'), []);
      assert.deepEqual(await names('hive_table, PII'), ['sales_fact']);
      assert.deepEqual(await names('hive_table as t, owner = "ann", t.retention = 1'), ['log']);
      assert.deepEqual(await names('where owner = "ann" from hive_table'), ['log', 'sales_fact']);
      assert.deepEqual(await names('name = "log"'), ['log']);
      assert.deepEqual(await names('where name = "Sales" or name = "day"'), ['day', 'Sales']);
      assert.deepEqual((await get({typeName: 'hive_db', query: 'name="Sales"'})).status, 200);
      assert.deepEqual((await get({typeName: 'hive_db', query: 'from hive_db'})).status, 200);
      await refused({query: 'hive_table u'}, 400, 'ATLAS-400-00-059', /u type not found/);
      await refused(
        {query: 'hive_table, '},
        400,
        'ATLAS-400-00-059',
        /expected the name of a type/,
      );
    });

    test('what is selected comes alone, and a page below 0 is the usual one', async () => {
      assert.deepEqual(Object.keys(await dsl('hive_db select name')), [
        'attributes',
        'approximateCount',
      ]);
      const {entities} = (await get({query: 'hive_table', limit: '-1', offset: '-1'}))
        .json as Result;
      assert.equal(entities?.length, 3);
    });

    test('type and classification may stand beside the query', async () => {
      const result = (await get({typeName: 'hive_table', query: 'where owner = bob'}))
        .json as Result;
      assert.equal(result.queryText, '`hive_table` where owner = bob');
      assert.deepEqual(
        result.entities?.map(one => one.displayText),
        ['sales_dim'],
      );
      const tagged = (await get({typeName: 'hive_column', classification: 'Log Data'}))
        .json as Result;
      assert.deepEqual(
        tagged.entities?.map(one => one.displayText),
        ['line'],
      );
    });

    test('conditions on attributes of every kind', async () => {
      assert.deepEqual(await names(`hive_table where name like '*sales*' and retention >= 7`), [
        'sales_dim',
      ]);
      assert.deepEqual(await names(`hive_table where createTime > '2024-01-01' orderby name`), [
        'log',
        'sales_dim',
      ]);
      assert.deepEqual(await names('hive_table where temporary = true'), ['sales_fact']);
      assert.deepEqual(await names(`hive_table where owner = ['bob', 'eve']`), ['sales_dim']);
      assert.deepEqual(await names(`hive_db has location`), ['Reporting']);
      assert.deepEqual(await names(`hive_table where __state = 'ACTIVE' and not (owner = 'ann')`), [
        'sales_dim',
      ]);
      assert.deepEqual(await names('`Log Data`'), ['line']);
      assert.deepEqual(await names(`Asset where name = 'log'`), ['log']);
    });

    test('conditions on related entities', async () => {
      assert.deepEqual(await names(`hive_table where db.name = 'Sales' orderby name desc`), [
        'sales_fact',
        'sales_dim',
      ]);
      assert.deepEqual(await names(`hive_column where table.db.location = 's3://reports'`), [
        'line',
      ]);
      assert.deepEqual(await names(`hive_table where columns.name = 'day'`), ['sales_fact']);
      assert.deepEqual(await names('hive_table has columns'), ['log', 'sales_fact']);
      assert.deepEqual(await names('hive_column where table isa PII'), ['day', 'customer_id']);
    });

    test('tables of values, of groups and of totals', async () => {
      const selected = await dsl(
        `hive_table as t where t.owner = 'ann' select t.name, retention as days orderby days`,
      );
      assert.deepEqual(selected.attributes, {
        name: ['t.name', 'days'],
        values: [
          ['log', 1],
          ['sales_fact', 5],
        ],
      });
      assert.deepEqual(
        await rows(
          'hive_table groupby (owner) select owner, count(), max(retention) orderby count()',
        ),
        [
          ['bob', 1, 7],
          ['ann', 2, 5],
        ],
      );
      assert.deepEqual(
        await rows('hive_table select count(), sum(retention), min(name), max(createTime)'),
        [[3, 13, 'log', 1_720_000_000_000]],
      );
      assert.deepEqual(
        await rows(`hive_table where name = 'none' select count(), sum(retention)`),
        [[0, 0]],
      );
      assert.deepEqual(await rows(`hive_table where db.name = 'Sales' select db.name, db.owner`), [
        ['Sales', 'John'],
      ]);
      assert.deepEqual(await names(`hive_table where owner = 'bob' select db`), ['Sales']);
      assert.deepEqual(await names('hive_table groupby (owner)'), [
        'sales_fact',
        'log',
        'sales_dim',
      ]);
    });

    test('pages: those of the request, or those of the query', async () => {
      const page = async (parameters: Record<string, string>) =>
        ((await get(parameters)).json as Result).entities?.map(one => one.displayText);
      assert.deepEqual(await page({query: 'hive_table', limit: '1', offset: '1'}), ['sales_dim']);
      assert.deepEqual(await page({query: 'hive_table limit 2', limit: '1'}), ['log', 'sales_dim']);
      assert.deepEqual(await page({query: 'hive_table limit 2 offset 2'}), ['sales_fact']);
      assert.equal(await page({query: 'hive_table limit 0'}), undefined);
    });

    test('what was deleted is found with what went with it', async () => {
      await api(
        '/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=log@cl1',
        undefined,
        'DELETE',
      );
      assert.deepEqual(await names(`hive_column where table.name = 'log'`), ['line']);
      assert.deepEqual(await names(`hive_table where __state = 'DELETED'`), ['log']);
    });

    test('assigned terms, by their name and their qualified name', async () => {
      const answer = await api('/entity/bulk', {
        entities: [
          {
            typeName: 'AtlasGlossary',
            guid: '-1',
            attributes: {qualifiedName: 'money', name: 'money'},
          },
          {
            typeName: 'AtlasGlossaryTerm',
            guid: '-2',
            attributes: {qualifiedName: 'profit@money', name: 'profit'},
            relationshipAttributes: {anchor: {guid: '-1', typeName: 'AtlasGlossary'}},
          },
          {
            typeName: 'hive_db',
            guid: '-3',
            attributes: {qualifiedName: 'books@cl1', name: 'books', clusterName: 'cl1'},
            relationshipAttributes: {meanings: [{guid: '-2', typeName: 'AtlasGlossaryTerm'}]},
          },
        ],
      });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await names(`hive_db hasTerm 'profit@money'`), ['books']);
      assert.deepEqual(await names(`hive_db hasTerm profit`), ['books']);
      assert.deepEqual(await names(`hive_db hasTerm loss`), []);
    });

    test('a search is explained: what leads to the hits, what is tested, and how the database goes about it', async () => {
      type Statement = {sql: string; rows: number; plan: string[]};
      type Explanation = {
        steps: string[];
        statements: Statement[];
        approximateCount: number;
        queryText?: string;
      };
      const explain = async (path: string, body?: object) => {
        const answer = await api(`/search/explain/${path}`, body);
        assert.equal(answer.status, 200, answer.text);
        const explanation = answer.json as Explanation;
        assert.ok(explanation.statements.length > 0);
        for (const {sql, plan} of explanation.statements)
          assert.ok(/^(SELECT|WITH) /.test(sql) && plan.length > 0, sql);
        return explanation;
      };
      const text = `hive_table where db.name = 'Sales' and tableType = 'x'`;
      const dsl = await explain(`dsl?${new URLSearchParams({query: text}).toString()}`);
      assert.equal(dsl.queryText, `from ${text}`);
      assert.match(dsl.steps.join('\n'), /^Types: hive_table \(\d ACTIVE\)/);
      assert.match(
        dsl.steps.join('\n'),
        /Led by an index: is related by hive_table_db to one that \(name = "Sales"\)/,
      );
      const filter = {attributeName: 'tableType', operator: 'eq', attributeValue: 'x'};
      const basic = await explain('basic', {typeName: 'hive_table', entityFilters: filter});
      assert.match(
        basic.steps.join('\n'),
        /Led by the types.*\n.*by reading the entity: tableType = "x"/,
      );
      assert.match(
        (await explain('basic?query=sales')).steps.join('\n'),
        /Led by the words.*\nBy where the words are/,
      );
      assert.ok((await explain('quick?query=sal')).approximateCount > 0);
      assert.equal((await api('/search/explain/dsl?query=nope')).status, 400);
    });

    test('junk is refused with a reason', async () => {
      const bad = (query: string, message: RegExp) =>
        refused({query}, 400, 'ATLAS-400-00-059', message);
      await bad('', /line 1, column 1: expected the name of a type/);
      await bad(
        'hive_db where name =',
        /line 1, column 21: expected a value, found the end of the query/,
      );
      await bad('nope', /DSL Semantic Error - nope type not found/);
      await bad('hive_order', /From source hive_order is not a valid Entity\/Classification type/);
      await bad('hive_table isa nope', /nope classification not found/);
      await bad('hive_table where nope = 1', /nope attribute not found for type hive_table/);
      await bad('hive_table groupby (db.name)', /GroupBy attribute db.name is non-primitive/);
      await bad(
        'hive_table select owner, db.name',
        /Select clause has simple and referred attributes/,
      );
      await refused(
        {query: `hive_db where name = '${'x'.repeat(5000)}'`},
        400,
        'ATLAS-400-00-058',
        /dsl-max-query-str-length/,
      );
    });
  });
}

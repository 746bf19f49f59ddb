import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {AppError, grantsOf, maxBatchRequests, readPolicy} from '@gazetteer/model';
import {ask} from './client.ts';
import {localDatabases} from './local-databases.ts';
import {LocalCatalog} from './random-catalog.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Part = {id?: string; method: string; path: string; body?: unknown};

void suite('several changes in one request', () => {
  let server: RunningCatalog;
  before(async () => void (server = await startFreshCatalog()));
  after(async () => await server.stop());

  const api = (path: string) => `${server.url}/api/meta${path}`;
  const batch = async (requests: unknown, query = '') =>
    await ask(api(`/v2/batch${query}`), {method: 'POST', body: {requests}});
  const glossaries = async () => {
    const {json} = await ask(api('/v2/glossary'));
    return (json as {name: string}[]).map(one => one.name);
  };
  /** A type, an entity of it, a glossary with a term, and the term on the entity. */
  const whole = (name: string): Part[] => [
    {
      method: 'POST',
      path: '/v2/types/typedefs',
      body: {
        classificationDefs: [{name: `${name}Tag`, superTypes: [], attributeDefs: []}],
        entityDefs: [{name: `${name}Report`, superTypes: ['DataSet'], attributeDefs: []}],
      },
    },
    {
      id: 'report',
      method: 'POST',
      path: '/v2/entity',
      body: {
        entity: {
          guid: '-1',
          typeName: `${name}Report`,
          attributes: {qualifiedName: `${name}@here`, name},
          classifications: [{typeName: `${name}Tag`}],
        },
      },
    },
    {id: 'glossary', method: 'POST', path: '/v2/glossary', body: {name: `${name} words`}},
    {
      id: 'term',
      method: 'POST',
      path: '/v2/glossary/term',
      body: {name: `${name} term`, anchor: {glossaryGuid: {$ref: 'glossary.guid'}}},
    },
    {
      method: 'POST',
      path: '/v2/glossary/terms/{term.guid}/assignedEntities',
      body: [{guid: {$ref: 'report.guidAssignments.-1'}}],
    },
  ];

  test('are made in their order, and later ones use what earlier ones were answered', async () => {
    const {status, json, text} = await batch(whole('First'));
    assert.equal(status, 200, text);
    const {responses} = json as {responses: {id?: string; body?: unknown}[]};
    assert.deepEqual(
      responses.map(one => [one.id, one.body === undefined]),
      [
        [undefined, false],
        ['report', false],
        ['glossary', false],
        ['term', false],
        [undefined, true],
      ],
    );
    const found = await ask(
      api('/v2/entity/uniqueAttribute/type/FirstReport?attr:qualifiedName=First@here'),
    );
    const {entity} = found.json as {
      entity: {
        classifications: {typeName: string}[];
        relationshipAttributes: {meanings: {displayText: string}[]};
      };
    };
    assert.deepEqual(
      entity.classifications.map(one => one.typeName),
      ['FirstTag'],
    );
    assert.deepEqual(
      entity.relationshipAttributes.meanings.map(one => one.displayText),
      ['First term'],
    );
  });

  test('leave nothing behind when one of them fails, which is told', async () => {
    const before = await glossaries();
    const {status, json} = await batch([
      ...whole('Second'),
      {method: 'DELETE', path: '/v2/glossary/0198f0c2-7a00-7000-8000-000000000001'},
    ]);
    assert.equal(status, 404);
    const {errorCode, errorMessage} = json as {errorCode: string; errorMessage: string};
    assert.equal(errorCode, 'ATLAS-404-00-005');
    assert.match(errorMessage, /^Request 6 of 6, DELETE \/v2\/glossary\/0198f0c2.*: Given /);
    assert.deepEqual(await glossaries(), before);
    assert.equal((await ask(api('/v2/types/typedef/name/SecondReport'))).status, 404);
  });

  test('hold what no double holds, braces of names, and members that look like references', async () => {
    const requests = [
      {
        method: 'POST',
        path: '/v2/entity',
        body: {
          entity: {
            typeName: 'hive_db',
            attributes: {
              qualifiedName: '{env}',
              name: 'digits',
              clusterName: 'c',
              parameters: {$$ref: 'a.b'},
            },
          },
        },
      },
      {
        method: 'PUT',
        path: '/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=%7Benv%7D',
        body: {entity: {typeName: 'hive_db', attributes: {description: 'digits'}}},
      },
    ];
    const body = JSON.stringify({requests}).replace(
      '"description":"digits"',
      '"description":12345678901234567890',
    );
    const {status, text} = await ask(api('/v2/batch'), {body});
    assert.equal(status, 200, text);
    const {json} = await ask(
      api('/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName={env}'),
    );
    const {entity} = json as {entity: {attributes: Record<string, unknown>}};
    assert.equal(entity.attributes['description'], '12345678901234567890');
    assert.deepEqual(entity.attributes['parameters'], {$ref: 'a.b'});
  });

  test('are rehearsed together', async () => {
    const before = await glossaries();
    const {status, json, text} = await batch(whole('Third'), '?dryRun=true');
    assert.equal(status, 200, text);
    const {changes} = json as {
      changes: Record<string, Record<string, {count: number; list: unknown[]}>>;
    };
    assert.deepEqual(
      [
        changes['types']?.['created']?.list,
        changes['entities']?.['created']?.list
          .map(one => (one as {typeName: string}).typeName)
          .sort(),
        changes['classifications']?.['added']?.count,
      ],
      [
        ['ThirdReport', 'ThirdTag'],
        ['AtlasGlossary', 'AtlasGlossaryTerm', 'ThirdReport', '__MetaAuditEntry'],
        1,
      ],
    );
    assert.deepEqual(await glossaries(), before);
  });

  test('what cannot be a part is refused before anything is done', async () => {
    const refused: [unknown, RegExp][] = [
      [[{method: 'POST', path: '/v2/batch', body: {requests: []}}], /cannot be a part of a batch/],
      [[{method: 'POST', path: '/v2/search/basic', body: {}}], /cannot be a part of a batch/],
      [[{method: 'POST', path: '/v2/tokens', body: {name: 'a'}}], /cannot be a part of a batch/],
      [[{method: 'PUT', path: '/admin/purge', body: []}], /cannot be a part of a batch/],
      [[{method: 'GET', path: '/v2/glossary'}], /method/],
      [
        [{method: 'DELETE', path: '/v2/glossary/a?dryRun=true'}],
        /dryRun is a parameter of POST \/v2\/batch/,
      ],
      [[{method: 'DELETE', path: '/v2/glossary/a?deletetype=HARD'}], /deletetype is a parameter/],
      [[{method: 'POST', path: '/v2/glossary/%zz', body: {}}], /not encoded/],
      [[{method: 'POST', path: '/v2/glossary'}], /Request 1 of 1, POST \/v2\/glossary: .*no body/],
      [[{method: 'POST', path: '/v2/glossary', body: null}], /Request 1 of 1/],
      [[{method: 'POST', path: '/v2/glossary', body: {$ref: 'later.guid'}}], /no earlier request/],
      [
        [
          {id: 'a', method: 'POST', path: '/v2/glossary', body: {name: 'Kept out'}},
          {method: 'DELETE', path: '/v2/glossary/{a.nothing.at.all}'},
        ],
        /The answer has no .+a\.nothing\.at\.all/,
      ],
      [[{id: 'a b', method: 'POST', path: '/v2/glossary', body: {}}], /the id a b has more/],
      [
        [1, 2].map(() => ({id: 'a', method: 'POST', path: '/v2/glossary', body: {}})),
        /another one of id a/,
      ],
      [
        Array.from({length: maxBatchRequests + 1}, () => ({
          method: 'POST',
          path: '/v2/glossary',
          body: {},
        })),
        /at most 1000/,
      ],
      [null, /requests/],
      [[null], /requests/],
    ];
    for (const [requests, pattern] of refused) {
      const {status, text} = await batch(requests);
      assert.equal(status, 400, `${text} ${JSON.stringify(requests).slice(0, 200)}`);
      assert.match(text, pattern);
    }
    assert.ok(!(await glossaries()).includes('Kept out'));
  });
});

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

for (const {name, options, open} of localDatabases(cluster)) {
  void suite(`permissions of a batch, on ${name}`, options, () => {
    test('a change of types needs no permission for entities', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        const {policy} = readPolicy({
          roles: {
            R: {
              entityPermissions: [
                {privileges: ['entity-read'], entityTypes: ['hive_db'], entityIds: ['.*']},
              ],
              typePermissions: [
                {privileges: ['type-create'], typeCategories: ['.*'], typeNames: ['.*']},
              ],
            },
          },
          userRoles: {eve: ['R']},
        });
        const actor = {userName: 'eve', groups: []};
        const eve = {actor, requestId: 'r', grants: {...grantsOf(policy, actor, 0), key: 'types'}};
        const requests = [
          {
            method: 'POST',
            path: '/v2/types/typedefs',
            body: {classificationDefs: [{name: 'Hers', superTypes: [], attributeDefs: []}]},
          },
        ];
        const {responses} = (await catalog.runAs(eve, 'runBatch', {
          body: JSON.stringify({requests}),
        })) as {responses: object[]};
        assert.equal(responses.length, 1);
        const record = {
          method: 'POST',
          path: '/v2/entity',
          body: {entity: {typeName: '__MetaAuditEntry', attributes: {userName: 'bob'}}},
        };
        await assert.rejects(
          catalog.runAs(eve, 'runBatch', {
            body: JSON.stringify({requests: [...requests, record]}),
          }),
        );
      } finally {
        await catalog.close();
      }
    });

    test('each of its changes needs its own', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        const {policy} = readPolicy({
          roles: {
            R: {
              entityPermissions: [
                {
                  privileges: ['entity-read', 'entity-create'],
                  entityTypes: ['.*'],
                  entityIds: ['.*'],
                  entityClassifications: ['.*'],
                },
              ],
            },
          },
          userRoles: {bob: ['R']},
        });
        const actor = {userName: 'bob', groups: []};
        const bob = {actor, requestId: 'r', grants: {...grantsOf(policy, actor, 0), key: 'batch'}};
        const database = {
          method: 'POST',
          path: '/v2/entity',
          body: {
            entity: {
              typeName: 'hive_db',
              attributes: {qualifiedName: 'sales', name: 'sales', clusterName: 'c'},
            },
          },
        };
        const type = {
          method: 'POST',
          path: '/v2/types/typedefs',
          body: {classificationDefs: [{name: 'Mine'}]},
        };
        const run = async (...requests: object[]) =>
          await catalog.runAs(bob, 'runBatch', {body: JSON.stringify({requests})});
        await assert.rejects(run(database, type), (error: unknown) => {
          assert.ok(error instanceof AppError);
          assert.match(
            error.message,
            /^Request 2 of 2, POST .+: bob is not authorized to perform create classification-def/,
          );
          return true;
        });
        const remove = {
          method: 'DELETE',
          path: '/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=sales',
        };
        await assert.rejects(run(database, remove), /bob is not authorized to perform delete/);
        const {responses} = (await run(database)) as {
          responses: {body: {mutatedEntities: Record<string, unknown[]>}}[];
        };
        assert.equal(
          responses[0]?.body.mutatedEntities['CREATE']?.length,
          1,
          'nothing was left of those that were refused',
        );
      } finally {
        await catalog.close();
      }
    });
  });
}

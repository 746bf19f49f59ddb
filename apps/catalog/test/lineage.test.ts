import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Entity} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Lineage = {
  guidEntityMap: Record<string, Entity>;
  relations: {fromEntityId: string; toEntityId: string; relationshipId: string}[];
};

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

for (const {database, options, start} of bothDatabases(cluster)) {
  describe(`lineage on ${database}`, options, () => {
    let server: RunningCatalog;
    /** name -> guid */
    const guids = new Map<string, string>();
    const api = (path: string) => `${server.url}/api/atlas${path}`;
    before(async () => {
      server = await start(['--lineage-max-nodes', '5000']);
      // raw -> clean -> report -> raw: a circle; and side, which a process writes from nothing.
      await saveFlow(
        ['raw', 'clean', 'report', 'side'],
        [
          ['load', ['raw'], ['clean']],
          ['sum', ['clean'], ['report']],
          ['feedback', ['report'], ['raw']],
          ['spring', [], ['side']],
        ],
      );
    });
    after(() => server.stop());

    async function saveFlow(
      tables: string[],
      processes: [name: string, inputs: string[], outputs: string[]][],
    ): Promise<void> {
      const id = (name: string) => ({guid: `-${name}`});
      const entities = [
        ...tables.map(name => ({
          typeName: 'hive_table',
          guid: `-${name}`,
          attributes: {qualifiedName: name, name},
        })),
        ...processes.map(([name, inputs, outputs]) => ({
          typeName: 'spark_process',
          guid: `-${name}`,
          attributes: {qualifiedName: name, name, inputs: inputs.map(id), outputs: outputs.map(id)},
        })),
      ];
      const {status, text, json} = await ask(api('/v2/entity/bulk'), {
        method: 'POST',
        body: {entities},
      });
      assert.equal(status, 200, text);
      for (const [temporary, guid] of Object.entries(
        (json as {guidAssignments: Record<string, string>}).guidAssignments,
      )) {
        guids.set(temporary.slice(1), guid);
      }
    }

    /** The flow as `from>to` by names, sorted, with the number of entities told. */
    async function flow(name: string, query = ''): Promise<{edges: string[]; entities: number}> {
      const {status, text, json} = await ask(api(`/v2/lineage/${guids.get(name)}?${query}`));
      assert.equal(status, 200, text);
      const {guidEntityMap, relations} = json as Lineage;
      const nameOf = (guid: string) => String(guidEntityMap[guid]?.attributes['name']);
      return {
        edges: relations
          .map(one => `${nameOf(one.fromEntityId)}>${nameOf(one.toEntityId)}`)
          .toSorted(),
        entities: Object.keys(guidEntityMap).length,
      };
    }

    test('inputs go against the flow, outputs with it, each as deep as asked', async () => {
      assert.deepEqual((await flow('clean', 'direction=INPUT&depth=1')).edges, [
        'load>clean',
        'raw>load',
      ]);
      assert.deepEqual((await flow('clean', 'direction=OUTPUT&depth=1')).edges, [
        'clean>sum',
        'sum>report',
      ]);
      assert.deepEqual((await flow('clean', 'depth=1')).edges, [
        'clean>sum',
        'load>clean',
        'raw>load',
        'sum>report',
      ]);
    });

    test('a circle is walked once, however deep', async () => {
      const whole = [
        'clean>sum',
        'feedback>raw',
        'load>clean',
        'raw>load',
        'report>feedback',
        'sum>report',
      ];
      for (const depth of [0, 3, 50]) {
        assert.deepEqual(await flow('raw', `direction=OUTPUT&depth=${depth}`), {
          edges: whole,
          entities: 6,
        });
      }
    });

    /** The list as `degree path`, by names. */
    async function impact(name: string, query = '') {
      const {status, text, json} = await ask(api(`/v2/lineage/${guids.get(name)}/impact?${query}`));
      assert.equal(status, 200, text);
      const {assets, guidEntityMap, ...rest} = json as {
        assets: {entity: Entity; degree: number; path: string[]}[];
        guidEntityMap: Record<string, Entity>;
        total: number;
        count: number;
        isPartial: boolean;
        facets: {name: string; values: {value: string; count: number}[]}[];
      };
      const nameOf = (guid: string) => String(guidEntityMap[guid]?.attributes['name']);
      return {
        ...rest,
        list: assets.map(({degree, path}) => `${degree} ${path.map(nameOf).join('>')}`),
      };
    }

    test('impact lists what is reached, nearest first, each with a shortest path', async () => {
      const {list, total, isPartial} = await impact('raw');
      assert.deepEqual(list, ['1 raw>load>clean', '2 raw>load>clean>sum>report']);
      assert.deepEqual([total, isPartial], [2, false]);
      assert.deepEqual((await impact('raw', 'direction=INPUT')).list, [
        '1 raw>feedback>report',
        '2 raw>feedback>report>sum>clean',
      ]);
      assert.deepEqual((await impact('sum')).list, [
        '1 sum>report',
        '2 sum>report>feedback>raw',
        '3 sum>report>feedback>raw>load>clean',
      ]);
      assert.deepEqual((await impact('raw', 'depth=1')).list, ['1 raw>load>clean']);
      assert.deepEqual((await impact('raw', 'offset=1')).list, ['2 raw>load>clean>sum>report']);
      assert.deepEqual((await impact('side')).list, []);
    });

    test('words and facets narrow the impact, each facet counts what the others leave', async () => {
      const counts = async (query: string, name: string) =>
        (await impact('raw', query)).facets.find(one => one.name === name)?.values;
      assert.deepEqual((await impact('raw', 'query=REP')).list, ['2 raw>load>clean>sum>report']);
      assert.deepEqual((await impact('raw', 'degree=1')).list, ['1 raw>load>clean']);
      assert.deepEqual(await counts('degree=1', 'degree'), [
        {value: '1', count: 1},
        {value: '2', count: 1},
      ]);
      assert.deepEqual(await counts('degree=1', 'type'), [{value: 'hive_table', count: 1}]);
      assert.deepEqual(await counts('type=none', 'type'), [
        {value: 'hive_table', count: 2},
        {value: 'none', count: 0},
      ]);
      assert.deepEqual((await impact('raw', `only=${guids.get('report')}`)).list, [
        '2 raw>load>clean>sum>report',
      ]);
      const refused = await ask(api(`/v2/lineage/${guids.get('raw')}/impact?direction=BOTH`));
      assert.equal(refused.status, 400, refused.text);
    });

    test('a deleted process passes nothing on', async () => {
      await saveFlow(['before', 'behind'], [['between', ['before'], ['behind']]]);
      assert.deepEqual((await impact('before')).list, ['1 before>between>behind']);
      await ask(api(`/v2/entity/guid/${guids.get('between')}`), {method: 'DELETE'});
      assert.deepEqual((await impact('before')).list, []);
    });

    test('a process tells its own inputs and outputs; one without inputs is no way to go', async () => {
      assert.deepEqual((await flow('sum', 'depth=1')).edges, ['clean>sum', 'sum>report']);
      assert.deepEqual((await flow('spring')).edges, ['spring>side']);
      assert.deepEqual(await flow('side'), {edges: [], entities: 0});
    });

    test('deleted entities stay in the picture with their status', async () => {
      await saveFlow(['old', 'new'], [['move', ['old'], ['new']]]);
      await ask(api(`/v2/entity/guid/${guids.get('old')}`), {method: 'DELETE'});
      const {json} = await ask(api(`/v2/lineage/${guids.get('new')}`));
      const statuses = Object.values((json as Lineage).guidEntityMap).map(
        one => `${String(one.attributes['name'])} ${String(one['status'])}`,
      );
      assert.deepEqual(statuses.toSorted(), ['move ACTIVE', 'new ACTIVE', 'old DELETED']);
    });

    test('thousands of nodes are one answer', async () => {
      const sources = Array.from({length: 1500}, (_, i) => `s${i}`);
      await saveFlow(
        [...sources, 'hub'],
        sources.map(name => [`p_${name}`, [name], ['hub']]),
      );
      assert.equal((await flow('hub', 'direction=INPUT')).entities, 3001);
    });

    test('where everything leads to everything, answers are bounded and everybody else is answered', async () => {
      const named = (word: string) => Array.from({length: 708}, (_, i) => `${word}${i}`);
      const [sources, targets] = [named('in'), named('out')];
      await saveFlow(
        [...sources, ...targets, 'last'],
        [
          ['mesh', sources, targets],
          ['again', sources, targets],
          ['gather', targets, ['last']],
        ],
      );
      const mesh = (query: string) => ask(api(`/v2/lineage/${guids.get('last')}${query}`));
      const refused = await mesh('?hideProcess=true&direction=INPUT');
      assert.equal(refused.status, 413, refused.text.slice(0, 300));
      assert.match(refused.text, /GAZETTEER-413-00-003.*more than 500000 relations.*hideProcess/);
      assert.equal((await flow('last', 'direction=INPUT')).edges.length, 5 * 708 + 1);
      const {total, isPartial, list} = await impact('last', 'direction=INPUT&limit=1000');
      assert.deepEqual([total, isPartial, list.length], [2 * 708, false, 1000]);
      assert.equal(list[0], '1 last>gather>out0');
      assert.match(list[999] ?? '', /^2 last>gather>out0>mesh>in\d+$/);
    });

    test('impact walks to no more entities than it may and says that there are more', async () => {
      const many = Array.from({length: 5000}, (_, i) => `many${i}`);
      await saveFlow([...many, 'source'], [['spread', ['source'], many]]);
      const {total, isPartial} = await impact('source', 'limit=1');
      // Those that are asked about and led over count.
      assert.deepEqual([total, isPartial], [4998, true]);
    });

    test('a depth below -1 and an unknown direction are refused; 0 and -1 are all', async () => {
      for (const query of ['depth=-2', 'direction=UP']) {
        const {status, json} = await ask(api(`/v2/lineage/${guids.get('raw')}?${query}`));
        assert.deepEqual(
          [status, (json as {errorCode: string}).errorCode],
          [400, 'ATLAS-400-00-026'],
        );
      }
      assert.deepEqual(await flow('raw', 'depth=-1'), await flow('raw', 'depth=0'));
    });

    test('without processes data sets follow each other', async () => {
      assert.deepEqual(await flow('clean', 'depth=1&hideProcess=true'), {
        edges: ['clean>report', 'raw>clean'],
        entities: 3,
      });
      const {json} = await ask(
        api(`/v2/lineage/${guids.get('clean')}?depth=1&hideProcess=true&direction=INPUT`),
      );
      assert.deepEqual((json as Lineage).relations, [
        {
          fromEntityId: guids.get('raw'),
          toEntityId: guids.get('clean'),
          relationshipId: guids.get('load'),
          processId: guids.get('load'),
        },
      ]);
    });

    test('further attributes are told of the types that have them', async () => {
      const {json} = await ask(
        api(`/v2/lineage/${guids.get('clean')}?depth=1&attributes=retention&attributes=inputs`),
      );
      const {guidEntityMap} = json as Lineage;
      assert.ok('retention' in (guidEntityMap[guids.get('raw') ?? '']?.attributes ?? {}));
      assert.ok(!('retention' in (guidEntityMap[guids.get('load') ?? '']?.attributes ?? {})));
    });

    test('classifications that came with the data are told', async () => {
      await ask(api('/v2/types/typedefs'), {body: {classificationDefs: [{name: 'Personal'}]}});
      await saveFlow(['source', 'target'], [['copy', ['source'], ['target']]]);
      await ask(api(`/v2/entity/guid/${guids.get('source')}/classifications`), {
        body: [{typeName: 'Personal'}],
      });
      const {json} = await ask(api(`/v2/lineage/${guids.get('target')}`));
      const names = Object.values((json as Lineage).guidEntityMap).map(
        one => one['classificationNames'],
      );
      assert.deepEqual(names, [['Personal'], ['Personal'], ['Personal']]);
    });

    test('columns have a lineage of their own', async () => {
      const query = {
        startTime: 1,
        endTime: 1,
        userName: 'u',
        operationType: 'Q',
        queryText: 'q',
        queryPlan: 'p',
      };
      const entities = [
        {typeName: 'hive_table', guid: '-t', attributes: {qualifiedName: 'ct', name: 'ct'}},
        {
          typeName: 'hive_process',
          guid: '-p',
          attributes: {
            qualifiedName: 'cp',
            name: 'cp',
            inputs: [{guid: '-t'}],
            outputs: [],
            queryId: 'i',
            ...query,
          },
        },
        ...['c1', 'c2'].map(name => ({
          typeName: 'hive_column',
          guid: `-${name}`,
          attributes: {qualifiedName: name, name, type: 'int', table: {guid: '-t'}},
        })),
        {
          typeName: 'hive_column_lineage',
          guid: '-cl',
          attributes: {
            qualifiedName: 'cl',
            name: 'cl',
            depenendencyType: 'SIMPLE',
            query: {guid: '-p'},
            inputs: [{guid: '-c1'}],
            outputs: [{guid: '-c2'}],
          },
        },
      ];
      const {status, text, json} = await ask(api('/v2/entity/bulk'), {body: {entities}});
      assert.equal(status, 200, text);
      const assigned = (json as {guidAssignments: Record<string, string>}).guidAssignments;
      guids.set('c2', assigned['-c2'] ?? '');
      assert.deepEqual(await flow('c2'), {edges: ['c1>cl', 'cl>c2'], entities: 3});
    });
  });
}

type OnDemand = Lineage & {
  relationsOnDemand: Record<string, Record<string, unknown>>;
  lineageOnDemandPayload: Record<string, Record<string, unknown>>;
};

for (const {database, options, start} of bothDatabases(cluster)) {
  describe(`lineage on demand on ${database}`, options, () => {
    let server: RunningCatalog;
    const guids = new Map<string, string>();
    const api = (path: string) => `${server.url}/api/meta${path}`;
    before(async () => {
      server = await start();
      // Five sources feed the hub, which feeds a chain; a sixth process reads the hub and writes
      // nothing.
      const table = (name: string) => ({
        typeName: 'hive_table',
        guid: `-${name}`,
        attributes: {qualifiedName: name, name},
      });
      const process = (name: string, inputs: string[], outputs: string[]) => ({
        typeName: 'spark_process',
        guid: `-${name}`,
        attributes: {
          qualifiedName: name,
          name,
          inputs: inputs.map(one => ({guid: `-${one}`})),
          outputs: outputs.map(one => ({guid: `-${one}`})),
        },
      });
      const sources = ['s1', 's2', 's3', 's4', 's5'];
      const entities = [
        ...[...sources, 'hub', 'a', 'b', 'c'].map(table),
        ...sources.map(name => process(`p_${name}`, [name], ['hub'])),
        process('p_a', ['hub'], ['a']),
        process('p_b', ['a'], ['b']),
        process('p_c', ['b'], ['c']),
        process('sink', ['hub'], []),
      ];
      const {json} = await ask(api('/v2/entity/bulk'), {body: {entities}});
      const assigned = (json as {guidAssignments: Record<string, string>}).guidAssignments;
      for (const [temporary, guid] of Object.entries(assigned)) guids.set(temporary.slice(1), guid);
    });
    after(() => server?.stop());

    const guid = (name: string) => guids.get(name) ?? '';
    async function demand(name: string, constraints?: Record<string, object>, query = '') {
      const body =
        constraints &&
        Object.fromEntries(Object.entries(constraints).map(([one, wanted]) => [guid(one), wanted]));
      const {status, json, text} = await ask(api(`/v2/lineage/${guid(name)}${query}`), {
        method: 'POST',
        body,
      });
      assert.equal(status, 200, text);
      const lineage = json as OnDemand;
      const names = new Map([...guids].map(([one, id]) => [id, one]));
      return {
        edges: lineage.relations
          .map(one => `${names.get(one.fromEntityId)}>${names.get(one.toEntityId)}`)
          .toSorted(),
        more: Object.fromEntries(
          Object.entries(lineage.relationsOnDemand).map(([id, one]) => [
            names.get(id) ?? id,
            Object.fromEntries(
              Object.entries(one).filter(([, value]) => value !== false && value !== 0),
            ),
          ]),
        ),
        lineage,
      };
    }
    const inputsShown = ['p_s1>hub', 'p_s2>hub', 'p_s3>hub', 's1>p_s1', 's2>p_s2', 's3>p_s3'];
    const moreInputs = (shown: number, remaining: number) => ({
      hasMoreInputs: true,
      inputRelationsCount: shown,
      inputRelationsReachedLimit: true,
      remainingUpstreamCount: remaining,
    });

    test('three relations of each entity when nothing is asked for, and where there are more', async () => {
      const {edges, more, lineage} = await demand('hub');
      assert.deepEqual(
        edges,
        [...inputsShown, 'a>p_b', 'b>p_c', 'hub>p_a', 'p_a>a', 'p_b>b', 'p_c>c'].toSorted(),
      );
      assert.deepEqual(more, {hub: moreInputs(3, 2)});
      assert.deepEqual(lineage.lineageOnDemandPayload, {
        [guid('hub')]: {
          direction: 'BOTH',
          inputRelationsLimit: 3,
          outputRelationsLimit: 3,
          depth: 3,
          from: 0,
        },
      });
    });

    test('limits, a beginning, a direction and a depth by entity', async () => {
      const next = await demand('hub', {
        hub: {direction: 'INPUT', inputRelationsLimit: 2, from: 2},
      });
      assert.deepEqual(next.edges, ['p_s3>hub', 'p_s4>hub', 's3>p_s3', 's4>p_s4']);
      assert.deepEqual(next.more, {hub: moreInputs(2, 1)});
      const other = await demand('a', {
        a: {direction: 'INPUT', depth: 2},
        hub: {inputRelationsLimit: 5},
      });
      assert.equal(other.edges.length, 12);
      assert.deepEqual(other.more, {});
    });

    test('an entity at the end of the depth tells that there is more', async () => {
      const {edges, more} = await demand('a', {a: {direction: 'OUTPUT', depth: 1}});
      assert.deepEqual(edges, ['a>p_b', 'p_b>b']);
      assert.deepEqual(more, {
        b: {hasMoreOutputs: true, outputRelationsReachedLimit: true, remainingDownstreamCount: 1},
      });
      assert.deepEqual((await demand('a', {a: {direction: 'OUTPUT', depth: 0}})).more, {});
    });

    test('a limit for all entities that the body does not name', async () => {
      const all = await demand('a', {a: {direction: 'INPUT', depth: 2}}, '?relationsLimit=5');
      assert.equal(all.edges.length, 12);
      assert.deepEqual(all.more, {});
      const few = await demand('a', {a: {direction: 'INPUT', depth: 2}}, '?relationsLimit=1');
      assert.deepEqual(few.more, {hub: moreInputs(1, 4)});
      assert.equal(
        (await demand('hub', undefined, '?relationsLimit=1')).more['hub']?.[
          'remainingUpstreamCount'
        ],
        4,
      );
    });

    test('what is wrong is refused', async () => {
      const {status} = await ask(api(`/v2/lineage/${guid('hub')}?relationsLimit=-1`), {
        method: 'POST',
      });
      assert.equal(status, 400);
      const refused = async (name: string, body: unknown) => {
        const {status, json} = await ask(api(`/v2/lineage/${guid(name) || name}`), {
          method: 'POST',
          body,
        });
        return [status, (json as {errorCode: string}).errorCode];
      };
      assert.deepEqual(await refused('hub', {[guid('a')]: {}}), [404, 'ATLAS-404-00-016']);
      assert.deepEqual(await refused('hub', {[guid('hub')]: {inputRelationsLimit: -1}}), [
        400,
        'ATLAS-400-00-026',
      ]);
      assert.deepEqual(await refused('hub', {[guid('hub')]: {direction: 'UP'}}), [
        400,
        'ATLAS-400-00-029',
      ]);
      assert.deepEqual(await refused('nobody', {}), [404, 'ATLAS-404-00-005']);
    });
  });
}

test('lineage on demand: as many entities as are allowed, and not at all when it is off', async t => {
  const process = (n: number) => {
    const attributes = {qualifiedName: `p${n}`, name: `p${n}`};
    return {
      typeName: 'spark_process',
      guid: `-${n + 1}`,
      attributes: {...attributes, inputs: [{guid: `-${n}`}], outputs: [{guid: `-${n + 2}`}]},
    };
  };
  const table = (n: number) => ({
    typeName: 'hive_table',
    guid: `-${n + 1}`,
    attributes: {qualifiedName: `t${n}`, name: `t${n}`},
  });
  const entities = Array.from({length: 9}, (_, n) => (n % 2 === 0 ? table(n) : process(n)));
  const small = await startFreshCatalog({args: ['--lineage-max-nodes', '4']});
  t.after(() => small.stop());
  const saved = await ask(`${small.url}/api/meta/v2/entity/bulk`, {body: {entities}});
  const {guidAssignments: assigned} = saved.json as {guidAssignments: Record<string, string>};
  const {json} = await ask(`${small.url}/api/meta/v2/lineage/${assigned['-1']}`, {
    body: {[assigned['-1'] ?? '']: {depth: 0}},
  });
  const {guidEntityMap, relationsOnDemand} = json as OnDemand;
  assert.equal(Object.keys(guidEntityMap).length, 4);
  assert.equal(relationsOnDemand[assigned['-4'] ?? '']?.['hasMoreOutputs'], true);

  const off = await startFreshCatalog({args: ['--set', 'atlas.lineage.on.demand.enabled=false']});
  t.after(() => off.stop());
  const refused = await ask(`${off.url}/api/meta/v2/lineage/x`, {body: {}});
  assert.deepEqual(
    [refused.status, (refused.json as {errorCode: string}).errorCode],
    [400, 'ATLAS-400-00-100'],
  );
});

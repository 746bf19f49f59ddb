import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {ask, type Entity} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Lineage = {
  guidEntityMap: Record<string, Entity>;
  relations: {fromEntityId: string; toEntityId: string; relationshipId: string}[];
};

describe('lineage', () => {
  let server: RunningCatalog;
  /** name -> guid */
  const guids = new Map<string, string>();
  const api = (path: string) => `${server.url}/api/atlas${path}`;
  before(async () => {
    server = await startFreshCatalog();
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
      ...tables.map(name => ({typeName: 'hive_table', guid: `-${name}`, attributes: {qualifiedName: name, name}})),
      ...processes.map(([name, inputs, outputs]) => ({
        typeName: 'spark_process',
        guid: `-${name}`,
        attributes: {qualifiedName: name, name, inputs: inputs.map(id), outputs: outputs.map(id)},
      })),
    ];
    const {status, text, json} = await ask(api('/v2/entity/bulk'), {method: 'POST', body: {entities}});
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
      edges: relations.map(one => `${nameOf(one.fromEntityId)}>${nameOf(one.toEntityId)}`).toSorted(),
      entities: Object.keys(guidEntityMap).length,
    };
  }

  test('inputs go against the flow, outputs with it, each as deep as asked', async () => {
    assert.deepEqual((await flow('clean', 'direction=INPUT&depth=1')).edges, ['load>clean', 'raw>load']);
    assert.deepEqual((await flow('clean', 'direction=OUTPUT&depth=1')).edges, ['clean>sum', 'sum>report']);
    assert.deepEqual((await flow('clean', 'depth=1')).edges, ['clean>sum', 'load>clean', 'raw>load', 'sum>report']);
  });

  test('a circle is walked once, however deep', async () => {
    const whole = ['clean>sum', 'feedback>raw', 'load>clean', 'raw>load', 'report>feedback', 'sum>report'];
    for (const depth of [0, 3, 50]) {
      assert.deepEqual(await flow('raw', `direction=OUTPUT&depth=${depth}`), {edges: whole, entities: 6});
    }
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

  test('a negative depth and an unknown direction are refused', async () => {
    for (const query of ['depth=-1', 'direction=UP']) {
      const {status, json} = await ask(api(`/v2/lineage/${guids.get('raw')}?${query}`));
      assert.deepEqual([status, (json as {errorCode: string}).errorCode], [400, 'ATLAS-400-00-026']);
    }
  });
});

// Lineage as it was: what the API tells of a time in the past is what it told then.
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {postgresForTests} from '@gazetteer/db/testing';
import {seed} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Entity} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Lineage = {
  guidEntityMap: Record<string, Entity & {displayText: string; classificationNames: string[]}>;
  relations: {fromEntityId: string; toEntityId: string}[];
};
type Flow = {readonly inputs: readonly string[]; readonly outputs: readonly string[]};
/** What was told of one table's lineage at a time: edges and headers, sorted. */
type Told = {readonly edges: readonly string[]; readonly headers: readonly string[]};

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

for (const {database, options, start} of bothDatabases(cluster)) {
  describe(`lineage as of a time on ${database}`, options, () => {
    let server: RunningCatalog;
    const names = Array.from({length: 6}, (_, n) => `t${n}`);
    const guids = new Map<string, string>();
    /** Processes by name; those that are deleted keep their edges. */
    const flows = new Map<string, Flow>();
    const deleted = new Set<string>();
    let state = seed;
    let count = 0;

    before(async () => {
      server = await start([]);
      await send('POST', '/v2/types/typedefs', {
        classificationDefs: [{name: 'Past_PII'}, {name: 'Past_Gold'}],
      });
      await save(names.map(name => table(name)));
    });
    after(() => server.stop());

    async function send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
      const answer = await ask(`${server.url}/api/meta${path}`, {
        method,
        ...(body === undefined ? {} : {body}),
      });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.json;
    }

    async function save(entities: object[]): Promise<void> {
      const {guidAssignments} = (await send('POST', '/v2/entity/bulk', {entities})) as {
        guidAssignments: Record<string, string>;
      };
      for (const [temporary, guid] of Object.entries(guidAssignments))
        guids.set(temporary.slice(1), guid);
    }

    const table = (name: string, description = '') => ({
      typeName: 'hdfs_path',
      guid: guids.get(name) ?? `-${name}`,
      attributes: {qualifiedName: `past ${name}`, name: `${name}${description}`, path: name},
    });
    const process = (name: string, {inputs, outputs}: Flow) => ({
      typeName: 'spark_process',
      guid: guids.get(name) ?? `-${name}`,
      attributes: {
        qualifiedName: `past ${name}`,
        name,
        inputs: inputs.map(one => ({guid: guids.get(one)})),
        outputs: outputs.map(one => ({guid: guids.get(one)})),
      },
    });

    function chance(most: number): number {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    }
    const some = () => names.filter(() => chance(3) === 0);
    const any = () => names[chance(names.length)] ?? '';

    async function setFlow(name: string): Promise<void> {
      const flow = {inputs: some(), outputs: some()};
      await save([process(name, flow)]);
      flows.set(name, flow);
    }

    /** One change by chance: a process made, changed or deleted, a name, a classification. */
    async function change(): Promise<void> {
      const known = [...flows.keys()].filter(name => !deleted.has(name));
      const one = known[chance(known.length)];
      const way = chance(6);
      if (way === 0 || one === undefined) return await setFlow(`p${++count}`);
      if (way === 1) return await setFlow(one);
      if (way === 2) {
        await send('DELETE', `/v2/entity/guid/${guids.get(one)}`);
        deleted.add(one);
        return;
      }
      if (way === 3) return await save([table(any(), ` ${++count}`)]);
      await classify(any());
    }

    async function classify(name: string): Promise<void> {
      const path = `/v2/entity/guid/${guids.get(name)}`;
      const typeName = chance(2) === 0 ? 'Past_PII' : 'Past_Gold';
      const {classifications = []} = ((await send('GET', path)) as {entity: Entity}).entity as {
        classifications?: {typeName: string; entityGuid: string}[];
      };
      const has = classifications.some(
        own => own.typeName === typeName && own.entityGuid === guids.get(name),
      );
      if (has) await send('DELETE', `${path}/classification/${typeName}`);
      else await send('POST', `${path}/classifications`, [{typeName, propagate: true}]);
    }

    /** The edges that a walk from the table passes, by names, as `flows` has them. */
    function edgesFrom(start: string): string[] {
      const found = new Set<string>();
      for (const [near, far] of [
        ['inputs', 'outputs'],
        ['outputs', 'inputs'],
      ] as const) {
        const seen = new Set([start]);
        for (const name of seen) {
          for (const [process, flow] of flows) {
            // A process that leads nowhere is left out.
            if (!flow[near].includes(name) || flow[far].length === 0) continue;
            const edge = (from: string, to: string) =>
              found.add(near === 'inputs' ? `${from}>${to}` : `${to}>${from}`);
            edge(name, process);
            for (const next of flow[far]) {
              edge(process, next);
              seen.add(next);
            }
          }
        }
      }
      return [...found].toSorted();
    }

    async function told(name: string, query: string): Promise<Told> {
      const answer = (await send(
        'GET',
        `/v2/lineage/${guids.get(name)}?depth=0${query}`,
      )) as Lineage;
      const byGuid = new Map([...guids].map(([key, guid]) => [guid, key]));
      return {
        edges: answer.relations
          .map(one => `${byGuid.get(one.fromEntityId)}>${byGuid.get(one.toEntityId)}`)
          .toSorted(),
        headers: Object.values(answer.guidEntityMap)
          .map(one => `${one.displayText} ${one.status} ${one.classificationNames.toSorted()}`)
          .toSorted(),
      };
    }

    /** As it is now: headers from the API, edges without those that have ended, which it tells, too. */
    async function present(name: string): Promise<Told> {
      const edges = edgesFrom(name);
      const nodes = new Set(edges.flatMap(edge => edge.split('>')));
      const headers = await Promise.all(
        [...nodes].map(async node => {
          const header = (await send('GET', `/v2/entity/guid/${guids.get(node)}/header`)) as {
            displayText: string;
            status: string;
            classificationNames: string[];
          };
          return `${header.displayText} ${header.status} ${header.classificationNames.toSorted()}`;
        }),
      );
      return {edges, headers: headers.toSorted()};
    }

    test('tells of each time what was there then', async () => {
      const moments: {time: number; all: Map<string, Told>}[] = [];
      for (let moment = 0; moment < 12; moment++) {
        for (let n = 0; n < 6; n++) await change();
        const all = new Map<string, Told>();
        for (const name of names) all.set(name, await present(name));
        const time = Date.now();
        moments.push({time, all});
        // The next change is of another millisecond.
        while (Date.now() <= time) await delay(1);
      }
      assert.ok(
        moments.some(({all}) => [...all.values()].some(one => one.edges.length > 6)),
        'there was lineage',
      );
      for (const {time, all} of moments) {
        for (const [name, then] of all)
          assert.deepEqual(await told(name, `&asOf=${time}`), then, `${name} at ${time}`);
      }
    });

    test('refuses a time before the start was there, by its guid and by its name', async () => {
      const guid = guids.get('t0') ?? '';
      const byName = `uniqueAttribute/type/hdfs_path?attr:qualifiedName=${encodeURIComponent('past t0')}`;
      for (const path of [`${guid}?asOf=1000`, `${byName}&asOf=1000`]) {
        const answer = await ask(`${server.url}/api/meta/v2/lineage/${path}`);
        assert.equal(answer.status, 404, answer.text);
        assert.equal(
          (answer.json as {errorCode: string}).errorCode,
          'ATLAS-404-00-005',
          answer.text,
        );
      }
      const wrong = await ask(`${server.url}/api/meta/v2/lineage/${guid}?asOf=yesterday`);
      assert.equal(wrong.status, 400, wrong.text);
    });
  });
}

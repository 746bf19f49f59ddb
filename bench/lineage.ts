import type {RunningCatalog} from '../apps/catalog/test/server-fixture.ts';
import {HttpClient} from './http-client.ts';
import {inTurns, type Results} from './measure.ts';

const v2 = '/api/atlas/v2';
const entitiesPerRequest = 1000;

/**
 * A flow through tables and the processes between them; `outputs` of the process that reads table
 * `n`.
 */
type Flow = {
  readonly name: string;
  readonly nodes: number;
  readonly outputs: (n: number) => number[];
};

function flowsOf(nodes: number): readonly Flow[] {
  const below = (limit: number) => (n: number) => n < limit;
  return [
    // Each process puts out two tables: two nodes of three are tables.
    {name: 'tree', nodes, outputs: n => [2 * n + 1, 2 * n + 2].filter(below((2 * nodes) / 3))},
    {name: 'chain', nodes, outputs: n => [n + 1].filter(below(nodes / 2))},
  ];
}

/**
 * The whole of a flow in one answer, and a classification at its beginning that comes to all of it
 * and goes again.
 */
export async function measureLineage(
  server: RunningCatalog,
  sizes: readonly number[],
  results: Results,
): Promise<void> {
  const client = new HttpClient(server.url);
  await client.post(
    `${v2}/types/typedefs`,
    JSON.stringify({classificationDefs: [{name: 'BenchTag'}]}),
  );
  for (const flow of sizes.flatMap(flowsOf)) {
    const guid = await make(client, flow);
    const label = `HTTP: lineage, ${flow.name} of ${flow.nodes.toLocaleString('en')} nodes`;
    const lineage = `${v2}/lineage/${guid}?direction=OUTPUT&depth=0`;
    const read = () => client.get(lineage);
    const {guidEntityMap} = JSON.parse(await read()) as {guidEntityMap: object};
    const found = Object.keys(guidEntityMap).length;
    if (Math.abs(found - flow.nodes) > 2) throw new Error(`${label}: ${found} nodes`);
    const path = `${v2}/entity/guid/${guid}/classification`;
    const tag = () => client.post(`${path}s`, JSON.stringify([{typeName: 'BenchTag'}]));
    const untag = () => client.delete(`${path}/BenchTag`);
    results.times(`${label}, all of it`, await results.middle(1, {seconds: 2, maxCalls: 10}, read));
    const [tagged, untagged] = await inTurns(5, tag, untag);
    results.times(`${label}, a classification for its beginning`, tagged);
    results.times(`${label}, taking it away`, untagged);
  }
  client.close();
}

/** A table that `nodes` processes read, each of which puts out another table. @returns its guid */
export async function makeFanOut(client: HttpClient, nodes: number): Promise<string> {
  const reference = (key: string) => ({
    typeName: 'hive_table',
    uniqueAttributes: {qualifiedName: key},
  });
  const key = (n: number) => `fan${nodes}.t${n}@bench`;
  const all = Array.from({length: nodes}, (_, n) => n + 1);
  const table = (n: number) => ({
    typeName: 'hive_table',
    guid: `-${n + 1}`,
    attributes: {qualifiedName: key(n), name: `fan t${n}`},
  });
  const processes = all.map(n => ({
    typeName: 'Process',
    attributes: {
      qualifiedName: `fan${nodes}.p${n}@bench`,
      name: `fan p${n}`,
      inputs: [reference(key(0))],
      outputs: [reference(key(n))],
    },
  }));
  let first = '';
  for (const entities of [...pages([0, ...all].map(table)), ...pages(processes)]) {
    const answer = await client.post(`${v2}/entity/bulk`, JSON.stringify({entities}));
    first ||=
      (JSON.parse(answer) as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
  }
  return first;
}

/** @returns the guid of the table that it begins with */
async function make(client: HttpClient, {name, nodes, outputs}: Flow): Promise<string> {
  const key = (n: number) => `${name}${nodes}.t${n}@bench`;
  const reference = (n: number) => ({
    typeName: 'hive_table',
    uniqueAttributes: {qualifiedName: key(n)},
  });
  const isRead = Array.from({length: nodes}, (_, n) => outputs(n).length > 0);
  const tables = [0, ...isRead.flatMap((_, n) => outputs(n))].map(n => ({
    typeName: 'hive_table',
    guid: `-${n + 1}`,
    attributes: {qualifiedName: key(n), name: `t${n}`},
  }));
  const processes = isRead.flatMap((has, n) =>
    has
      ? [
          {
            typeName: 'Process',
            attributes: {
              qualifiedName: `${name}${nodes}.p${n}@bench`,
              name: `p${n}`,
              inputs: [reference(n)],
              outputs: outputs(n).map(reference),
            },
          },
        ]
      : [],
  );
  let first = '';
  for (const entities of [...pages(tables), ...pages(processes)]) {
    const answer = await client.post(`${v2}/entity/bulk`, JSON.stringify({entities}));
    first ||=
      (JSON.parse(answer) as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
  }
  return first;
}

function pages<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / entitiesPerRequest);
  return Array.from({length: count}, (_, n) =>
    list.slice(n * entitiesPerRequest, (n + 1) * entitiesPerRequest),
  );
}

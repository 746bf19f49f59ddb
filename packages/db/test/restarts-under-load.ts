import assert from 'node:assert/strict';
import {soon} from '@gazetteer/model/testing';
import type {OwnPostgres} from './postgres-fixture.ts';

/** One request; `name` is one that no other has. */
export type LoadRequest = (name: string) => {readonly url: string; readonly body?: unknown};

type Cluster = Exclude<OwnPostgres, {skip: string}>;

const rounds = 4;
const workers = 6;
const authorization = `Basic ${btoa('admin:admin')}`;

/**
 * Takes a database down and up again, in order and by a crash in turns, while people send requests:
 * each is answered as it should or with 503, which says why and when to come again, and the first
 * one of each kind that is sent when the database is back is answered as it should.
 * @param kinds of requests, by their names
 * @returns the names of requests that were answered as they should be, by kind
 */
export async function restartUnderLoad(
  t: {diagnostic(message: string): void},
  cluster: Cluster,
  kinds: Readonly<Record<string, LoadRequest>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = Object.keys(kinds);
  const answered = new Map(names.map(kind => [kind, [] as string[]]));
  const refused = new Map(names.map(kind => [kind, 0]));
  const wrong = new Set<string>();
  const send = async (kind: string, name: string): Promise<number> => {
    const {url, body} = (kinds[kind] as LoadRequest)(name);
    const json = body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)};
    const answer = await fetch(url, {
      ...json,
      headers: {authorization, 'content-type': 'application/json'},
    });
    const text = await answer.text();
    if (answer.ok) answered.get(kind)?.push(name);
    else if (
      answer.status === 503 &&
      answer.headers.get('retry-after') === '1' &&
      /database/.test(text)
    )
      refused.set(kind, (refused.get(kind) ?? 0) + 1);
    else wrong.add(`${kind} ${answer.status}: ${text}`);
    return answer.status;
  };
  const state = {isOver: false};
  const work = async (kind: string, worker: number) => {
    for (let n = 0; !state.isOver; n++) {
      if ((await send(kind, `${kind}-${worker}-${n}`)) === 503)
        await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  const load = Promise.all(
    names.flatMap(kind => Array.from({length: workers}, (_, worker) => work(kind, worker))),
  );
  load.catch(() => undefined);
  const more = async (count: (kind: string) => number) => {
    const before = names.map(count);
    const counted = soon(() =>
      names.forEach((kind, i) =>
        assert.ok(count(kind) > (before[i] ?? 0), [kind, ...wrong].join('; ')),
      ),
    );
    counted.catch(() => undefined);
    // A server that has gone counts nothing any more: that says more.
    await Promise.race([counted, load]);
  };
  for (let round = 0; round < rounds; round++) {
    await more(kind => answered.get(kind)?.length ?? 0);
    await (round % 2 === 0 ? cluster.halt() : cluster.crash());
    await more(kind => refused.get(kind) ?? 0);
    await cluster.resume();
    const start = performance.now();
    const first = await Promise.all(names.map(kind => send(kind, `${kind}-back-${round}`)));
    const ms = Math.round(performance.now() - start);
    t.diagnostic(
      `${ms} ms after the database says that it is ready all are answered: ${first.join(', ')}`,
    );
    assert.ok(
      first.every(status => status < 300),
      `answered ${first.join(', ')} when the database was back`,
    );
  }
  state.isOver = true;
  await load;
  const sums = names.map(
    kind => `${kind} ${answered.get(kind)?.length} answered, ${refused.get(kind)} refused`,
  );
  t.diagnostic(sums.join('; '));
  assert.deepEqual([...wrong], []);
  return answered;
}

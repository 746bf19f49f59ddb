import {HttpClient} from './http-client.ts';
import {load} from './measure.ts';

const v2 = '/api/atlas/v2';
const searchers = 4;

/** Every entity is read for it, and none is found; another one each time, so that none is kept. */
const slowest = (n: number) =>
  JSON.stringify({
    typeName: 'Asset',
    entityFilters: {
      attributeName: 'description',
      operator: 'contains',
      attributeValue: `no description has this ${n}`,
    },
    limit: 25,
  });

/**
 * What one client waits for entities by their guids, alone and while others repeat the slowest
 * search: both p50 in milliseconds.
 */
export async function measureIsolation(
  url: string,
  guids: readonly string[],
): Promise<{idle: number; busy: number}> {
  const client = new HttpClient(url);
  const read = (n: number) => client.get(`${v2}/entity/guid/${guids[n % guids.length]}`);
  await load(1, {seconds: 10, maxCalls: 100}, read);
  const idle = await load(1, {seconds: 4, maxCalls: 1000}, read);
  const over = new AbortController();
  let n = 0;
  const others = Array.from({length: searchers}, async () => {
    const other = new HttpClient(url);
    while (!over.signal.aborted) await other.post(`${v2}/search/basic`, slowest(n++));
    other.close();
  });
  // Until all of them have asked.
  await new Promise(resolve => setTimeout(resolve, 500));
  const busy = await load(1, {seconds: 15, maxCalls: 1000}, read);
  over.abort();
  await Promise.all(others);
  client.close();
  return {idle: idle.p50, busy: busy.p50};
}

// What a dashboard of 20 charts asks for: by its address, when it is opened and when it is run.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import type {Response} from 'playwright-core';
import {soon} from '@gazetteer/model/testing';
import {useDocuments} from './documents-page-world.ts';
import {admin} from './editor-client.ts';
import {skipWithoutBrowser} from './page-fixture.ts';

const charts = 20;

suite('requests of a dashboard', {skip: skipWithoutBrowser}, () => {
  const {world, button} = useDocuments();
  const post = async (body: object) => {
    const headers = {authorization: admin, 'content-type': 'application/json'};
    const answer = await fetch(`${world.url}/api/v1/documents`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, String(answer.status));
    return String(((await answer.json()) as {uuid: string}).uuid);
  };
  const query = async (n: number) => {
    const bar = {title: `Chart ${n}`, kind: 'bar', x: 'day', y: ['sales'], aggregate: 'sum'};
    const text = `select 'day ' || n as day, n * ${n + 1} as sales from range(30) r(n)`;
    return await post({
      name: `Sales ${n}`,
      content: {engine: 'duckdb', database: 'main', text, state: {charts: [bar]}},
    });
  };
  const dashboard = async (documents: readonly string[]) => {
    const tiles = documents.map((document, n) => ({
      id: String(n),
      kind: 'chart',
      title: `Tile ${n}`,
      document,
      x: (n % 3) * 4,
      y: Math.floor(n / 3) * 4,
      w: 4,
      h: 4,
    }));
    const body = {name: crypto.randomUUID(), kind: 'dashboard', dashboard: {tiles, filters: []}};
    return await post(body);
  };
  /** Calls of the API by what they are, while the work is done, without those that repeat by time. */
  const counted = async (work: () => Promise<void>) => {
    const counts: Record<string, number> = {};
    const count = (one: Response) => {
      const {pathname} = new URL(one.url());
      // The server holds a question until its answer is there, and asks for patience now and then.
      if (!/^\/api\/v1\/(dashboards|results)\//.test(pathname) || one.status() === 202) return;
      const path = pathname.replace(/[\da-f]{8}-[-\da-f]{27}/g, '*').replace('/api/v1/', '');
      const name = `${one.request().method()} ${path}`;
      counts[name] = (counts[name] ?? 0) + 1;
    };
    world.page.on('response', count);
    await work();
    world.page.off('response', count);
    const {'POST dashboards/*/results': looks = 0, ...rest} = counts;
    assert.ok(looks >= 1);
    return rest;
  };
  const drawn = async () =>
    await soon(async () =>
      assert.equal(await world.page.locator('article [role="img"] canvas').count(), charts),
    );
  const runAll = async () => {
    await button('Refresh all').click();
    await drawn();
    await button('Refresh all').waitFor();
  };

  test('of 20 queries: one call when it is opened, three for each chart when it is run', async () => {
    const documents = await Promise.all(Array.from({length: charts}, (_, n) => query(n)));
    const uuid = await dashboard(documents);
    assert.deepEqual(
      await counted(async () => {
        await world.open(`/app/dashboards/${uuid}`);
        await soon(async () =>
          assert.equal(await world.page.getByText('No result yet.').count(), charts),
        );
      }),
      {'GET dashboards/*': 1},
    );
    assert.deepEqual(await counted(runAll), {
      'POST dashboards/*/queries/*/runs': charts,
      'GET results/*': charts,
      'POST results/*/group': charts,
    });
    // Opened again it runs nothing, and asks for each chart what is drawn.
    assert.deepEqual(
      await counted(async () => {
        await world.open(`/app/dashboards/${uuid}`);
        await drawn();
      }),
      {'GET dashboards/*': 1, 'GET results/*': charts, 'POST results/*/group': charts},
    );
  });

  test('of one query: it is run once for all of its charts', async () => {
    const document = await query(100);
    const uuid = await dashboard(Array.from({length: charts}, () => document));
    await world.open(`/app/dashboards/${uuid}`);
    await world.page.getByText('No result yet.').first().waitFor();
    assert.deepEqual(await counted(runAll), {
      'POST dashboards/*/queries/*/runs': 1,
      'GET results/*': 1,
      'POST results/*/group': 1,
    });
    assert.deepEqual(world.problems, []);
  });
});

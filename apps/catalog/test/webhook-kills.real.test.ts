import assert from 'node:assert/strict';
import {test} from 'node:test';
import {startCatalog, temporaryFolder} from './server-fixture.ts';
import {create, Receiver, until} from './webhook-receiver.ts';

test('a catalog that is killed again and again during a burst leaves nothing out', async t => {
  const receiver = await new Receiver().start();
  t.after(() => receiver.stop());
  const data = await temporaryFolder(t);
  const acknowledged: string[] = [];
  for (let round = 0; round < 4; round++) {
    const server = await startCatalog(data, {args: receiver.args});
    const writing = Array.from({length: 3}, async (_, writer) => {
      for (let n = 0; ; n++) {
        try {
          acknowledged.push(await create(server, `r${round}w${writer}n${n}`));
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          return;
        }
      }
    });
    const enough = (round + 1) * 20;
    await until(() => acknowledged.length >= enough);
    await server.kill();
    await Promise.all(writing);
  }
  const server = await startCatalog(data, {args: receiver.args});
  t.after(() => server.stop());
  const got = () => new Set(receiver.changes.map(one => one.entity?.guid));
  await until(() => acknowledged.every(guid => got().has(guid)));
  const ids = new Map(receiver.changes.map(one => [one.id, one.entity?.guid]));
  assert.ok(ids.size >= acknowledged.length);
  assert.equal(new Set(ids.values()).size, ids.size, 'an id is of one change');
  const rows = receiver.changes.map(one => Number(one.id.split('.')[0]));
  // What was posted when it was killed comes again from its beginning; nothing else does.
  const backwards = rows.filter((row, i) => i > 0 && row <= (rows[i - 1] ?? 0)).length;
  assert.ok(backwards <= 4, `${backwards} batches came again`);
  t.diagnostic(
    `${acknowledged.length} acknowledged, ${receiver.changes.length} arrived, ${ids.size} different`,
  );
});

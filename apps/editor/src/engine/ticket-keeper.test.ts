import assert from 'node:assert/strict';
import {chmod, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {TestLog} from '../../test/test-log.ts';
import {TicketKeeper} from './ticket-keeper.ts';

/** A program that notes how it was called, and fails as often as is said. */
async function settingsFor(t: TestContext, failures: number) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-ticket-'));
  const before = process.env['KRB5CCNAME'];
  t.after(async () => {
    if (before === undefined) delete process.env['KRB5CCNAME'];
    else process.env['KRB5CCNAME'] = before;
    // A call may still be writing there.
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
  });
  const kinit = join(folder, 'kinit');
  const calls = join(folder, 'calls');
  const script = `#!/bin/sh\necho "$@" >>${calls}\n[ $(wc -l <${calls}) -gt ${failures} ] || { echo "no KDC" >&2; exit 1; }\n`;
  await writeFile(kinit, script);
  await chmod(kinit, 0o755);
  const settings = {keytab: '/k', principal: 'hue/h@R', cache: join(folder, 'cache'), kinit, everyMs: 50, pauseMs: 1};
  return {settings, calls: async () => (await readFile(calls, 'utf8')).trim().split('\n')};
}

test('fetches a ticket at the start and again in its time, where the Kerberos library looks for it', async t => {
  const {settings, calls} = await settingsFor(t, 0);
  const keeper = await TicketKeeper.open(settings, new TestLog());
  t.after(() => keeper.stop());
  assert.equal(process.env['KRB5CCNAME'], settings.cache);
  while ((await calls()).length < 3) await new Promise(resolve => setTimeout(resolve, 10));
  assert.deepEqual([...new Set(await calls())], [`-k -t /k -c ${settings.cache} hue/h@R`]);
});

test('tries three times, and goes on without a ticket', async t => {
  const {settings, calls} = await settingsFor(t, 100);
  const log = new TestLog();
  const keeper = await TicketKeeper.open({...settings, everyMs: 60_000}, log);
  keeper.stop();
  assert.equal((await calls()).length, 3);
  assert.deepEqual(
    log.messages('error'),
    Array.from({length: 3}, () => 'No ticket for hue/h@R: no KDC'),
  );
});

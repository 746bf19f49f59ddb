import assert from 'node:assert/strict';
import {chmod, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
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
  const settings = {
    keytab: '/k',
    principal: 'hue/h@R',
    cache: join(folder, 'cache'),
    kinit,
    everyMs: 50,
    pauseMs: 1,
  };
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
  assert.equal(keeper.problem, 'no KDC');
  assert.deepEqual(
    log.messages('error'),
    Array.from({length: 3}, () => 'No ticket for hue/h@R: no KDC'),
  );
});

test('goes on trying while there is none, long before the next one would be due', async t => {
  const {settings} = await settingsFor(t, 7);
  const log = new TestLog();
  const keeper = await TicketKeeper.open({...settings, everyMs: 3_600_000}, log);
  t.after(() => keeper.stop());
  await soon(() => assert.deepEqual(log.messages('info'), ['Ticket for hue/h@R fetched']));
  assert.equal(keeper.problem, undefined);
});

test('fetches one for a handshake that has found none, but not from a KDC that was asked just now', async t => {
  const {settings, calls} = await settingsFor(t, 3);
  const one = await TicketKeeper.open({...settings, pauseMs: 20}, new TestLog());
  one.stop();
  assert.equal(await one.fetchNow(), false, 'not behind its end');
  const patient = await TicketKeeper.open(
    {...settings, everyMs: 3_600_000, pauseMs: 3_600_000},
    new TestLog(),
  );
  t.after(() => patient.stop());
  const before = (await calls()).length;
  assert.deepEqual(await Promise.all([patient.fetchNow(), patient.fetchNow()]), [true, true]);
  assert.equal((await calls()).length, before + 1, 'once for both');

  await writeFile(settings.kinit, '#!/bin/sh\nexit 1\n');
  assert.equal(await patient.fetchNow(), false);
  await rm(settings.kinit);
  assert.equal(await patient.fetchNow(), false);
});

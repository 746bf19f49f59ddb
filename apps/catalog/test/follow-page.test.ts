// Following, notifications, links to copy and the reach of a deprecation, in a real browser.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {ask} from './client.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-follow-page-'));
after(() => rmSync(folder, {recursive: true, force: true}));
const users = join(folder, 'users.properties');
writeFileSync(users, ['admin', 'ann'].map(name => passwordLine(name, 'ADMIN')).join('\n'));

suite('following in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages({
    args: [
      '--password-file',
      users,
      '--mail-server',
      '127.0.0.1:9',
      '--mail-from',
      'catalog@example.com',
      '--mail-domains',
      'example.com',
    ],
  });
  let guids: Record<string, string> = {};
  let term = '';
  const asset = (name: string) => world.open(`#!/detailPage/${guids[name]}`);
  const button = (name: string) => world.page.getByRole('button', {name, exact: true});
  const list = (title: string) =>
    world.page.locator('section', {
      has: world.page.getByRole('heading', {name: new RegExp(`^${title}`)}),
    });
  /** A change by somebody else. */
  const change = async (path: string, body: unknown, method = 'POST') => {
    const {status, text} = await ask(`${world.server.url}/api/meta${path}`, {
      method,
      body: typeof body === 'string' ? JSON.stringify(body) : body,
      headers: {authorization: `Basic ${Buffer.from('ann:ann').toString('base64')}`},
    });
    assert.ok(status < 300, text);
  };
  const follow = async () => {
    await button('Follow').click();
    await button('Following').waitFor();
  };

  before(async () => {
    await world.put('/v2/types/typedefs', {
      body: {classificationDefs: [{name: 'Private', superTypes: []}]},
    });
    const entities: object[] = ['ledger', 'ledger_daily', 'ledger_report'].map(name => ({
      typeName: 'DataSet',
      guid: `-${name}`,
      attributes: {qualifiedName: `${name}@test`, name},
    }));
    const steps = [
      ['ledger', 'ledger_daily'],
      ['ledger_daily', 'ledger_report'],
    ];
    for (const [from, to] of steps)
      entities.push({
        typeName: 'Process',
        guid: `-${from}-${to}`,
        attributes: {
          qualifiedName: `${from}-${to}@test`,
          name: `make ${to}`,
          inputs: [{typeName: 'DataSet', guid: `-${from}`}],
          outputs: [{typeName: 'DataSet', guid: `-${to}`}],
        },
      });
    const saved = (await world.put('/v2/entity/bulk', {body: {entities}})) as {
      guidAssignments: Record<string, string>;
    };
    guids = Object.fromEntries(
      Object.entries(saved.guidAssignments).map(([name, guid]) => [name.slice(1), guid]),
    );
    const glossary = (await world.put('/v2/glossary', {body: {name: 'business'}})) as {
      guid: string;
    };
    const made = (await world.put('/v2/glossary/term', {
      body: {name: 'Revenue', anchor: {glossaryGuid: glossary.guid}},
    })) as {guid: string};
    term = made.guid;
  });

  test('before anything is followed the page says how', async () => {
    await world.open('#!/notifications');
    await world.page.getByRole('heading', {name: 'You don’t follow anything yet'}).waitFor();
    await world.picture('notifications-empty');
    await world.checkAccess();
  });

  test('an asset, a term and a classification are followed on their pages', async () => {
    await asset('ledger');
    await world.titled('ledger');
    await follow();
    await world.picture('follow-asset');
    await world.checkAccess();
    await world.open(`#!/glossary/${term}?gtype=term`);
    await world.titled('Revenue');
    await follow();
    await world.checkAccess();
    await world.open('#!/types/Private');
    await world.titled('Private');
    await follow();
    await world.picture('follow-classification');
    await world.checkAccess();
    await world.open('#!/');
    const card = list('Following');
    for (const name of ['ledger', 'Revenue', 'Private'])
      await card.getByRole('link', {name, exact: true}).waitFor();
  });

  test('a digest by mail is asked for, and stopped', async () => {
    const {page} = world;
    await world.open('#!/notifications');
    const card = list('Email digest');
    await card.getByLabel('Send changes').selectOption('Every week');
    await card.getByLabel('Email address').fill('me@elsewhere.org');
    await card.getByRole('button', {name: 'Save'}).click();
    await page.getByText('Mail is sent to addresses of example.com only.').waitFor();
    await card.getByLabel('Email address').fill('me@example.com');
    await card.getByRole('button', {name: 'Save'}).click();
    await card.getByText('Next:').waitFor();
    await world.picture('notifications-digest');
    await world.checkAccess();
    await world.open('#!/');
    await world.open('#!/notifications');
    assert.equal(await card.getByLabel('Email address').inputValue(), 'me@example.com');
    await card.getByLabel('Send changes').selectOption('Never');
    await card.getByRole('button', {name: 'Save'}).click();
    await card.getByText('Next:').waitFor({state: 'detached'});
    await card.getByRole('button', {name: 'Save'}).waitFor({state: 'detached'});
  });

  test('what others change is counted and listed, and read once it was shown', async () => {
    const {page} = world;
    const guid = guids['ledger'];
    await change(`/v2/entity/guid/${guid}?name=description`, 'Booked each night', 'PUT');
    await change('/v2/entity/bulk/classification', {
      classification: {typeName: 'Private', propagate: false},
      entityGuids: [guids['ledger_daily'], guids['ledger_report']],
    });
    await change(`/v2/glossary/terms/${term}/assignedEntities`, [{guid: guids['ledger_daily']}]);
    await world.open('#!/');
    await page.getByRole('link', {name: 'Notifications, 3 unread'}).click();
    await world.titled('Notifications');
    const rows = list('Changes').getByRole('listitem');
    await soon(async () => assert.equal(await rows.count(), 3));
    const texts = await rows.allTextContents();
    for (const part of ['Updated: Description', 'Private added', 'Term Revenue added'])
      assert.ok(
        texts.some(text => text.includes(part) && text.includes('ann') && text.includes('New')),
        texts.join('\n'),
      );
    assert.ok(texts.some(text => text.includes(' and 1 more')));
    await world.picture('notifications');
    await world.checkAccess();
    // Read now, and marked until the page is left.
    await page.getByRole('link', {name: 'Notifications', exact: true}).waitFor();
    assert.equal(await rows.getByText('New', {exact: true}).count(), 3);
    await world.open('#!/notifications');
    await world.titled('Notifications');
    await rows.first().waitFor();
    assert.equal(await rows.getByText('New', {exact: true}).count(), 0);
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('notifications-phone');
    await world.checkAccess();
    await page.setViewportSize(desktop);
  });

  test('a reader stops following in the list and on the page', async () => {
    const {page} = world;
    await world.open('#!/notifications');
    await button('Unfollow Private').click();
    await button('Unfollow Private').waitFor({state: 'detached'});
    await button('Unfollow Revenue').waitFor();
    await asset('ledger');
    await button('Following').click();
    await button('Follow').waitFor();
    await page.getByText('ledger unfollowed').waitFor();
    await world.open('#!/notifications');
    await button('Unfollow Revenue').waitFor();
    assert.equal(await button('Unfollow ledger').count(), 0);
  });

  test('the link of an asset is copied by keyboard', async () => {
    const {page} = world;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await asset('ledger_daily');
    await world.titled('ledger_daily');
    await button('Copy link').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Link copied').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    assert.equal(copied, page.url());
    assert.match(String(copied), new RegExp(`/detailPage/${guids['ledger_daily']}`));
  });

  test('a deprecation says what is downstream before it is saved', async () => {
    const {page} = world;
    await asset('ledger');
    await button('More').click();
    await page.getByRole('menuitem', {name: 'Certification and announcement'}).click();
    const dialog = page.getByRole('dialog', {name: 'Certification and announcement'});
    await dialog.getByRole('combobox', {name: 'Certification', exact: true}).click();
    await page.getByRole('option', {name: 'Deprecated', exact: true}).click();
    await dialog.getByText('2 assets are downstream and depend on it').waitFor();
    await dialog.getByRole('button', {name: 'Show', exact: true}).click();
    for (const name of ['ledger_daily', 'ledger_report'])
      await dialog.getByText(name, {exact: true}).waitFor();
    await world.picture('deprecation-reach');
    await world.checkAccess();
    await dialog.getByRole('combobox', {name: 'Certification', exact: true}).click();
    await page.getByRole('option', {name: 'Certified', exact: true}).click();
    await dialog.getByText(/are downstream/).waitFor({state: 'detached'});
  });

  test('breaking changes upstream are listed with what they affect, and problems in their place', async () => {
    const {page} = world;
    const columns = ['amount', 'fee'].map(name => ({
      typeName: 'hive_column',
      guid: `-payments.${name}`,
      attributes: {
        qualifiedName: `payments.${name}@test`,
        name,
        type: 'int',
        table: {guid: '-payments', typeName: 'hive_table'},
      },
    }));
    const named = (typeName: string, name: string, more = {}) => ({
      typeName,
      guid: `-${name}`,
      attributes: {qualifiedName: `${name}@test`, name, ...more},
    });
    const {guidAssignments: made} = (await world.put('/v2/entity/bulk', {
      body: {
        entities: [
          named('hive_db', 'bank', {clusterName: 'test'}),
          named('hive_table', 'payments', {db: {guid: '-bank'}}),
          ...columns,
          named('DataSet', 'revenue_by_day', {owner: 'admin'}),
          named('Process', 'sum up', {
            inputs: [{guid: '-payments'}],
            outputs: [{guid: '-revenue_by_day'}],
          }),
        ],
      },
    })) as {guidAssignments: Record<string, string>};
    await change(`/v2/entity/guid/${made['-payments.amount']}?name=type`, 'decimal(18,2)', 'PUT');
    await change(`/v2/entity/guid/${made['-payments.fee']}`, undefined, 'DELETE');
    await page.route('**/v2/follows/breaking-changes**', route =>
      route.fulfill({status: 503, json: {errorMessage: 'The catalog is being upgraded'}}),
    );
    await world.open('#!/notifications');
    await list('Breaking changes').getByText('The catalog is being upgraded').waitFor();
    await list('Changes').waitFor();
    await world.picture('notifications-breaking-error');
    await page.unroute('**/v2/follows/breaking-changes**');
    world.problems.length = 0;
    await world.open('#!/notifications');
    const rows = list('Breaking changes').getByRole('listitem');
    await soon(async () => assert.equal(await rows.count(), 2));
    const texts = (await rows.allTextContents()).join('\n');
    for (const part of [
      'Column amount retyped from int to decimal(18,2)',
      'Column fee removed',
      'Affects revenue_by_day',
      'New',
    ])
      assert.ok(texts.includes(part), texts);
    await world.picture('notifications-breaking');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('notifications-breaking-phone');
    await world.checkAccess();
    await page.setViewportSize(desktop);
    // Read once they were shown.
    await world.open('#!/notifications');
    await soon(async () => assert.equal(await rows.count(), 2));
    assert.equal(await rows.getByText('New', {exact: true}).count(), 0);
    await rows.first().getByRole('link', {name: 'revenue_by_day'}).click();
    await world.titled('revenue_by_day');
    assert.deepEqual(world.problems, []);
  });
});

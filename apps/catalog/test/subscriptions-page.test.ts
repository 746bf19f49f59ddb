// Subscriptions to changes in a real browser: created, tested, paused, shown with their deliveries.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('subscriptions in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages({args: ['--webhook-allow-private']});
  const got: string[] = [];
  let status = 204;
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      got.push(text);
      response.writeHead(status).end();
    });
  });
  before(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    await world.put('/v2/types/typedefs', {body: {classificationDefs: [{name: 'Personal'}]}});
    const made = await ask(`${world.server.url}/api/meta/v2/domains`, {body: {name: 'Sales'}});
    assert.equal(made.status, 200, made.text);
  });
  after(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const main = () => world.page.getByRole('main');

  test('without any the page says what they are for', async () => {
    await world.open('#!/subscriptions');
    await main().getByRole('heading', {name: 'No subscriptions yet'}).waitFor();
    await world.picture('subscriptions-empty');
    await world.checkAccess();
  });

  test('one is created with its filter, and shown without its address', async () => {
    const {page} = world;
    await main().getByRole('button', {name: 'Create subscription'}).click();
    const dialog = page.getByRole('dialog', {name: 'Create subscription'});
    await dialog.getByLabel('Name').fill('Personal data');
    const {port} = receiver.address() as AddressInfo;
    await dialog.getByLabel('URL').fill(`http://127.0.0.1:${port}/services/of-a-secret`);
    await dialog.getByRole('combobox', {name: 'Classifications'}).fill('Pers');
    await page.getByRole('option', {name: 'Personal'}).click();
    // The list of choices covers what is below it until another field is entered.
    await dialog.getByLabel('Name').click();
    await dialog.getByRole('switch', {name: 'Include propagated classifications'}).click();
    await dialog.getByRole('combobox', {name: 'Domains'}).click();
    await page.getByRole('option', {name: 'Sales'}).click();
    await dialog.getByLabel('Name').click();
    await dialog.getByLabel('Deliver at most every').fill('0');
    await world.picture('subscriptions-create');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Create subscription'}).click();
    await world.titled('Personal data');
    await main().getByText('with Personal, not propagated · in Sales').waitFor();
    await main().getByText(`http://127.0.0.1:${port}/…`).waitFor();
    assert.ok(!(await page.content()).includes('of-a-secret'));
    await main().getByText('No deliveries yet.').waitFor();
  });

  test('a test message is sent, and one that is refused says why', async () => {
    const {page} = world;
    const send = main().getByRole('button', {name: 'Send test message'});
    await send.click();
    await page.getByText('A test message was sent.').waitFor();
    assert.equal(got.length, 1);
    status = 500;
    await send.click();
    await page.getByText(/answered 500/).waitFor();
  });

  test('a delivery that fails is in the list until it succeeds', async () => {
    const {page} = world;
    await main().getByRole('button', {name: 'Edit'}).click();
    const dialog = page.getByRole('dialog', {name: 'Edit Personal data'});
    for (const name of ['Classifications', 'Domains']) {
      await dialog.getByRole('combobox', {name}).click();
      await page.keyboard.press('Backspace');
      await dialog.getByLabel('Name').click();
    }
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    await main().getByText('All changes').waitFor();
    const attributes = {qualifiedName: 'd@c', name: 'd', clusterName: 'c'};
    await world.put('/v2/entity', {body: {entity: {typeName: 'hive_db', attributes}}});
    await main()
      .getByText(/127\.0\.0\.1:\d+ answered 500/)
      .waitFor();
    await main().getByText('Failing', {exact: true}).waitFor();
    status = 204;
    await main().getByText('Delivered', {exact: true}).waitFor();
    await main().getByText('Active', {exact: true}).waitFor();
    await world.picture('subscription');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('subscription-narrow');
    await page.setViewportSize(desktop);
  });

  test('breaking changes are chosen by themselves, with what they have to affect', async () => {
    const {page} = world;
    const attributes = {qualifiedName: '/landing@c', name: 'landing', path: '/landing'};
    await world.put('/v2/entity', {body: {entity: {typeName: 'hdfs_path', attributes}}});
    await main().getByRole('button', {name: 'Edit'}).click();
    const dialog = page.getByRole('dialog', {name: 'Edit Personal data'});
    for (const kind of ['Entity deleted', 'Breaking change']) {
      await dialog.getByRole('combobox', {name: 'Kinds of changes'}).fill(kind);
      await page.getByRole('option', {name: kind, exact: true}).click();
    }
    await dialog.getByLabel('Affected owners').fill('ann');
    await dialog.getByLabel('Affected owners').press('Enter');
    await dialog.getByRole('combobox', {name: 'Affected domains'}).click();
    await page.getByRole('option', {name: 'Sales'}).click();
    await dialog.getByRole('combobox', {name: 'Affected assets'}).fill('landing');
    await page.getByRole('option', {name: 'landing'}).click();
    await dialog.getByLabel('Name').click();
    await dialog.getByLabel('Title').fill('{{count}} for us: {{subscription}}');
    await dialog.getByLabel('Line of each change').fill('{{nome}}');
    await dialog.getByText('Only the placeholders above can be in double braces.').waitFor();
    await dialog.getByLabel('Line of each change').fill('{{user}}: {{what}} {{name}} <b>');
    await dialog.getByText('one change for us: Personal data').waitFor();
    await dialog.getByText('• ann: Deleted orders <b>').waitFor();
    await world.picture('subscription-template');
    await dialog.getByLabel('Affected owners').scrollIntoViewIfNeeded();
    await world.picture('subscription-breaking');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('subscription-breaking-narrow');
    await page.setViewportSize(desktop);
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    await main()
      .getByText('Breaking change · affecting assets of ann or assets in Sales or one asset')
      .waitFor();
    await main().getByRole('button', {name: 'Edit'}).click();
    await dialog.getByText('landing', {exact: true}).waitFor();
    assert.equal(
      await dialog.getByLabel('Line of each change').inputValue(),
      '{{user}}: {{what}} {{name}} <b>',
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({state: 'detached'});
  });

  test('it is paused, and deleted after a question', async () => {
    const {page} = world;
    await main().getByRole('button', {name: 'Pause'}).click();
    await main().getByRole('button', {name: 'Resume'}).waitFor();
    await world.open('#!/subscriptions');
    await main().getByText('Paused', {exact: true}).waitFor();
    await world.picture('subscriptions');
    await world.checkAccess();
    await main().getByRole('link', {name: 'Personal data'}).click();
    await main().getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Delete'}).click();
    await main().getByRole('heading', {name: 'No subscriptions yet'}).waitFor();
    await soon(() =>
      assert.deepEqual(
        world.problems.filter(one => !one.includes('400')),
        [],
      ),
    );
  });
});

// What pages show to somebody who may not see or do something, and what stays of what was typed
// when a session ends.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {desktop, drawn, logIn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-denied-'));
after(() => rmSync(folder, {recursive: true, force: true}));
const passwordFile = join(folder, 'users.properties');
writeFileSync(
  passwordFile,
  [
    passwordLine('admin', 'ADMIN'),
    passwordLine('sally', 'sales'),
    passwordLine('stew', 'stewards'),
  ].join('\n'),
);
const policyFile = join(import.meta.dirname, '..', '..', '..', 'docs', 'sample-policy.json');

const denied = 'You don’t have permission to view this';
const notHere = 'Not found';
const hint = 'Ask your administrator';

suite('who may not see or do something', {skip: skipWithoutBrowser}, () => {
  const world = usePages({args: ['--password-file', passwordFile, '--policy-file', policyFile]});
  const guids: Record<string, string> = {};

  test('who may do what is answered, with the rule that says so', async () => {
    const {page} = world;
    const attributes = {qualifiedName: 'sales.rights@x', name: 'rights', clusterName: 'x'};
    const made = await world.put('/v2/entity', {body: {entity: {typeName: 'hive_db', attributes}}});
    const guid =
      Object.values((made as {guidAssignments: Record<string, string>}).guidAssignments)[0] ?? '';
    await world.open('#!/administrator');
    await page.getByRole('tab', {name: 'Permissions'}).click();
    const answer = page.getByRole('table', {name: 'Answer'});
    // Before anything is asked: what administrators may do, and whoever asks of it.
    await answer
      .getByRole('row')
      .filter({hasText: 'admin-export'})
      .getByText('ADMIN.adminPermissions[0]')
      .waitFor();
    await page.getByRole('textbox', {name: 'User'}).fill('sally');
    await page.getByRole('combobox', {name: 'Groups'}).fill('sales');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', {name: 'Action'}).click();
    await page.getByRole('option', {name: 'See an entity'}).click();
    await page.getByRole('combobox', {name: 'Entity', exact: true}).fill('rights');
    await page.getByRole('option', {name: 'rights'}).click();
    await page.keyboard.press('Tab');
    await page.getByRole('button', {name: 'Check permissions', exact: true}).click();
    await answer.getByText('SALES_READER.entityPermissions[0]').waitFor();
    await page.getByRole('heading', {name: 'Permissions of sally'}).waitFor();
    await world.picture('rights-allowed');
    await world.checkAccess();
    // The question is in the address.
    await world.open(
      `#!/administrator?tabActive=rights&user=sally&groups=sales&privilege=entity-delete&guid=${guid}`,
    );
    await answer.getByText('No policy rule allows this action.').waitFor();
    await page.getByRole('combobox', {name: 'Action'}).click();
    await page.getByRole('option', {name: 'Add a classification'}).click();
    await page.getByRole('combobox', {name: 'Classification'}).waitFor();
    await soon(async () =>
      assert.equal(
        await page.getByRole('button', {name: 'Check permissions', exact: true}).isDisabled(),
        true,
      ),
    );
    await world.open(
      '#!/administrator?tabActive=rights&privilege=type-create&type=hive_table&user=nobody',
    );
    await page.getByText('without any role: nothing is allowed').waitFor();
    await world.picture('rights-refused');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkAccess();
    await world.picture('rights-phone');
    await page.setViewportSize(desktop);
  });

  test('an entity that is hidden is not here, as one that does not exist', async () => {
    const {page, server} = world;
    for (const name of ['sales', 'staff']) {
      const attributes = {qualifiedName: `${name}@x`, name, clusterName: 'x'};
      const made = await world.put('/v2/entity', {
        body: {entity: {typeName: 'hive_db', attributes}},
      });
      guids[name] =
        Object.values((made as {guidAssignments: Record<string, string>}).guidAssignments)[0] ?? '';
    }
    const table = {
      typeName: 'hive_table',
      attributes: {
        qualifiedName: 'sales.orders@x',
        name: 'orders',
        db: {guid: guids['sales'], typeName: 'hive_db'},
      },
    };
    const made = await world.put('/v2/entity', {body: {entity: table}});
    guids['orders'] =
      Object.values((made as {guidAssignments: Record<string, string>}).guidAssignments)[0] ?? '';
    await page.context().clearCookies();
    await logIn(page, server.url, 'sally');
    await world.open(`#!/detailPage/${guids['staff']}`);
    await world.titled(notHere);
    await page.getByText(`Given instance guid ${guids['staff']} is invalid/not found`).waitFor();
    await world.picture('denied-entity');
    await world.checkAccess();
    // What may be seen is one click away.
    await page.getByRole('link', {name: 'Search', exact: true}).click();
    await page.locator('main h1', {hasText: notHere}).waitFor({state: 'detached'});
    await drawn(page);
  });

  test('so do the parts of the administrator page', async () => {
    const {page} = world;
    for (const tab of ['adminAudit', 'transfers']) {
      await world.open(`#!/administrator?tabActive=${tab}`);
      await page.locator('main').getByText(denied).first().waitFor();
      await page.locator('main').getByText(hint).first().waitFor();
    }
    await world.picture('denied-administrator');
    await world.checkAccess();
  });

  test('who may only read is offered nothing that would be refused', async () => {
    const {page} = world;
    const offers =
      /^(?:New|Edit|Classify|More|Delete|Subtype|Import|Load sample data|Create|Assign|Relate|Change|Remove)\b/;
    for (const [hash, shown] of [
      ['#!/search/searchResult?searchType=basic&type=hive_table', 'orders'],
      [`#!/detailPage/${guids['orders']}`, 'orders'],
      [`#!/detailPage/${guids['orders']}?tabActive=classification`, 'Not classified'],
      ['#!/types', 'hive_table'],
      ['#!/types/hive_table', 'hive_table'],
      ['#!/glossary', 'No glossary yet'],
    ] as const) {
      await world.open(hash);
      await page.locator('main').getByText(shown, {exact: true}).first().waitFor();
      assert.deepEqual(
        await page.locator('main').getByRole('button', {name: offers}).allInnerTexts(),
        [],
        hash,
      );
      assert.deepEqual(
        await page.locator('main').getByRole('link', {name: offers}).allInnerTexts(),
        [],
        hash,
      );
      for (const name of ['Select all rows of this page', 'Bulk changes'])
        assert.equal(
          await page.locator('main').getByLabel(name).or(page.getByText(name)).count(),
          0,
          name,
        );
      await world.picture(`reader-${hash.replaceAll(/\W+/g, '-').slice(2, 20)}`);
    }
    for (const [hash, what] of [
      ['#!/newType?category=ENTITY', 'create types'],
      ['#!/types/hive_table/edit', 'edit types'],
    ] as const) {
      await world.open(hash);
      await page.getByRole('heading', {name: denied}).waitFor();
      await page.getByText(`You can’t ${what}.`).waitFor();
      assert.equal(await page.locator('main').getByRole('textbox').count(), 0, hash);
    }
    await world.picture('reader-new-type');
    await world.checkAccess();
    const pages = page.getByRole('navigation', {name: 'Pages'});
    assert.deepEqual(await pages.getByRole('link').allInnerTexts(), [
      'Home',
      'Search',
      'Domains',
      'Glossary',
      'Types',
      'Statistics',
    ]);
    await page.getByRole('button', {name: 'Help'}).click();
    await page.getByRole('menuitem', {name: 'About'}).waitFor();
    assert.equal(await page.getByRole('menuitem', {name: 'Sample data'}).count(), 0);
    await page.keyboard.press('Escape');
    await world.checkAccess();
  });

  test('a change that is refused keeps what was typed', async () => {
    const {page, server} = world;
    await page.context().clearCookies();
    // May change entities, but those of other types.
    await logIn(page, server.url, 'stew');
    await world.open(`#!/detailPage/${guids['orders']}`);
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Custom properties'}).click();
    const dialog = page.getByRole('dialog', {name: 'Custom properties'});
    await dialog.getByRole('button', {name: 'Property'}).click();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('whose');
    await dialog.getByRole('textbox', {name: 'Value'}).fill('mine');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.getByText('You don’t have permission').waitFor();
    await dialog.getByText(hint).waitFor();
    assert.equal(await dialog.getByRole('textbox', {name: 'Value'}).inputValue(), 'mine');
    await world.picture('denied-change');
    await world.checkAccess();
    await page.keyboard.press('Escape');
  });

  test('with everything refused every page still says so and draws its frame', async () => {
    const {page} = world;
    const body =
      '{"errorCode": "ATLAS-403-00-001", "errorMessage": "sally is not authorized to perform anything"}';
    await page.route(
      url => url.pathname.includes('/api/meta/') && !url.pathname.endsWith('/admin/session'),
      route => route.fulfill({status: 403, contentType: 'application/json', body}),
    );
    for (const hash of [
      '#!/search/searchResult?searchType=basic&type=hive_table',
      '#!/search/searchResult?searchType=dsl&query=hive_table',
      `#!/detailPage/${guids['orders']}`,
      '#!/relationshipDetailPage/00000000-0000-0000-0000-000000000000',
      '#!/types',
      '#!/types/hive_table',
      '#!/newType?category=CLASSIFICATION',
      '#!/statistics',
      '#!/administrator',
      '#!/administrator?tabActive=transfers',
      '#!/administrator?tabActive=deleted',
      '#!/administrator?tabActive=tasks',
      '#!/administrator?tabActive=rights',
      '#!/glossary',
      '#!/glossary/00000000-0000-0000-0000-000000000000?gtype=term',
      '#!/about',
    ]) {
      await world.open(hash);
      await page.locator('main').getByText(denied).first().waitFor();
      await page.locator('main').getByText(hint).first().waitFor();
      await page.getByRole('navigation', {name: 'Pages'}).waitFor();
    }
    await world.picture('denied-everything');
    await world.checkAccess();
    await page.unrouteAll();
    await page.getByRole('button', {name: 'Try again'}).first().click();
    await page.getByRole('heading', {name: 'This server'}).waitFor();
  });

  test('when the session ends under a form, it is sent after the new login as it was filled in', async () => {
    const {page, server} = world;
    await page.context().clearCookies();
    await logIn(page, server.url);
    await world.open(`#!/detailPage/${guids['orders']}?tabActive=properties`);
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Custom properties'}).click();
    const dialog = page.getByRole('dialog', {name: 'Custom properties'});
    await dialog.getByRole('button', {name: 'Property'}).click();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('reviewed_by');
    await dialog
      .getByRole('textbox', {name: 'Value'})
      .fill('a long text that took a while to write');
    await page.context().clearCookies();
    await dialog.getByRole('button', {name: 'Save'}).click();
    const ended = page.getByRole('dialog', {name: 'Your session has ended'});
    await ended.getByRole('textbox', {name: 'Password'}).fill('admin');
    await ended.getByRole('button', {name: 'Log in', exact: true}).click();
    await ended.waitFor({state: 'detached'});
    await dialog.waitFor({state: 'detached'});
    await page.getByText('a long text that took a while to write', {exact: true}).waitFor();
  });
});

// The page of a relationship: its ends, attributes, and the classifications that pass over it; and
// where old links lead.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {desktop, drawn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

type Relationship = {
  guid: string;
  attributes: Record<string, unknown>;
  blockedPropagatedClassifications: unknown[];
};

suite('the page of a relationship', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const guids: Record<string, string> = {};
  let guid = '';

  const stored = async () => {
    const {json} = await ask(`${world.server.url}/api/meta/v2/relationship/guid/${guid}`);
    return (json as {relationship: Relationship}).relationship;
  };
  const isOn = async () =>
    await world.page.getByRole('switch', {name: 'Let Sealed through'}).isChecked();

  test('it shows both ends, and the entity leads to it', async () => {
    const {page} = world;
    await world.put('/v2/types/typedefs', {
      body: {
        classificationDefs: [{name: 'Sealed'}],
        relationshipDefs: [
          {
            name: 'db_copy',
            relationshipCategory: 'ASSOCIATION',
            propagateTags: 'ONE_TO_TWO',
            endDef1: {type: 'hive_db', name: 'copies', isContainer: false, cardinality: 'SET'},
            endDef2: {type: 'hive_db', name: 'originals', isContainer: false, cardinality: 'SET'},
            attributeDefs: [{name: 'reason', typeName: 'string', isOptional: true}],
          },
        ],
      },
    });
    for (const name of ['source', 'copy']) {
      const {guidAssignments} = (await world.put('/v2/entity', {
        body: {
          entity: {
            typeName: 'hive_db',
            attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x'},
          },
        },
      })) as {guidAssignments: Record<string, string>};
      guids[name] = Object.values(guidAssignments)[0] ?? '';
    }
    const ends = {
      end1: {guid: guids['source'], typeName: 'hive_db'},
      end2: {guid: guids['copy'], typeName: 'hive_db'},
    };
    const made = await world.put('/v2/relationship', {
      body: {typeName: 'db_copy', ...ends, attributes: {reason: 'backup'}},
    });
    guid = (made as {guid: string}).guid;
    await world.put(`/v2/entity/guid/${guids['source']}/classifications`, {
      body: [{typeName: 'Sealed'}],
    });
    await world.open(`#!/detailPage/${guids['copy']}?tabActive=relationship`);
    await page.getByRole('link', {name: 'Relationship with source'}).click();
    await page.waitForURL(new RegExp(`relationshipDetailPage/${guid}`));
    await drawn(page);
    await world.titled('db_copy');
    const main = page.locator('main');
    await main.getByRole('link', {name: 'source', exact: true}).first().waitFor();
    await main.getByRole('link', {name: 'copy', exact: true}).waitFor();
    await main.getByText('backup').waitFor();
    await main.getByText('Classifications go from source to copy.').waitFor();
    await world.picture('relationship');
    await world.checkAccess();
  });

  test('a classification is stopped and let through again', async () => {
    const {page} = world;
    const tags = async () => {
      const {json} = await ask(
        `${world.server.url}/api/meta/v2/entity/guid/${guids['copy']}/classifications`,
      );
      return (json as {list: {typeName: string}[]}).list.map(one => one.typeName);
    };
    await soon(async () => assert.equal(await isOn(), true));
    await soon(async () => assert.deepEqual(await tags(), ['Sealed']));
    await page.getByText('from source', {exact: true}).waitFor();
    await page.getByRole('switch', {name: 'Let Sealed through'}).press('Space');
    await page.getByText('stopped here').waitFor();
    await soon(async () => assert.deepEqual(await tags(), []));
    // What the request does not change stays.
    assert.equal((await stored()).attributes['reason'], 'backup');
    await world.picture('relationship-blocked');
    await world.checkAccess();
    await page.getByRole('switch', {name: 'Let Sealed through'}).press('Space');
    await page.getByText('stopped here').waitFor({state: 'detached'});
    await soon(async () => assert.deepEqual(await tags(), ['Sealed']));
    await soon(async () => assert.equal(await isOn(), true));
  });

  test('attributes are edited, and what is stopped stays so', async () => {
    const {page} = world;
    await page.getByRole('switch', {name: 'Let Sealed through'}).press('Space');
    await page.getByText('stopped here').waitFor();
    await page.getByRole('button', {name: 'Edit'}).click();
    const dialog = page.getByRole('dialog', {name: 'Edit db_copy'});
    await dialog.getByRole('textbox', {name: 'reason'}).fill('tests');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    await page.getByRole('definition').filter({hasText: 'tests'}).waitFor();
    const {attributes, blockedPropagatedClassifications} = await stored();
    assert.equal(attributes['reason'], 'tests');
    assert.equal(blockedPropagatedClassifications.length, 1);
  });

  test('it is deleted after a question, and still shown', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('relationship-narrow');
    await page.setViewportSize(desktop);
    await page.getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Delete'}).click();
    await page.locator('main').getByText('deleted', {exact: true}).first().waitFor();
    await soon(async () => assert.equal(await page.getByRole('button', {name: 'Edit'}).count(), 0));
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
    await world.open('#!/relationshipDetailPage/00000000-0000-0000-0000-000000000000');
    await world.titled('Not found');
  });

  test('links to tabs of the administrator page lead to where those things are now', async () => {
    const {page} = world;
    for (const [tab, heading, address] of [
      ['typeSystem', 'Types', /#!\/types\?view=picture/],
      ['enum', 'Types', /#!\/types\?category=ENUM/],
      ['businessMetadata', 'Types', /#!\/types\?category=BUSINESS_METADATA/],
      ['audit', 'Administration', /#!\/administrator\?tabActive=adminAudit/],
      ['adminAudit', 'Administration', /#!\/administrator\?tabActive=adminAudit/],
    ] as const) {
      await world.open(`#!/administrator?tabActive=${tab}`);
      await world.titled(heading);
      await soon(() => assert.match(page.url(), address));
    }
  });

  test('an entity tells what is done in the background, and the about page what runs', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guids['source']}?tabActive=tasks`);
    await page.getByText('No background tasks').waitFor();
    await world.checkAccess();
    const started = await ask(`${world.server.url}/api/meta/admin/audits/ageout`, {
      body: {
        auditAgingEnabled: true,
        customAgeoutTTLInDays: 90,
        customAgeoutEntityTypes: 'hive_db',
      },
    });
    assert.equal(started.status, 200, started.text);
    await world.open(`#!/detailPage/${guids['source']}?tabActive=tasks`);
    await page.getByRole('table', {name: 'Tasks'}).getByText('Remove old audit events').waitFor();
    await world.checkAccess();
    await world.open('#!/about');
    await page.getByRole('cell', {name: 'SQLite'}).waitFor();
    await page.getByRole('link', {name: 'The API, operation by operation'}).waitFor();
    await world.picture('about');
    await world.checkAccess();
  });
});

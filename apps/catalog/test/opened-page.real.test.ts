// Every menu, dialog and popover of the pages, opened one after the other: nothing that axe finds.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

type Visit = {
  readonly address: string;
  /** What is done first, so that there is something to open. */
  readonly act?: () => Promise<void>;
  /** Buttons that open a dialog or a popover. */
  readonly buttons?: readonly string[];
  /** Buttons that open a menu, by those of its items that open a dialog; undefined: all do. */
  readonly menus?: Readonly<Record<string, readonly string[] | undefined>>;
};

suite('all that can be opened in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const opened = () =>
    world.page.locator('[role=dialog]:visible, [role=menu]:visible').filter({hasText: /\S/});
  const places = new Map<string, Visit>();

  /** Opened, looked at, and closed again. */
  const look = async (name: string, found: string[]) => {
    await opened().first().waitFor();
    await world.checkAccess().catch((error: unknown) => found.push(`${name}: ${String(error)}`));
    await soon(async () => {
      await world.page.keyboard.press('Escape');
      assert.equal(await opened().count(), 0, `${name} stays open`);
    });
  };
  const visit = async ({address, act, buttons = [], menus = {}}: Visit): Promise<string[]> => {
    const {page} = world;
    const found: string[] = [];
    await world.open(`#!${address}`);
    await act?.();
    const press = (name: string) =>
      page.getByRole('button', {name, exact: true}).filter({visible: true}).first().click();
    for (const name of buttons) {
      await press(name);
      await look(name, found);
    }
    for (const [name, wanted] of Object.entries(menus)) {
      await press(name);
      await page.getByRole('menuitem').first().waitFor();
      const items = wanted ?? (await page.getByRole('menuitem').allInnerTexts());
      await look(name, found);
      for (const item of items) {
        await press(name);
        await page.getByRole('menuitem', {name: item, exact: true}).click();
        await page.getByRole('dialog').waitFor();
        await look(`${name}, ${item}`, found);
      }
    }
    return found;
  };

  before(async () => {
    await world.put('/v2/types/typedefs', {
      body: {
        classificationDefs: [{name: 'Personal', description: 'Of people'}],
        businessMetadataDefs: [
          {
            name: 'Care',
            attributeDefs: [
              {
                name: 'team',
                typeName: 'string',
                isOptional: true,
                options: {applicableEntityTypes: '["Asset"]', maxStrLength: '50'},
              },
            ],
          },
        ],
      },
    });
    const saved = (await world.put('/v2/entity/bulk', {
      body: {
        entities: [
          {
            typeName: 'hive_db',
            guid: '-db',
            attributes: {qualifiedName: 'sales@x', name: 'sales', clusterName: 'x'},
          },
          {
            typeName: 'hive_table',
            guid: '-table',
            attributes: {
              qualifiedName: 'sales.orders@x',
              name: 'orders',
              db: {guid: '-db'},
              columns: [{guid: '-column'}],
            },
            classifications: [{typeName: 'Personal'}],
          },
          {
            typeName: 'hive_table',
            guid: '-raw',
            attributes: {qualifiedName: 'sales.raw@x', name: 'raw', db: {guid: '-db'}},
          },
          {
            typeName: 'hive_column',
            guid: '-column',
            attributes: {
              qualifiedName: 'sales.orders.id@x',
              name: 'id',
              type: 'int',
              table: {guid: '-table'},
            },
          },
          {
            typeName: 'Process',
            guid: '-load',
            attributes: {
              qualifiedName: 'load@x',
              name: 'load',
              inputs: [{guid: '-raw', typeName: 'hive_table'}],
              outputs: [{guid: '-table', typeName: 'hive_table'}],
            },
          },
        ],
      },
    })) as {guidAssignments: Record<string, string>};
    const table = saved.guidAssignments['-table'] ?? '';
    const domain = (await world.put('/v2/domains', {body: {name: 'Trade'}})) as {guid: string};
    const glossary = (await world.put('/v2/glossary', {body: {name: 'Words'}})) as {guid: string};
    const anchor = {glossaryGuid: glossary.guid};
    const make = async (kind: string, name: string) =>
      ((await world.put(`/v2/glossary/${kind}`, {body: {name, anchor}})) as {guid: string}).guid;
    const [term, category] = [await make('term', 'Order'), await make('category', 'Sales')];
    const select = () =>
      world.page.getByRole('checkbox', {name: 'Select this row'}).first().check();
    const tables = '/search/searchResult?searchType=basic&type=hive_table';
    const all: Record<string, Visit> = {
      head: {
        address: '/',
        menus: {
          Help: ['Keyboard shortcuts', 'Sample data'],
          Theme: [],
          'User admin': ['Sessions', 'Access tokens'],
          'How entity types are shown': [],
        },
      },
      search: {
        address: tables,
        buttons: ['Options', 'Columns', 'Save this search', 'Explain search'],
        menus: {Download: []},
      },
      selection: {
        address: tables,
        act: select,
        buttons: [
          'Classify',
          'Edit terms',
          'Edit labels',
          'Set attribute',
          'Set business metadata',
          'Set domain',
          'Edit data products',
          'Certify or deprecate',
          'Delete',
        ],
      },
      table: {
        address: `/detailPage/${table}`,
        buttons: ['Edit', 'Classify'],
        menus: {More: undefined},
      },
      lineage: {
        address: `/detailPage/${table}?tabActive=lineage`,
        buttons: ['Add lineage', 'View options', 'Legend'],
        menus: {Save: []},
      },
      domains: {address: '/domains', buttons: ['Create domain', 'Create data product']},
      domain: {
        address: `/detailPage/${domain.guid}`,
        buttons: ['Edit'],
        menus: {Create: ['Create subdomain', 'Create data product'], More: undefined},
      },
      glossaries: {address: '/glossary', buttons: ['New glossary', 'Export']},
      glossary: {
        address: `/glossary/${glossary.guid}?gtype=glossary`,
        buttons: ['New term', 'New category', 'Edit'],
        menus: {More: undefined},
      },
      term: {
        address: `/glossary/${term}?gtype=term&viewType=term`,
        buttons: ['Edit', 'Classify'],
        menus: {More: undefined},
      },
      category: {
        address: `/glossary/${category}?gtype=category&viewType=category`,
        buttons: ['New term', 'New category', 'Edit'],
        menus: {More: undefined},
      },
      types: {address: '/types', menus: {'New type': []}},
      transfers: {
        address: '/administrator?tabActive=transfers',
        buttons: ['Export', 'Import an archive'],
      },
      tasks: {address: '/administrator?tabActive=tasks', buttons: ['Remove old audit events']},
    };
    for (const [name, place] of Object.entries(all)) places.set(name, place);
  });

  for (const name of [
    'head',
    'search',
    'selection',
    'table',
    'lineage',
    'domains',
    'domain',
    'glossaries',
    'glossary',
    'term',
    'category',
    'types',
    'transfers',
    'tasks',
  ]) {
    test(name, async () => {
      assert.deepEqual(await visit(places.get(name) ?? assert.fail(name)), []);
    });
  }

  test('nothing was complained of', () => {
    assert.deepEqual(world.problems, []);
  });
});

// What `npm run pictures` shows of the catalog.
import type {Page, Route} from 'playwright-core';
import {drawn} from '../apps/catalog/test/page-fixture.ts';

/** A picture of the catalog, and how to come to what it shows. */
export type View = {
  readonly name: string;
  readonly hash: string;
  readonly act?: (page: Page) => Promise<unknown>;
  /**
   * Taken when there is also what nobody has, such as a glossary of thousands of terms; the others
   * show the sample data alone.
   */
  readonly isExtreme?: true;
};

const search = '#!/search/searchResult?searchType=basic&type=';
/** Addresses with `<guid:qualifiedName>` in them get the guid of that entity. */
export const views: readonly View[] = [
  {name: 'notifications', hash: '#!/notifications'},
  {name: 'search-all', hash: `${search}_ALL_ENTITY_TYPES`},
  {name: 'search-tables', hash: `${search}hive_table&sortBy=name`},
  {name: 'search-facets', hash: `${search}_ALL_ENTITY_TYPES&query=orders`},
  {
    name: 'search-conditions',
    hash: `${search}hive_table&entityFilters=OR(owner::%3D::etl:1:AND(name::contains::customer:2:owner::%3D::marketing))`,
  },
  {name: 'search-tag', hash: '#!/search/searchResult?searchType=basic&tag=PII'},
  {name: 'search-nothing', hash: `${search}hive_table&query=nowhere`},
  {name: 'search-error', hash: `${search}no_such_type`},
  {
    name: 'search-query',
    hash: `#!/search/searchResult?searchType=dsl&query=${encodeURIComponent('hive_column where table.owner = "etl" select name, type')}`,
  },
  {
    name: 'search-explained',
    hash: `${search}_ALL_ENTITY_TYPES&query=orders`,
    act: async page => {
      await page.getByRole('button', {name: 'Explain search'}).click();
      await page.getByRole('button', {name: 'Statement 1'}).first().click();
    },
  },
  {name: 'search-500', hash: `${search}hive_column&pageLimit=500`, isExtreme: true},
  {
    name: 'search-suggestions',
    hash: `${search}_ALL_ENTITY_TYPES`,
    act: async page => {
      await page
        .getByRole('combobox', {name: 'Search the catalog'})
        .or(page.getByRole('textbox', {name: 'Search the catalog'}))
        .first()
        .fill('customer');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search-options',
    hash: `${search}hive_table`,
    act: page => page.getByRole('button', {name: 'Options', exact: true}).click(),
  },
  {
    name: 'search-columns',
    hash: `${search}hive_table`,
    act: page => page.getByRole('button', {name: 'Columns', exact: true}).click(),
  },
  {
    name: 'search-save',
    hash: `${search}hive_table&query=customer`,
    act: page => page.getByRole('button', {name: 'Save this search'}).click(),
  },
  {
    name: 'search-chosen',
    hash: `${search}hive_table&sortBy=name`,
    act: page => page.getByRole('checkbox', {name: 'Select this row'}).first().check(),
  },
  {
    name: 'search-denied',
    hash: `${search}hive_table`,
    act: page =>
      answered(page, route =>
        route.fulfill({status: 403, json: {errorMessage: 'ann is not authorized to search'}}),
      ),
  },
  {
    name: 'search-loading',
    hash: `${search}hive_table`,
    act: page => answered(page, () => undefined),
  },
  {
    name: 'search-menu',
    hash: `${search}_ALL_ENTITY_TYPES`,
    act: page =>
      page
        .getByRole('button', {name: 'Menu', exact: true})
        .or(page.getByRole('button', {name: 'Help'}))
        .first()
        .click(),
  },
  {
    name: 'entity-new',
    hash: `${search}hive_table`,
    act: async page => {
      await page.getByRole('button', {name: 'New entity'}).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'entity-terms',
    hash: '#!/detailPage/<hive_table:raw.customers>',
    act: page => more(page, 'Terms'),
  },
  {
    name: 'entity-labels',
    hash: '#!/detailPage/<hive_table:raw.customers>',
    act: page => more(page, 'Labels'),
  },
  {
    name: 'entity-properties',
    hash: '#!/detailPage/<hive_table:raw.customers>',
    act: page => more(page, 'Custom properties'),
  },
  {name: 'entity-table', hash: '#!/detailPage/<hive_table:staging.customers_clean>'},
  {
    name: 'entity-column',
    hash: '#!/detailPage/<hive_column:marts.customer_value.email>?tabActive=classification',
    act: page =>
      page
        .getByRole('button', {name: 'Show source'})
        .first()
        .click()
        .catch(() => undefined),
  },
  {name: 'entity-schema', hash: '#!/detailPage/<hive_table:raw.customers>?tabActive=schema'},
  {name: 'entity-contents', hash: '#!/detailPage/<hive_db:raw>'},
  {
    name: 'entity-documentation',
    hash: '#!/detailPage/<hive_table:raw.customers>',
    act: page => page.getByRole('button', {name: 'Edit documentation'}).click(),
  },
  {
    name: 'entity-compare',
    hash: '#!/detailPage/<hive_table:raw.customers>?tabActive=audit',
    act: page => page.getByRole('button', {name: 'Compare versions'}).click(),
  },
  {
    name: 'entity-relationships',
    hash: '#!/detailPage/<hive_table:warehouse.fact_sales>?tabActive=relationship',
  },
  {
    name: 'entity-audit',
    hash: '#!/detailPage/<hive_table:raw.customers>?tabActive=audit',
    act: page => page.locator('main [aria-expanded]').last().click(),
  },
  {name: 'entity-tasks', hash: '#!/detailPage/<hive_table:raw.customers>?tabActive=tasks'},
  {
    name: 'lineage-whole',
    hash: '#!/detailPage/<hive_table:raw.customers>?tabActive=lineage',
    act: async page => {
      await page.getByRole('button', {name: 'Fit to view'}).click();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'lineage-table',
    hash: '#!/detailPage/<hive_table:marts.customer_value>?tabActive=lineage',
  },
  {
    name: 'lineage-columns',
    hash: '#!/detailPage/<hive_column:marts.customer_value.email>?tabActive=lineage',
  },
  {
    name: 'relationship',
    hash: '#!/detailPage/<hive_table:raw.customers>?tabActive=relationship',
    act: async page => {
      await page.getByRole('link', {name: 'Relationship with email'}).click();
      await page.getByRole('heading', {name: 'Classifications'}).waitFor();
      await drawn(page);
    },
  },
  {
    name: 'lineage-details',
    hash: '#!/detailPage/<hive_table:staging.customers_clean>?tabActive=lineage',
    act: page => page.locator('[data-card]').nth(1).click(),
  },
  {
    name: 'lineage-list',
    hash: '#!/detailPage/<hive_table:marts.customer_value>?tabActive=lineage',
    act: page => page.getByText('Table', {exact: true}).click(),
  },
  {name: 'types', hash: '#!/types'},
  {name: 'types-picture', hash: '#!/types?view=picture'},
  {name: 'type', hash: '#!/types/hive_table'},
  {name: 'type-classification', hash: '#!/types/PII'},
  {name: 'type-business-metadata', isExtreme: true, hash: '#!/types/Stewardship'},
  {name: 'type-new', hash: '#!/newType?category=CLASSIFICATION'},
  {name: 'statistics', hash: '#!/statistics'},
  {name: 'administrator-audits', hash: '#!/administrator'},
  {name: 'administrator-transfers', hash: '#!/administrator?tabActive=transfers'},
  {
    name: 'administrator-export',
    hash: '#!/administrator?tabActive=transfers',
    act: page => page.getByRole('button', {name: 'Export', exact: true}).click(),
  },
  {
    name: 'administrator-import',
    hash: '#!/administrator?tabActive=transfers',
    act: page => page.getByRole('button', {name: 'Import an archive'}).click(),
  },
  {name: 'administrator-rights', hash: '#!/administrator?tabActive=rights'},
  {name: 'administrator-deleted', hash: '#!/administrator?tabActive=deleted'},
  {name: 'administrator-tasks', hash: '#!/administrator?tabActive=tasks'},
  {
    name: 'administrator-age-out',
    hash: '#!/administrator?tabActive=tasks',
    act: async page => {
      await page.getByRole('button', {name: 'Remove old audit events'}).click();
      await page.getByRole('button', {name: 'Preview'}).click();
      await page.getByText(/will be removed/).waitFor();
    },
  },
  {name: 'entity-json', hash: '#!/detailPage/<hive_table:raw.customers>?tabActive=json'},
  {
    name: 'entity-edit',
    hash: '#!/detailPage/<hive_table:raw.customers>',
    act: page => page.getByRole('button', {name: 'Edit', exact: true}).click(),
  },
  {
    name: 'entity-classify',
    hash: '#!/detailPage/<hive_table:raw.customers>',
    act: page => page.getByRole('button', {name: 'Classify'}).click(),
  },
  {
    name: 'entity-delete',
    hash: '#!/detailPage/<hive_table:raw.customers>',
    act: async page => {
      await page.getByRole('button', {name: 'More'}).click();
      await page.getByRole('menuitem', {name: 'Delete'}).click();
      await page
        .getByText(/will be deleted/)
        .first()
        .waitFor();
    },
  },
  {name: 'entity-unknown', hash: '#!/detailPage/00000000-0000-0000-0000-000000000000'},
  {name: 'entity-long-names', hash: '#!/detailPage/<hive_table:long>', isExtreme: true},
  {
    name: 'entity-10000-columns',
    hash: '#!/detailPage/<hive_table:wide>?tabActive=schema',
    isExtreme: true,
  },
  {name: 'glossary', hash: '#!/glossary', isExtreme: true},
  {name: 'glossary-one', hash: '#!/glossary/<glossary:Shop>?gtype=glossary', isExtreme: true},
  {
    name: 'glossary-category',
    hash: '#!/glossary/<category:Sales>?gtype=category&viewType=category',
    isExtreme: true,
  },
  {
    name: 'glossary-term',
    hash: '#!/glossary/<term:Revenue>?gtype=term&viewType=term',
    isExtreme: true,
  },
  {
    name: 'glossary-relations',
    hash: '#!/glossary/<term:Order>?gtype=term&viewType=category&tabActive=relatedTerm',
    isExtreme: true,
  },
  {
    name: 'glossary-large',
    hash: '#!/glossary/<term:Term 07345>?gtype=term&viewType=term',
    isExtreme: true,
  },
  {
    name: 'glossary-long-names',
    hash: '#!/glossary/<glossary:long>?gtype=glossary',
    isExtreme: true,
  },
  {name: 'glossary-found', hash: '#!/glossary?find=order', isExtreme: true},
  {
    name: 'glossary-edit',
    isExtreme: true,
    hash: '#!/glossary/<term:Revenue>?gtype=term&viewType=term',
    act: page => page.getByRole('button', {name: 'Edit', exact: true}).click(),
  },
  {
    name: 'glossary-delete',
    isExtreme: true,
    hash: '#!/glossary/<glossary:Shop>?gtype=glossary',
    act: async page => {
      await page.getByRole('button', {name: 'More'}).click();
      await page.getByRole('menuitem', {name: 'Delete'}).click();
      await page.getByText('In use: remove').waitFor();
    },
  },
  {
    name: 'glossary-move',
    isExtreme: true,
    hash: '#!/glossary/<category:Sales>?gtype=category',
    act: async page => {
      await page.getByRole('button', {name: 'More'}).click();
      await page.getByRole('menuitem', {name: 'Move'}).click();
      await page.getByRole('combobox', {name: 'Glossary'}).click();
      await page.getByRole('option', {name: 'Large', exact: true}).click();
      await page.getByText('would move').waitFor();
    },
  },
  {
    name: 'glossary-import',
    isExtreme: true,
    hash: '#!/glossary/import',
    act: async page => {
      await page.locator('main input[type=file]').setInputFiles({
        name: 'terms.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'GlossaryName,TermName,Synonyms\nBank,Account,\nBank,bad.name,\nBank,Ledger,Bank:Acount\n',
        ),
      });
      await page.getByText('can be imported').waitFor();
    },
  },
  {
    name: 'administrator-transfers-done',
    isExtreme: true,
    hash: '#!/administrator?tabActive=transfers',
  },
  {name: 'administrator-deleted-some', isExtreme: true, hash: '#!/administrator?tabActive=deleted'},
  {name: 'administrator-tasks-done', isExtreme: true, hash: '#!/administrator?tabActive=tasks'},
  {name: 'about', hash: '#!/about'},
  {name: 'no-such-page', hash: '#!/nowhere'},
];

/** A search that is answered by `answer`, as it cannot be had from a fresh server. */
async function answered(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.route('**/v2/search/basic', answer);
  await page.reload();
  await page.locator('[role=alert], [role=status]').first().waitFor();
}

async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', {name: 'More'}).click();
  await page.getByRole('menuitem', {name: item}).click();
  await page.getByRole('dialog').waitFor();
}

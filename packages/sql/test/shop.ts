import {complete, dialectOf, type NameCatalog} from '../src/index.ts';

const column = ([name = '', type = 'int']: readonly string[]) => ({name, type, comment: ''});
const columns = (text: string) => text.split('|').map(one => column(one.split(/ (\S+)$/)));

/** Two databases for tests: names, and columns as `name type|name type`. */
const shop: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shop: {
    orders: 'id bigint|customer_id bigint|amount decimal(10,2)|status string|day string',
    customers: 'id bigint|name string|country string|address struct<city:string,zip:string>',
    items: 'order_id bigint|product_id bigint|quantity int|price decimal(10,2)',
    people: 'id int|tags array<struct<key:string,value:int>>|facts map<string,struct<a:int>>',
    odd: 'order int|Mixed string|two words string',
  },
  web: {
    hits: 'id bigint|url string|at timestamp',
    visits: 'hit_id bigint|visitor struct<name:string,home:struct<city:string,street:string>>',
    customers: 'customer_key int|email string',
  },
};

const few: Readonly<Record<string, readonly string[]>> = {
  'shop.orders.status': ['new', 'paid', "won't"],
  'shop.customers.country': ['AT', 'DE'],
};

export const catalog: NameCatalog = {
  databases: async () => Object.keys(shop),
  tables: async database => tablesOf(database),
  otherTables: async database =>
    Object.keys(shop)
      .filter(other => other !== database)
      .flatMap(other => tablesOf(other).map(table => ({...table, database: other}))),
  columns: async (database, table) => {
    const found = shop[database]?.[table.toLowerCase()];
    if (found === undefined) throw new Error('no such table');
    return columns(found);
  },
  functions: async () => ['abs', 'count', 'max', 'substr', 'sum', 'upper'],
  values: async (database, table, {name}) => few[`${database}.${table}.${name}`] ?? [],
};

function tablesOf(database: string) {
  return Object.keys(shop[database] ?? {}).map(name => ({name, type: 'TABLE', comment: ''}));
}

/** What is proposed where the bar is. */
export async function proposed(dialect: string, marked: string) {
  const question = {
    text: marked.replace('|', ''),
    caret: marked.indexOf('|'),
    dialect: dialectOf(dialect),
    database: 'shop',
  };
  return (await complete(question, catalog)).proposals;
}

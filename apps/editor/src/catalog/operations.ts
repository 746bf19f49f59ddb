import {form} from '@gazetteer/kernel';
import {flag, items, text} from '@gazetteer/kernel/fields';
import {
  described,
  flag as flagShape,
  integer,
  list,
  named,
  oneOf,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {ApiError} from '@gazetteer/client';
import {AppError} from '@gazetteer/model';
import {commentOf, describeTable} from '../editor-api/describe-table.ts';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {textList, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {CatalogAway, orAway, type FoundDataset} from './catalog-link.ts';

const maxTables = 200;
const name = {max: 1000};
const states = ['there', 'none', 'away'] as const;
const state = oneOf(
  states,
  '`none` where no catalog is configured, `away` where it does not answer',
);

const markedColumn = whole(
  {
    name: textShape('Its name'),
    description: textShape('What it means'),
    classifications: textList('Its classifications'),
    terms: textList('Its terms'),
  },
  ['description'],
);

const knownAsset = named('KnownAsset', 'What the catalog knows of a table', () =>
  whole(
    {
      guid: textShape('Its GUID there'),
      description: textShape('What it is'),
      owners: textList('Who is responsible for it'),
      classifications: textList('Its classifications'),
      terms: textList('Its terms'),
      certification: textShape('Certified, Draft, Deprecated or another one'),
      announcement: textShape('What its users have to know now'),
      checks: described(
        whole({
          state: textShape('Passing, Failing or Error'),
          passed: integer('Checks that passed'),
          failed: integer('Checks that failed'),
          errors: integer('Checks that could not be run'),
        }),
        'How the checks of its contents ended last',
      ),
      deprecation: described(
        whole(
          {
            reason: textShape('Why; empty where nobody said'),
            successor: textShape('What to use in its place'),
          },
          ['successor'],
        ),
        'Where it is not to be used any more',
      ),
      columns: list(markedColumn, 'Columns that there is something to say of'),
    },
    ['description', 'certification', 'announcement', 'checks', 'deprecation', 'columns'],
  ),
);

/** Whether there is a catalog, and where its pages are. */
const readCatalog = query('GET /catalog', {
  summary: 'Whether there is a catalog beside this editor',
  description: 'Its address is absent where browsers may not be able to reach it.',
  answer: whole({isThere: flagShape('Whether there is one'), url: textShape('Its address')}, [
    'url',
  ]),
  run: async ({catalog}, _input, {catalogPages}) => {
    const url = catalogPages();
    return {isThere: catalog.isThere, ...(url === undefined ? {} : {url})};
  },
});

const listEngines = query('GET /catalog/engines', {
  summary: 'Engines of the caller, by what their tables are called in OpenLineage',
  description: 'The catalog asks for it, to say where a table of its own can be queried.',
  answer: whole({
    engines: list(
      whole({
        engine: textShape('Name of the engine'),
        name: textShape('As people read it'),
        places: list(
          whole(
            {
              namespace: textShape('Namespace of tables'),
              prefix: textShape('What their names begin with'),
              database: textShape('Where they are; else their names have it'),
            },
            ['database'],
          ),
          'Where its tables are',
        ),
      }),
      'In the order of the configuration',
    ),
  }),
  run: async ({engines, catalog}, _input, {actor: {userName}}) => ({
    engines: [...engines.values()].map(({id, displayName}) => ({
      engine: id,
      name: displayName,
      places: catalog.placesOf(id, userName),
    })),
  }),
});

/** For as many tables as a page shows, by one request to the catalog. */
const findTables = query('POST /catalog/tables', {
  summary: 'What the catalog knows of tables',
  description: `With the permissions that the caller has there. One answer for each table, in order; ${maxTables} at most.`,
  body: form({
    engine: text('Name of the engine', name),
    tables: items('The tables', {
      database: text('Where it is', name),
      table: text('Its name', name),
    }),
    withColumns: flag('Adds columns that there is something to say of'),
  }),
  answer: whole({
    state,
    tables: list(
      whole(
        {
          database: textShape('As asked for'),
          table: textShape('As asked for'),
          qualifiedName: textShape('What the catalog calls it, or would'),
          asset: described(knownAsset, 'Absent where nobody has registered it'),
        },
        ['asset'],
      ),
      'In the order asked for',
    ),
  }),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  run: async (e, {engine, tables, withColumns}, {actor}) => {
    if (tables.length > maxTables)
      throw new AppError('BAD_REQUEST', [`tables may have ${maxTables} tables`]);
    const {id} = findEngine(e, engine);
    if (!e.catalog.isThere) return {state: 'none', tables: []};
    return await unlessAway(e, async () => {
      const found = await e.catalog.find(actor, id, tables, withColumns);
      return {
        state: 'there',
        tables: found.map(({qualifiedName, asset}, i) => ({
          database: tables[i]?.database ?? '',
          table: tables[i]?.table ?? '',
          qualifiedName,
          ...(asset === undefined ? {} : {asset: shown(asset)}),
        })),
      };
    });
  },
});

/** For a list of proposals, whose first ones should be those that are wanted most. */
const listQueried = query('GET /catalog/queried', {
  summary: 'Tables of an engine that are queried most',
  description:
    'By all users in the last 30 days, as the catalog counts them, with the permissions that the caller has there; 100 at most.',
  query: {engine: text('Name of the engine', name)},
  answer: whole({
    state,
    tables: list(
      whole({
        database: textShape('Where it is'),
        table: textShape('Its name'),
        queries: integer('How often it was queried'),
      }),
      'The one that is queried most first',
    ),
  }),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  run: async (e, {engine}, {actor}) => {
    const {id} = findEngine(e, engine);
    if (!e.catalog.isThere) return {state: 'none', tables: []};
    return await unlessAway(e, async () => ({
      state: 'there',
      tables: await e.catalog.mostQueried(actor, id),
    }));
  },
});

/** As the person: what they may not create there is refused there. */
const register = change('POST /catalog/register', {
  summary: 'Add a table to the catalog',
  description:
    'With its columns as the engine describes them, with the permissions that the caller has in the catalog. With `isRehearsal` it only tells what would be created.',
  body: form({
    engine: text('Name of the engine', name),
    database: text('Where it is', name),
    table: text('Its name', name),
    isRehearsal: flag('Tells what would be created, and creates nothing'),
  }),
  answer: whole(
    {
      created: integer('How many entities are created: the table, its columns, its database'),
      updated: integer('How many are updated'),
      qualifiedName: textShape('What the catalog calls the table'),
      guid: textShape('GUID of the table; absent in a rehearsal'),
    },
    ['guid'],
  ),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'NOT_ALLOWED'],
  run: async (e, {engine: type, database, table, isRehearsal}, {actor, signal}) => {
    const client = e.catalog.clientFor(actor);
    if (client === undefined) throw new AppError('NOT_FOUND', ['There is no catalog']);
    const engine = findEngine(e, type);
    const described = await describeTable(e, actor.userName, engine, database, table, signal());
    const comment = commentOf(described);
    const fields = [...described.columns, ...described.partitionKeys].map(
      ({name: column, type: of, comment: said}) => ({name: column, type: of, description: said}),
    );
    if (fields.length === 0) throw new AppError('NOT_FOUND', [`There is no table ${table}`]);
    const named = e.catalog.datasetOf(engine.id, actor.userName, {database, table});
    const documentation = comment === '' ? {} : {documentation: {description: comment}};
    const body = {...named, facets: {schema: {fields}, ...documentation}};
    try {
      if (isRehearsal) {
        const {changes} = await orAway(client.dryRun('POST /v2/lineage/datasets', {body}));
        const count = (kind: string) => changes['entities']?.[kind]?.count ?? 0;
        const [found] = await e.catalog.find(actor, engine.id, [{database, table}], false);
        return {
          created: count('created'),
          updated: count('updated'),
          qualifiedName: found?.qualifiedName ?? '',
        };
      }
      const {mutatedEntities = {}} = await orAway(client.call('POST /v2/lineage/datasets', {body}));
      const [found] = await e.catalog.find(actor, engine.id, [{database, table}], false);
      const count = (kind: string) => mutatedEntities?.[kind]?.length ?? 0;
      return {
        created: count('CREATE'),
        updated: count('UPDATE') + count('PARTIAL_UPDATE'),
        qualifiedName: found?.qualifiedName ?? '',
        ...(found?.asset === undefined ? {} : {guid: found.asset.guid}),
      };
    } catch (error) {
      throw refused(error);
    }
  },
});

export const catalogOperations = {
  readCatalog,
  listCatalogEngines: listEngines,
  findCatalogTables: findTables,
  listQueriedTables: listQueried,
  registerTable: register,
};

/** What the pages can do without is left out while the catalog does not answer. */
async function unlessAway<T>(e: Editor, told: () => Promise<T>) {
  try {
    return await told();
  } catch (error) {
    if (!(error instanceof CatalogAway)) throw refused(error);
    e.log.warn({error: error.cause}, error.message);
    return {state: 'away' as const, tables: []};
  }
}

function shown(asset: NonNullable<FoundDataset['asset']>): object {
  const {typeName: _type, name: _name, qualifiedName: _qualified, deprecation, ...rest} = asset;
  if (deprecation === undefined) return rest;
  const {reason, successor} = deprecation;
  return {
    ...rest,
    deprecation: {reason, ...(successor === undefined ? {} : {successor: successor.name})},
  };
}

/** What the catalog says no to is said here in its words. */
export function refused(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const kinds = {401: 'NOT_ALLOWED', 403: 'NOT_ALLOWED', 404: 'NOT_FOUND'} as const;
  const kind = kinds[error.status as keyof typeof kinds] ?? 'BAD_REQUEST';
  return new AppError(kind, [error.message], {cause: error});
}

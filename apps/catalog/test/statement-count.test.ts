import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {PostgresDatabase, SqliteDatabase, type Database} from '@gazetteer/db';
import {postgresForTests} from '@gazetteer/db/testing';
import {GraphStore} from '@gazetteer/store';
import {grantsOf, readPolicy} from '@gazetteer/model';
import type {Caller} from '../src/caller.ts';
import {Engine} from '../src/host/engine.ts';
import {operations, type OperationArgs, type OperationName} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';
import {seedTypes} from '../src/types/seed-types.ts';

/**
 * May do everything with what carries no classification but one: each answer and each change has to
 * look.
 */
const {policy} = readPolicy({
  roles: {
    ALMOST: {
      typePermissions: [{privileges: ['.*'], typeCategories: ['.*'], typeNames: ['.*']}],
      entityPermissions: [
        {
          privileges: ['.*'],
          entityTypes: ['.*'],
          entityIds: ['[^#]*'],
          entityClassifications: ['Flowing'],
          classifications: ['.*'],
        },
      ],
      relationshipPermissions: [
        {
          privileges: ['.*'],
          relationshipTypes: ['.*'],
          ...Object.fromEntries(
            ['end1', 'end2'].flatMap(end =>
              ['Type', 'Id', 'Classification'].map(of => [`${end}Entity${of}`, ['.*']]),
            ),
          ),
        },
      ],
    },
  },
  userRoles: {admin: ['ALMOST']},
});
const actor = {userName: 'admin', groups: ['ADMIN']};
const unlimited: Caller = {actor, requestId: 'test'};
const limited: Caller = {...unlimited, grants: grantsOf(policy, actor, 0)};

/** An engine with the stock types, and a way to count the statements that an operation sends. */
async function engineOver(db: Database, t: TestContext, caller: Caller) {
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  t.after(() => store.close());
  await store.transaction(seedTypes);
  const engine = new Engine(store, defaultSettings);
  const run = async <Name extends OperationName>(name: Name, args: OperationArgs<Name>) => {
    let statements = 0;
    db.observe(() => void statements++);
    const {json, failure} = await engine.run(operations[name], caller, args);
    db.observe(undefined);
    assert.equal(failure, undefined, JSON.stringify(failure));
    return {statements, answer: JSON.parse(json ?? 'null') as never};
  };
  await run('saveEntity', {
    body: JSON.stringify({entity: {typeName: '__MetaUserProfile', attributes: {name: 'admin'}}}),
  });
  return run;
}

/** What gives all columns of the table an owner and labels, as a bulk change with its undo. */
function ownersOf(table: string, columns: number): OperationArgs<'importTable'> {
  const cells = ['typeName', 'qualifiedName', 'owner', 'labels'];
  const rows = Array.from({length: columns}, (_, i) => ({
    line: i + 2,
    cells: ['hive_column', `${table}.c${i}@test`, 'ann', 'one|two'],
  }));
  return {table: JSON.stringify({header: {line: 1, cells}, rows}), clears: false};
}

/** One table with `columns` columns in a database of its own, as a client sends it. */
function tableBody(name: string, columns: number): string {
  const list = Array.from({length: columns}, (_, i) => `-${100 + i}`);
  const column = (guid: string, i: number) => ({
    typeName: 'hive_column',
    guid,
    attributes: {
      qualifiedName: `${name}.c${i}@test`,
      name: `c${i}`,
      type: 'int',
      table: {guid: '-1'},
    },
  });
  const db = {
    typeName: 'hive_db',
    guid: '-2',
    attributes: {qualifiedName: `${name}_db@test`, name: `${name}_db`, clusterName: 'test'},
  };
  return JSON.stringify({
    entity: {
      typeName: 'hive_table',
      guid: '-1',
      attributes: {
        qualifiedName: `${name}@test`,
        name,
        owner: 'ann',
        db: {guid: '-2'},
        columns: list.map(guid => ({guid})),
      },
    },
    referredEntities: {
      '-2': db,
      ...Object.fromEntries(list.map((guid, i) => [guid, column(guid, i)])),
    },
  });
}

/** Tables in a row, each made of the one before. */
function chainBody(processes: number): string {
  const attributes = (name: string) => ({qualifiedName: `${name}.${processes}`, name});
  const table = (n: number) => ({
    typeName: 'hive_table',
    guid: `-${2 * n + 1}`,
    attributes: attributes(`chain${n}`),
  });
  const process = (n: number) => ({
    typeName: 'spark_process',
    guid: `-${2 * n + 2}`,
    attributes: {
      ...attributes(`step${n}`),
      inputs: [{guid: `-${2 * n + 1}`}],
      outputs: [{guid: `-${2 * n + 3}`}],
    },
  });
  const each = Array.from({length: processes}, (_, n) => [table(n), process(n)]).flat();
  return JSON.stringify({entities: [...each, table(processes)]});
}

const flowTypes = {
  classificationDefs: [
    {name: 'Still', attributeDefs: []},
    {
      name: 'Flowing',
      attributeDefs: [{name: 'level', typeName: 'int', isOptional: true, cardinality: 'SINGLE'}],
    },
  ],
  relationshipDefs: [
    {
      name: 'beside',
      relationshipCategory: 'ASSOCIATION',
      propagateTags: 'BOTH',
      endDef1: {type: 'hive_table', name: 'beside', cardinality: 'SET'},
      endDef2: {type: 'Asset', name: 'besides', cardinality: 'SET'},
    },
  ],
};

const partsPage = {
  relation: '',
  query: 'C',
  sortBy: '',
  sortOrder: 'ASCENDING',
  limit: 100,
  offset: 0,
  withLineage: false,
} as const;

type Json = {guid: string};
type Run = Awaited<ReturnType<typeof engineOver>>;

/** What each operation of a glossary with that many terms and categories sends. */
async function glossaryCounts(run: Run, size: number): Promise<Record<string, number>> {
  const made = await run('createGlossary', {body: JSON.stringify({name: `g${size}`})});
  const {guid} = made.answer as Json;
  const anchor = {glossaryGuid: guid};
  const bodies = (name: string) =>
    JSON.stringify(Array.from({length: size}, (_, i) => ({name: `${name}${i}`, anchor})));
  const terms = await run('createTerms', {body: bodies('t')});
  const categories = await run('createCategories', {body: bodies('c')});
  const guids = (terms.answer as Json[]).map(one => one.guid);
  const [hub = '', ...others] = guids;
  const related = others.map(termGuid => ({termGuid}));
  const [top = '', ...below] = (categories.answer as Json[]).map(one => one.guid);
  const children = {
    childrenCategories: below.map(categoryGuid => ({categoryGuid})),
    terms: related,
  };
  const page = {limit: -1, offset: 0, sort: 'ASC'} as const;
  const tables = await run('saveEntity', {body: tableBody(`glossary${size}`, size)});
  const assigned = Object.values(
    (tables.answer as {guidAssignments: Record<string, string>}).guidAssignments,
  );
  const counts = {
    createTerms: terms.statements,
    createCategories: categories.statements,
    relate: (
      await run('updateTerm', {guid: hub, body: JSON.stringify({name: 't0', seeAlso: related})})
    ).statements,
    nest: (
      await run('updateCategory', {guid: top, body: JSON.stringify({name: 'c0', ...children})})
    ).statements,
    rename: (await run('updateTermTexts', {guid: hub, body: JSON.stringify({usage: 'x'})}))
      .statements,
    assign: (
      await run('assignTerm', {guid: hub, body: JSON.stringify(assigned.map(one => ({guid: one})))})
    ).statements,
    glossary: (await run('readGlossary', {guid, counts: false})).statements,
    glossaries: (await run('listGlossaries', {...page, counts: false})).statements,
    counted: (await run('listGlossaries', {...page, counts: true})).statements,
    countedCategories: (await run('listCategoryHeaders', {guid, ...page, counts: true})).statements,
    detailed: (await run('readDetailedGlossary', {guid})).statements,
    term: (await run('readTerm', {guid: hub})).statements,
    countedTerm: (await run('readTerm', {guid: hub, counts: true})).statements,
    terms: (await run('listTerms', {guid, ...page})).statements,
    countedTerms: (await run('listTerms', {guid, ...page, counts: true})).statements,
    headers: (await run('listTermHeaders', {guid, of: 'glossary', ...page})).statements,
    categories: (await run('listCategories', {guid, ...page})).statements,
    entities: (await run('listAssignedEntities', {guid: hub, ...page})).statements,
  };
  const other = (await run('createGlossary', {body: JSON.stringify({name: `o${size}`})}))
    .answer as Json;
  const move = (termsOnMove: 'MOVE' | 'REMOVE', glossaryGuid: string) =>
    run('updateCategory', {
      guid: top,
      termsOnMove,
      body: JSON.stringify({name: 'c0', anchor: {glossaryGuid}, ...children}),
    });
  const along = (await move('MOVE', other.guid)).statements;
  const without = (await move('REMOVE', guid)).statements;
  const entities = await run('listAssignedEntities', {guid: hub, ...page});
  return {
    ...counts,
    along,
    without,
    unassign: (await run('unassignTerm', {guid: hub, body: JSON.stringify(entities.answer)}))
      .statements,
    deleteCategory: (await run('deleteCategory', {guid: top})).statements,
    deleteGlossary: (await run('deleteGlossary', {guid})).statements,
  };
}

function countsStayTheSame(
  name: string,
  caller: Caller,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  test(
    `${name}: no operation sends more statements because there are more entities`,
    skip === undefined ? {} : {skip},
    async t => {
      const run = await engineOver(await openDatabase(), t, caller);
      const measure = async (columns: number) => {
        const table = `table${columns}`;
        const created = await run('saveEntity', {body: tableBody(table, columns)});
        const {guidAssignments} = created.answer as {guidAssignments: Record<string, string>};
        const guid = guidAssignments['-1'] ?? '';
        const guids = Object.values(guidAssignments);
        const by = {typeName: 'hive_table', attributes: {qualifiedName: `${table}@test`}};
        const plain = {minExtInfo: false, ignoreRelationships: false};
        const alone = await run('readEntity', {guid, minExtInfo: true, ignoreRelationships: true});
        const counts = {
          create: created.statements,
          resend: (await run('saveEntity', {body: tableBody(table, columns)})).statements,
          read: (await run('readEntity', {guid, ...plain})).statements,
          readAlone: alone.statements,
          readByUnique: (await run('readByUniqueAttributes', {...by, ...plain, isFlat: true}))
            .statements,
          readMany: (await run('readEntities', {guids, ...plain})).statements,
          header: (await run('readHeader', {guid})).statements,
          path: (await run('readPath', {guid: guids.at(-1) ?? ''})).statements,
          parts: (await run('searchParts', {guid, ...partsPage, attributes: ['type']})).statements,
          basic: (
            await run('basicSearch', {
              body: JSON.stringify({typeName: 'hive_column', query: 'c*', limit: 1000}),
            })
          ).statements,
          filter: (
            await run('basicSearch', {
              body: JSON.stringify({
                typeName: 'hive_column',
                entityFilters: {attributeName: 'name', operator: 'startsWith', attributeValue: 'c'},
                sortBy: 'name',
              }),
            })
          ).statements,
          quick: (await run('quickSearch', {body: JSON.stringify({query: 'c', limit: 1000})}))
            .statements,
          facets: (
            await run('searchFacets', {
              body: JSON.stringify({query: 'c*', facets: {owner: ['ann'], type: ['hive_table']}}),
            })
          ).statements,
          dsl: (
            await run('dslSearch', {
              query: `hive_column where table.name = '${table}' orderby name`,
            })
          ).statements,
          dslGroups: (
            await run('dslSearch', {query: 'hive_column groupby (owner) select owner, count()'})
          ).statements,
          suggest: (await run('suggest', {prefixString: 'c', fieldName: undefined})).statements,
          typeahead: (await run('typeahead', {query: 'c', limit: 20})).statements,
          spelling: (await run('correctSpelling', {query: 'colunm'})).statements,
          metrics: (await run('readMetrics', undefined)).statements,
          importTable: (await run('importTable', ownersOf(table, columns))).statements,
          remove: (await run('deleteEntities', {guids: [guid]})).statements,
        };
        return {...counts, ...(await glossaryCounts(run, columns + 1))};
      };
      await measure(1); // The first transaction after a change of types loads them.
      await run('createTypes', {body: JSON.stringify(flowTypes)});
      const {answer: aside} = await run('saveEntity', {body: tableBody('aside', 1)});
      const others = Object.values(
        (aside as {guidAssignments: Record<string, string>}).guidAssignments,
      );
      const bulk = (entityGuids: string[]) => ({
        body: JSON.stringify({classification: {typeName: 'Flowing'}, entityGuids}),
        skipFailedEntities: true,
      });
      const flow = async (processes: number) => {
        const {answer} = await run('saveEntities', {body: chainBody(processes)});
        const {guidAssignments} = answer as {guidAssignments: Record<string, string>};
        const guid = guidAssignments['-1'] ?? '';
        const last = guidAssignments[`-${2 * processes + 1}`] ?? '';
        const list = (more: object) => ({
          guid,
          body: JSON.stringify([{typeName: 'Flowing', ...more}]),
        });
        const relation = {typeName: 'beside', end1: {guid: last}, end2: {guid: others[0] ?? ''}};
        const tagged = {
          tag: (await run('addClassifications', list({removePropagationsOnEntityDelete: true})))
            .statements,
          retag: (await run('updateClassifications', list({attributes: {level: 1}}))).statements,
          why: (await run('explainClassification', {guid: last, name: 'Flowing'})).statements,
          audit: (await run('readEntityAudit', {guid: last, withEntity: true, withDiff: true}))
            .statements,
          since: (await run('readClassifiedSince', {since: 0})).statements,
        };
        const related = await run('createRelationship', {body: JSON.stringify(relation)});
        const blocked = {
          guid: (related.answer as {guid: string}).guid,
          blockedPropagatedClassifications: [{typeName: 'Flowing', entityGuid: guid}],
        };
        const some = Object.values(guidAssignments).slice(0, 20);
        const set = Object.fromEntries(
          some.map(one => [
            one,
            {classifications: [{typeName: 'Flowing', attributes: {level: 2}}]},
          ]),
        );
        const changed = {
          relate: related.statements,
          block: (await run('updateRelationship', {body: JSON.stringify(blocked)})).statements,
          turn: (
            await run('updateRelationship', {
              body: JSON.stringify({guid: blocked.guid, propagateTags: 'NONE'}),
            })
          ).statements,
          unrelate: (await run('deleteRelationship', {guid: blocked.guid})).statements,
          untag: (await run('removeClassification', {guid, name: 'Flowing'})).statements,
          bulk: (await run('classifyEntities', bulk(some))).statements,
          set: (await run('setClassifications', {body: JSON.stringify({guidHeaderMap: set})}))
            .statements,
        };
        const options = {guid, direction: 'BOTH', hideProcess: false, attributes: []} as const;
        return {
          ...tagged,
          ...changed,
          all: (await run('readLineage', {...options, depth: 0})).statements,
          deep: (await run('readLineage', {...options, depth: 50})).statements,
          // The tag is wherever the first table's processes lead; it asks to go with its table.
          remove: (await run('deleteEntities', {guids: [guid]})).statements,
        };
      };
      assert.deepEqual(await flow(400), await flow(2));
      const few = await measure(2);
      const many = await measure(300);
      t.diagnostic(JSON.stringify(few));
      // A page that names fill needs no others.
      assert.ok(many.typeahead <= few.typeahead, `${many.typeahead}, ${few.typeahead}`);
      assert.deepEqual({...many, typeahead: few.typeahead}, few);
    },
  );
}

const server = await postgresForTests();
for (const [rights, caller] of Object.entries({unlimited, limited})) {
  countsStayTheSame(
    `sqlite, ${rights}`,
    caller,
    async () => new SqliteDatabase({file: ':memory:'}),
  );
  countsStayTheSame(
    `postgres, ${rights}`,
    caller,
    async () => {
      if ('skip' in server) throw new Error(server.skip);
      return new PostgresDatabase({url: server.url, schema: `statement_count_${rights}`});
    },
    'skip' in server ? server.skip : undefined,
  );
}
test.after(async () => {
  if ('stop' in server) await server.stop();
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {lookupsOf, matchDrafts, readDrafts, uniqueKey} from './drafts.ts';
import {readEntitiesBody} from './entity.ts';
import {AppError} from '../error.ts';
import {edgeRefsOf} from './plan-edges.ts';
import {planSave} from './plan-save.ts';
import {planDelete} from './plan-delete.ts';
import type {EdgeRecord, EntityRecord, Planning} from './record.ts';
import {testTypes} from '../testing.ts';

const types = testTypes();

function planningWith(prefix: string): Planning {
  let n = 0;
  return {userName: 'ann', now: 1000, newGuid: () => `${prefix}${++n}`};
}

type World = {entities: EntityRecord[]; edges: EdgeRecord[]};

/** Plans a bulk body against a little store held in lists. */
function plan(
  entities: unknown[],
  world: World = {entities: [], edges: []},
  referredEntities: object = {},
) {
  const issues: string[] = [];
  const drafts = readDrafts(types, readEntitiesBody({entities, referredEntities}), issues);
  const {change, keep} = lookupsOf(types, drafts);
  const byUnique = new Map<string, EntityRecord>();
  for (const ref of [...change.uniques, ...keep.uniques]) {
    const hit = world.entities.find(
      one =>
        one.typeName === ref.typeName &&
        one.attributes[ref.attribute] === ref.value &&
        one.status === 'ACTIVE',
    );
    if (hit !== undefined) byUnique.set(uniqueKey(ref), hit);
  }
  const guids = new Set([...change.guids, ...keep.guids]);
  const byGuid = new Map(
    world.entities.filter(one => guids.has(one.guid)).map(one => [one.guid, one]),
  );
  const planning = planningWith('new');
  const matches = matchDrafts(types, drafts, {byGuid, byUnique}, planning.newGuid);
  const refs = edgeRefsOf(matches);
  const stored = world.edges.filter(edge =>
    refs.some(
      ref => ref.typeName === edge.typeName && (ref.end === 1 ? edge.end1 : edge.end2) === ref.guid,
    ),
  );
  return {
    ...planSave(types, matches, stored, planning, issues),
    assignments: Object.fromEntries(matches.guidAssignments),
  };
}

function stored(guid: string, typeName: string, attributes: object): EntityRecord {
  return {
    guid,
    typeName,
    status: 'ACTIVE',
    createdBy: 'a',
    updatedBy: 'a',
    createTime: 1,
    updateTime: 1,
    attributes: {...attributes},
  };
}

function edge(guid: string, typeName: string, end1: string, end2: string): EdgeRecord {
  return {
    guid,
    typeName,
    end1,
    end2,
    status: 'ACTIVE',
    createdBy: 'a',
    updatedBy: 'a',
    createTime: 1,
    updateTime: 1,
    propagateTags: 'NONE',
  };
}

const sales = stored('t1', 'table', {qualifiedName: 'sales', name: 'sales', rows: 0, made: 0});
const c1 = stored('c1', 'column', {qualifiedName: 'sales.a', name: 'a', position: 1});
const c2 = stored('c2', 'column', {qualifiedName: 'sales.b', name: 'b', position: 2});
const world: World = {
  entities: [sales, c1, c2],
  edges: [edge('e1', 'table_columns', 't1', 'c1'), edge('e2', 'table_columns', 't1', 'c2')],
};

test('a table and its column in one request, named by temporary guids from both sides, are two entities and one edge', () => {
  const {changes, assignments} = plan(
    [
      {
        typeName: 'table',
        guid: '-1',
        attributes: {qualifiedName: 'q', name: 'n', columns: [{guid: '-2'}]},
      },
    ],
    undefined,
    {
      '-2': {
        typeName: 'column',
        guid: '-2',
        attributes: {qualifiedName: 'q.c', name: 'c', position: 1, table: {guid: '-1'}},
      },
    },
  );
  assert.deepEqual(assignments, {'-1': 'new1', '-2': 'new2'});
  assert.deepEqual(
    changes.created.map(one => [one.guid, one.typeName]),
    [
      ['new1', 'table'],
      ['new2', 'column'],
    ],
  );
  assert.deepEqual(
    changes.edgesCreated.map(one => [one.typeName, one.end1, one.end2]),
    [['table_columns', 'new1', 'new2']],
  );
});

test('a name that two relationship types share follows what the other side says', () => {
  const {changes} = plan([
    {
      typeName: 'column',
      guid: '-2',
      attributes: {qualifiedName: 'q.c', name: 'c', position: 1, table: {guid: '-1'}},
    },
    {
      typeName: 'table',
      guid: '-1',
      attributes: {qualifiedName: 'q', name: 'n'},
      relationshipAttributes: {keys: [{guid: '-2'}]},
    },
  ]);
  assert.deepEqual(
    changes.edgesCreated.map(one => one.typeName),
    ['table_keys'],
  );
});

test('absent optional numbers and dates become 0 on creation; absent texts stay absent', () => {
  const {changes} = plan([{typeName: 'table', attributes: {qualifiedName: 'q', name: 'n'}}]);
  assert.deepEqual(changes.created[0]?.attributes, {
    qualifiedName: 'q',
    name: 'n',
    rows: 0,
    made: 0,
  });
});

test('an entity that is found by its unique attribute and not changed yields no change', () => {
  const {changes, assignments} = plan(
    [{typeName: 'table', guid: '-1', attributes: {qualifiedName: 'sales', name: 'sales'}}],
    world,
  );
  assert.deepEqual(assignments, {'-1': 't1'});
  assert.equal(
    changes.created.length +
      changes.updated.length +
      changes.edgesCreated.length +
      changes.edgesUpdated.length,
    0,
  );
});

test('an update changes what is given, sets null to the default and leaves the rest', () => {
  const before = {...sales, attributes: {...sales.attributes, rows: 7, made: 5}};
  const {changes} = plan(
    [{typeName: 'table', attributes: {qualifiedName: 'sales', name: 'renamed', rows: null}}],
    {
      entities: [before],
      edges: [],
    },
  );
  assert.deepEqual(changes.updated[0]?.after.attributes, {
    qualifiedName: 'sales',
    name: 'renamed',
    rows: 0,
    made: 5,
  });
  assert.equal(changes.updated[0]?.after.updatedBy, 'ann');
});

test('every missing or wrong value of a request is reported at once, ancestors first', () => {
  assert.throws(
    () =>
      plan([
        {typeName: 'table', attributes: {made: 'soon'}},
        {typeName: 'column', attributes: {qualifiedName: 'x', name: 'x'}},
      ]),
    (error: AppError) => {
      assert.equal(error.kind, 'INSTANCE_CRUD_INVALID_PARAMS');
      assert.deepEqual(error.issues, [
        'table.qualifiedName: mandatory attribute value missing in type Asset',
        'table.name: mandatory attribute value missing in type Asset',
        'table.made=soon: invalid value for type date',
        'column.position: mandatory attribute value missing in type column',
      ]);
      assert.match(error.message, /table\.qualifiedName: mandatory/);
      return true;
    },
  );
});

test('references to what is neither stored nor in the request fail with its guid', () => {
  for (const guid of ['-9', '00000000-0000-0000-0000-000000000002']) {
    assert.throws(
      () =>
        plan([{typeName: 'table', attributes: {qualifiedName: 'q', name: 'n', columns: [{guid}]}}]),
      {
        kind: 'REFERENCED_ENTITY_NOT_FOUND',
        message: `Referenced entity ${guid} is not found`,
      },
    );
  }
});

test('a given set of columns replaces the old one: what left it loses its edge and is orphaned', () => {
  const {changes, orphans} = plan(
    [
      {
        typeName: 'table',
        attributes: {qualifiedName: 'sales', name: 'sales', columns: [{guid: 'c1'}]},
      },
    ],
    world,
  );
  assert.deepEqual(
    changes.edgesUpdated.map(one => [one.before.guid, one.after.status]),
    [['e2', 'DELETED']],
  );
  assert.deepEqual(orphans, ['c2']);
});

test('a deleted entity that comes back with what was read changes nothing; otherwise it may be written to and referred to', () => {
  const read = [
    stored('t', 'table', {qualifiedName: 't', name: 't'}),
    stored('c', 'column', {qualifiedName: 'c'}),
  ];
  const [table, column] = read;
  assert.ok(table !== undefined && column !== undefined);
  const ended: EdgeRecord = {...edge('e', 'table_columns', 't', 'c'), status: 'DELETED'};
  const past: World = {entities: [table, {...column, status: 'DELETED'}], edges: [ended]};
  const body = {
    guid: 't',
    typeName: 'table',
    attributes: {qualifiedName: 't', name: 'new', columns: [{guid: 'c'}]},
  };
  const attributes = {qualifiedName: 'c', name: 'other', position: 1};
  const referred = {c: {guid: 'c', typeName: 'column', attributes}};
  const {changes, assignments} = plan([body], past, referred);
  assert.deepEqual(
    changes.updated.map(({after}) => [after.guid, after.attributes['name']]),
    [['t', 'new']],
  );
  assert.deepEqual([changes.edgesCreated, changes.edgesUpdated, assignments], [[], [], {t: 't'}]);
  const anew = {
    guid: '-1',
    typeName: 'table',
    attributes: {qualifiedName: 'n', name: 'n', columns: [{guid: 'c'}]},
  };
  const related = (made: EdgeRecord[]) => made.map(one => [one.typeName, one.end2, one.status]);
  const toColumn = [['table_columns', 'c', 'ACTIVE']];
  assert.deepEqual(related(plan([anew], past).changes.edgesCreated), toColumn);
  assert.deepEqual(related(plan([body], {...past, edges: []}).changes.edgesCreated), toColumn);
  const [written] = plan([referred.c], past).changes.updated;
  assert.deepEqual(
    [written?.after.status, written?.after.attributes['name']],
    ['DELETED', 'other'],
  );
  // Its unique values are those of whoever has them now.
  const living = {
    ...past,
    entities: [...past.entities, stored('d', 'column', {qualifiedName: 'c'})],
  };
  assert.equal(plan([referred.c], living).changes.updated[0]?.after.guid, 'c');
});

test('a relation that was read as ended is not made again, nor one that lives ended', () => {
  const entities = [
    stored('t', 'table', {qualifiedName: 't', name: 't'}),
    stored('c', 'column', {qualifiedName: 'c'}),
  ];
  const columns = [{guid: 'c', relationshipStatus: 'DELETED'}];
  const body = {guid: 't', typeName: 'table', attributes: {}, relationshipAttributes: {columns}};
  const alive = edge('e', 'table_columns', 't', 'c');
  for (const edges of [[], [{...alive, status: 'DELETED' as const}], [alive]]) {
    const {changes} = plan([{...body, attributes: {qualifiedName: 't', name: 't'}}], {
      entities,
      edges,
    });
    assert.deepEqual([changes.edgesCreated, changes.edgesUpdated], [[], []]);
  }
});

test('a unique value belongs to one entity, unless the request takes it from the other one', () => {
  const tables = ['a', 'b'].map(name => stored(name, 'table', {qualifiedName: name, name}));
  const named = (guid: string, qualifiedName: string) => ({
    guid,
    typeName: 'table',
    attributes: {qualifiedName, name: guid},
  });
  const world = {entities: tables, edges: []};
  const refused = {kind: 'INSTANCE_ALREADY_EXISTS'};
  assert.throws(() => plan([named('a', 'b')], world), refused);
  assert.throws(() => plan([named('a', 'c'), named('b', 'c')], world), refused);
  const {changes} = plan([named('a', 'b'), named('b', 'a')], world);
  assert.deepEqual(
    changes.updated.map(({after}) => [after.guid, after.attributes['qualifiedName']]),
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
  );
});

test('a relationship under one name at both ends is the same from either side', () => {
  const tables = ['a', 'b', 'c'].map(name => stored(name, 'table', {qualifiedName: name, name}));
  const world = {entities: tables, edges: [edge('e1', 'table_twins', 'b', 'a')]};
  const twins = (...guids: string[]) => ({
    guid: 'a',
    typeName: 'table',
    attributes: {qualifiedName: 'a', name: 'a'},
    relationshipAttributes: {twins: guids.map(guid => ({guid, typeName: 'table'}))},
  });
  assert.deepEqual(plan([twins('b')], world).changes.edgesCreated, []);
  assert.deepEqual(plan([twins('b')], world).changes.edgesUpdated, []);
  const replaced = plan([twins('c')], world).changes;
  assert.deepEqual(
    replaced.edgesUpdated.map(({after}) => [after.guid, after.status]),
    [['e1', 'DELETED']],
  );
  assert.deepEqual(
    replaced.edgesCreated.map(({end1, end2}) => [end1, end2]),
    [['a', 'c']],
  );
  const both = [
    twins('c'),
    {...twins('a'), guid: 'c', attributes: {qualifiedName: 'c', name: 'c'}},
  ];
  assert.equal(plan(both, world).changes.edgesCreated.length, 1);
});

test('a column that moves to another table keeps living and leaves the old one', () => {
  const {changes, orphans} = plan(
    [
      {
        typeName: 'table',
        guid: '-1',
        attributes: {qualifiedName: 'other', name: 'o', columns: [{guid: 'c1'}]},
      },
    ],
    world,
  );
  assert.deepEqual(
    changes.edgesCreated.map(one => [one.end1, one.end2]),
    [['new1', 'c1']],
  );
  assert.deepEqual(
    changes.edgesUpdated.map(one => one.before.guid),
    ['e1'],
  );
  assert.deepEqual(orphans, []);
});

test('an end of the wrong type is named with what was expected', () => {
  assert.throws(
    () =>
      plan(
        [
          {
            typeName: 'column',
            attributes: {qualifiedName: 'x', name: 'x', position: 1, table: {guid: 'c1'}},
          },
        ],
        world,
      ),
    {kind: 'INVALID_RELATIONSHIP_END_TYPE'},
  );
});

test('a reference without a relationship type is kept as a value and as an edge under its label', () => {
  const {changes} = plan(
    [{typeName: 'table', attributes: {qualifiedName: 'q', name: 'n', peer: {guid: 't1'}}}],
    world,
  );
  assert.deepEqual(changes.created[0]?.attributes['peer'], {guid: 't1', typeName: 'table'});
  assert.deepEqual(
    changes.edgesCreated.map(one => [one.typeName, one.end1, one.end2]),
    [['__table.peer', 'new1', 't1']],
  );
});

test('two drafts with the same unique value are one entity', () => {
  const {changes, assignments} = plan([
    {typeName: 'table', guid: '-1', attributes: {qualifiedName: 'q', name: 'n'}},
    {typeName: 'table', guid: '-2', attributes: {qualifiedName: 'q', name: 'n', rows: 3}},
  ]);
  assert.deepEqual(assignments, {'-1': 'new1', '-2': 'new1'});
  assert.deepEqual(
    changes.created.map(one => one.attributes['rows']),
    [3],
  );
});

test('deleting marks edges that point at the entity and leaves those that it holds', () => {
  const held = edge('e3', '__table.peer', 't1', 'x');
  const changes = planDelete(
    types,
    {
      gone: [sales, c1, c2],
      edges: [...world.edges, held, edge('e4', '__table.peer', 'y', 't1')],
      holders: new Map(),
    },
    planningWith('n'),
  );
  assert.deepEqual(
    changes.updated.map(one => [one.before.guid, one.after.status]),
    [
      ['t1', 'DELETED'],
      ['c1', 'DELETED'],
      ['c2', 'DELETED'],
    ],
  );
  assert.deepEqual(
    changes.edgesUpdated.map(one => one.before.guid),
    ['e1', 'e2', 'e4'],
  );
});

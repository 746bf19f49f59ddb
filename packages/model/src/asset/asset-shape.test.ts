import assert from 'node:assert/strict';
import {test} from 'node:test';
import {stockTypeDefs} from '../types/stock/stock-type-defs.ts';
import {planning} from '../types/type-plan.fixture.ts';
import {planTypeCreate} from '../types/type-plan.ts';
import {TypeRegistry} from '../types/type-registry.ts';
import {assetTypesOf, containmentsAbove} from './asset-path.ts';
import {
  assetShape,
  documentationAttribute,
  documentationOf,
  queryAttribute,
} from './asset-shape.ts';
import {containments} from './containment.ts';
import {deprecationOf} from './deprecation.ts';

const many = (type: string, name: string, isContainer = true) => ({
  type,
  name,
  isContainer,
  cardinality: 'SET' as const,
});
const one = (type: string, name: string) => ({
  type,
  name,
  isContainer: false,
  cardinality: 'SINGLE' as const,
});
const relation = (name: string, endDef1: object, endDef2: object) => ({
  name,
  relationshipCategory: 'COMPOSITION',
  propagateTags: 'NONE',
  endDef1,
  endDef2,
});
const reference = (name: string, typeName: string, constraints: object[]) => ({
  name,
  typeName,
  isOptional: true,
  constraints,
});

/**
 * Stock types, and those of somebody's own: a workbook of sheets, whose cells are its columns, and
 * a shelf that owns boxes.
 */
function registry(): TypeRegistry {
  let types = new TypeRegistry([]);
  const add = (defs: object) => {
    types = planTypeCreate(types, defs, planning).types;
  };
  add(allStock());
  add({
    entityDefs: [
      {name: 'Workbook', superTypes: ['Asset']},
      {name: 'Sheet', superTypes: ['DataSet'], options: {schemaElementsAttribute: 'cells'}},
      {name: 'Cell', superTypes: ['DataSet']},
      {name: 'Macro', superTypes: ['Process'], options: {queryAttribute: 'source'}},
      {
        name: 'Shelf',
        superTypes: ['Asset'],
        attributeDefs: [reference('boxes', 'array<Box>', [{type: 'ownedRef'}])],
      },
      {name: 'Box', superTypes: ['Asset']},
    ],
    relationshipDefs: [
      relation('workbook_macros', many('Workbook', 'macros'), one('Macro', 'workbook')),
      relation('workbook_sheets', many('Workbook', 'sheets'), one('Sheet', 'workbook')),
      relation('sheet_cells', many('Sheet', 'cells'), one('Cell', 'sheet')),
      {
        ...relation('sheet_links', many('Sheet', 'links', true), {
          ...one('Sheet', 'linked'),
          cardinality: 'SET',
        }),
        relationshipCategory: 'AGGREGATION',
      },
    ],
  });
  return types;
}

function allStock(): object {
  const all: Record<string, unknown[]> = {};
  for (const {types} of stockTypeDefs())
    for (const [list, defs] of Object.entries(types))
      all[list] = [...(all[list] ?? []), ...(defs as unknown[])];
  return all;
}

const types = registry();
const shapeOf = (typeName: string) => {
  const {kind, parts} = assetShape(assetTypesOf(types), typeName);
  return [kind, ...parts.map(part => part.attribute)];
};

test('what an asset is and is made of follows from the stock types', () => {
  assert.deepEqual(shapeOf('hive_table'), ['table', 'columns', 'partitionKeys', 'ddlQueries']);
  assert.deepEqual(shapeOf('hive_db'), ['container', 'tables', 'ddlQueries']);
  assert.deepEqual(shapeOf('rdbms_instance'), ['container', 'databases']);
  assert.deepEqual(shapeOf('couchbase_collection'), ['table', 'fields']);
  assert.equal(shapeOf('hive_process')[0], 'process');
  assert.deepEqual(shapeOf('hive_column'), ['other']);
  assert.deepEqual(shapeOf('kafka_topic'), ['other']);
});

test('own types are assets like the stock ones', () => {
  assert.deepEqual(shapeOf('Workbook'), ['container', 'sheets', 'macros']);
  assert.deepEqual(shapeOf('Sheet'), ['table', 'cells']);
  assert.deepEqual(shapeOf('Shelf'), ['container', 'boxes']);
  assert.equal(queryAttribute(assetTypesOf(types), 'Macro', new Set(['code', 'source'])), 'source');
  assert.equal(
    queryAttribute(assetTypesOf(types), 'hive_process', new Set(['name', 'queryText'])),
    'queryText',
  );
});

test('what processes read, and what several things share, contains nothing', () => {
  const edges = new Set(containments(assetTypesOf(types)).map(each => each.edge));
  assert.ok(edges.has('sheet_cells') && edges.has('__Shelf.boxes'));
  for (const edge of ['dataset_process_inputs', 'sheet_links', 'AtlasGlossaryTermCategorization'])
    assert.ok(!edges.has(edge), edge);
});

test('the way up passes all types that can contain each other', () => {
  const above = (typeName: string) =>
    new Set(containmentsAbove(types, typeName).map(each => each.edge));
  assert.deepEqual(above('Cell'), new Set(['sheet_cells', 'workbook_sheets']));
  assert.ok(above('hive_column').has('hive_table_db'));
  assert.deepEqual(above('Box'), new Set(['__Shelf.boxes']));
});

test('documentation is what people wrote, else what the source says', () => {
  assert.equal(
    documentationAttribute(new Set(['description', 'userDescription'])),
    'userDescription',
  );
  assert.equal(documentationAttribute(new Set(['name'])), undefined);
  assert.equal(
    documentationOf({userDescription: ' ', description: 'of the source'}),
    'of the source',
  );
  assert.equal(documentationOf({comment: 'a comment', description: null}), 'a comment');
});

test('an asset is deprecated by its own classification, with reason and successor', () => {
  const line = {
    lineOf: (name: string) => (name === 'Retired' ? [{name}, {name: 'Deprecated'}] : [{name}]),
  };
  const attributes = {reason: 'moved', replacedBy: 'new@x', successor: ''};
  const one = {typeName: 'Retired', entityGuid: 'g', attributes};
  assert.deepEqual(deprecationOf(line, 'g', [{typeName: 'PII'}, one]), {
    reason: 'moved',
    successor: 'new@x',
  });
  assert.equal(deprecationOf(line, 'downstream', [one]), undefined);
  assert.deepEqual(deprecationOf(line, 'g', [{typeName: 'Deprecated', attributes: null}]), {
    reason: '',
    successor: '',
  });
});

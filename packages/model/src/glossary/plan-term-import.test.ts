import assert from 'node:assert/strict';
import {test} from 'node:test';
import {importColumns, readImportLines} from './import-lines.ts';
import {namesOf, planTermImport, type TermImportWorld} from './plan-term-import.ts';

const world: TermImportWorld = {
  glossaries: new Map([['Sales', 'g-sales']]),
  terms: new Map([['Old@Sales', 't-old']]),
};

/** Rows below the template's header, each by column. */
function linesOf(...rows: Record<string, string>[]) {
  const cells = (row: Record<string, string>) => importColumns.map(column => row[column] ?? '');
  return readImportLines(
    {line: 1, cells: [...importColumns]},
    rows.map((row, i) => ({line: i + 2, cells: cells(row)})),
  );
}

const remarks = (plan: ReturnType<typeof planTermImport>) =>
  plan.failedImportInfoList.map(one => one.remarks);

test('a table by the template, by names in another order, or by place alone', () => {
  const row = ['Sales', 'New', 's', 'l', 'a| b', 'n', 'u', 'k:v:w|x:y', 'Sales:Old'];
  const byPlace = (header: readonly string[]) =>
    readImportLines({line: 1, cells: header}, [{line: 2, cells: row}]);
  // The template parts its columns by a comma and a space.
  const [line] = byPlace(importColumns.map(column => ` ${column}`));
  assert.deepEqual(line, {
    line: 2,
    name: {glossary: 'Sales', term: 'New'},
    shortDescription: 's',
    longDescription: 'l',
    examples: ['a', 'b'],
    abbreviation: 'n',
    usage: 'u',
    additionalAttributes: {k: 'v:w', x: 'y'},
    relations: line?.relations,
    problems: [],
  });
  assert.deepEqual(line?.relations.get('translationTerms'), [{glossary: 'Sales', term: 'Old'}]);
  assert.deepEqual(byPlace(['Glossar', 'Begriff']), [line]);
  const [named] = readImportLines({line: 1, cells: ['usage', 'termname', 'GLOSSARYNAME']}, [
    {line: 2, cells: ['u', 'New', 'Sales']},
  ]);
  assert.deepEqual([named?.name, named?.usage], [{glossary: 'Sales', term: 'New'}, 'u']);
});

test('terms refer to each other in any order, to stored ones, and to glossaries that are made with them', () => {
  const lines = linesOf(
    {GlossaryName: 'Fresh', TermName: 'a', Synonyms: 'Fresh:b|Sales:Old'},
    {GlossaryName: 'Fresh', TermName: 'b', IsA: 'Fresh:a'},
  );
  assert.deepEqual(namesOf(lines), {
    glossaries: ['Fresh'],
    terms: ['a@Fresh', 'b@Fresh', 'Old@Sales'],
  });
  const {entities, successImportInfoList, ...plan} = planTermImport(lines, world);
  assert.deepEqual(remarks({entities, successImportInfoList, ...plan}), []);
  assert.deepEqual(
    successImportInfoList.map(one => [one.parentObjectName, one.childObjectName]),
    [
      ['Fresh', 'a'],
      ['Fresh', 'b'],
    ],
  );
  const [glossary, a, b] = entities;
  const guidsOf = (value: unknown) => (value as {guid: string}[]).map(one => one.guid);
  assert.deepEqual(glossary?.attributes, {name: 'Fresh', qualifiedName: 'Fresh'});
  assert.deepEqual(a?.relationshipAttributes['anchor'], {
    guid: glossary?.guid,
    typeName: 'AtlasGlossary',
  });
  assert.deepEqual(guidsOf(a?.relationshipAttributes['synonyms']), [b?.guid, 't-old']);
  assert.deepEqual(guidsOf(b?.relationshipAttributes['isA']), [a?.guid]);
});

test('every line that is wrong is told with its number; what can be made is made', () => {
  const plan = planTermImport(
    linesOf(
      {TermName: 'x'},
      {GlossaryName: 'Sales'},
      {GlossaryName: 'Sales', TermName: 'a.b'},
      {GlossaryName: 'New@', TermName: 'a'},
      {GlossaryName: 'Sales', TermName: 'Old'},
      {GlossaryName: 'Sales', TermName: 'Twice'},
      {GlossaryName: 'Sales', TermName: 'Twice'},
      {
        GlossaryName: 'Sales',
        TermName: 'Part',
        SeeAlso: 'Sales:Part|nowhere|Sales:gone',
        AdditionalAttributes: 'k',
      },
    ),
    world,
  );
  assert.deepEqual(remarks(plan), [
    'line 2: GlossaryName is blank',
    'line 3: TermName is blank',
    'line 4: name cannot contain following special chars (@, ., <, >)',
    'line 5: name cannot contain following special chars (@, ., <, >)',
    'line 6: Glossary term with qualifiedName Old@Sales already exists',
    'line 8: Twice@Sales is in the file twice',
    'line 9: SeeAlso needs glossary:term, not nowhere; AdditionalAttributes needs key:value, not k; a term has no relation to itself; there is no term gone@Sales',
  ]);
  assert.deepEqual(
    plan.entities.map(one => one.attributes['name']),
    ['Twice', 'Part'],
  );
});

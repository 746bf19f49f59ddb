import type {Ranked} from './proposal.ts';

/** Beginnings of statements; `#{…}` are the places that Tab leads to. */
const snippets: readonly (readonly [label: string, detail: string, insert: string])[] = [
  ['select from', 'query', 'SELECT #{*}\nFROM #{table}\nLIMIT #{100}'],
  [
    'select group by',
    'query',
    'SELECT #{column}, count(*) AS n\nFROM #{table}\nGROUP BY #{column}\nORDER BY n DESC',
  ],
  [
    'with select',
    'query',
    'WITH #{name} AS (\n  SELECT #{*}\n  FROM #{table}\n)\nSELECT *\nFROM #{name}',
  ],
  ['insert into select', 'write', 'INSERT INTO #{table}\nSELECT #{*}\nFROM #{source}'],
  ['create table as', 'write', 'CREATE TABLE #{name} AS\nSELECT #{*}\nFROM #{table}'],
  ['create view as', 'write', 'CREATE VIEW #{name} AS\nSELECT #{*}\nFROM #{table}'],
];
/** Inside of expressions. */
const inner: readonly (readonly [label: string, detail: string, insert: string])[] = [
  ['case when', 'expression', 'CASE WHEN #{condition} THEN #{value} ELSE #{other} END'],
  ['cast as', 'expression', 'CAST(#{value} AS #{type})'],
  [
    'row_number over',
    'expression',
    'row_number() OVER (PARTITION BY #{column} ORDER BY #{column})',
  ],
];

export const statementSnippets: readonly Ranked[] = snippets.map(asProposal);
export const expressionSnippets: readonly Ranked[] = inner.map(asProposal);

function asProposal([label, detail, insert]: readonly [string, string, string]): Ranked {
  return {
    label,
    insert,
    kind: 'snippet',
    detail,
    comment: insert.replaceAll(/#\{([^}]*)\}/g, '$1'),
    weight: -1,
  };
}

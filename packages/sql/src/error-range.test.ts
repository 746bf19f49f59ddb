import assert from 'node:assert/strict';
import {test} from 'node:test';
import {dialectOf} from './dialects.ts';
import {errorRange} from './error-range.ts';

const statement = "SELECT id,\n  amont, 'a b'\nFROM shop.orders";
const messages: readonly (readonly [
  dialect: string,
  message: string,
  piece: string | undefined,
])[] = [
  [
    'duckdb',
    'Binder Error: Referenced column "amont" not found\n\nLINE 2:   amont, \'a b\'\n          ^',
    'amont',
  ],
  ['duckdb', "Parser Error: syntax error\n\nLINE 2: ...mont, 'a b'\n                 ^", "'a b'"],
  [
    'hive',
    "Error while compiling statement: FAILED: SemanticException [Error 10004]: Line 2:2 Invalid table alias or column reference 'amont'",
    'amont',
  ],
  ['hive', "FAILED: ParseException line 3:5 cannot recognize input near 'shop'", 'shop'],
  [
    'spark',
    '[UNRESOLVED_COLUMN] A column with name `amont` cannot be resolved.; line 2 pos 2',
    'amont',
  ],
  ['spark', "[PARSE_SYNTAX_ERROR] Syntax error at or near 'FROM'.(line 3, pos 0)", 'FROM'],
  ['spark', '== SQL (line 1, position 8) ==', 'id'],
  ['trino', "line 2:3: Column 'amont' cannot be resolved", 'amont'],
  [
    'impala',
    "ParseException: Syntax error in line 2:\n  amont, 'a b'\n  ^\nEncountered: x",
    'amont',
  ],
  ['impala', "AnalysisException: Could not resolve table reference: 'shop.orders'", 'orders'],
  ['hive', 'Table not found', undefined],
  ['hive', 'FAILED: line 77:5 of something else', undefined],
];

test('where the messages of engines lead to', () => {
  for (const [dialect, message, piece] of messages) {
    const found = errorRange(message, statement, dialectOf(dialect));
    assert.equal(found && statement.slice(found.from, found.to), piece, message);
  }
});

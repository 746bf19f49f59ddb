import assert from 'node:assert/strict';
import {test} from 'node:test';
import {canQuery, hiveKindOf, hiveQuery, kindOf, sparkQuery} from './query-file.ts';

test('kinds of files are told by their names', () => {
  assert.deepEqual(
    ['a.CSV', 'a.tsv.gz', 'b.jsonl', 'part-0.snappy.parquet', 'c.orc', 'README', 'x.'].map(kindOf),
    ['csv', 'csv', 'json', 'parquet', 'orc', 'text', 'text'],
  );
});

const path = "/user/ada/it's `here`/a-b.csv";

test('Spark reads a file by its path', () => {
  assert.equal(
    sparkQuery(path),
    "SELECT *\nFROM csv.`/user/ada/it's ``here``/a-b.csv`\nLIMIT 100;\n",
  );
});

test('signs of a path stand for themselves', () => {
  assert.match(sparkQuery('/a/*[1]{b}?.csv'), /`\/a\/\\\*\\\[1\\\]\\\{b\\\}\\\?\.csv`/);
});

test('Hive reads lines of a compressed text', () => {
  const columns = [{name: 'line', type: 'string'}];
  assert.equal(hiveKindOf('/a.csv.GZ'), 'text');
  const text = hiveQuery('/a.json.gz', {columns, separator: ',', hasHead: false});
  assert.match(text, /`line` string\n\)\nSTORED AS TEXTFILE\nLOCATION/);
});

test('Hive reads it by a table over its folder', () => {
  const columns = [
    {name: 'n', type: 'string'},
    {name: 'a`b', type: 'string'},
  ];
  assert.equal(
    hiveQuery(path, {columns, separator: '\t', hasHead: true}),
    `-- Reads all files of this folder.
CREATE EXTERNAL TABLE \`a_b\` (
  \`n\` string,
  \`a\`\`b\` string
)
ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.OpenCSVSerde'
WITH SERDEPROPERTIES ('separatorChar'='\\t')
STORED AS TEXTFILE
LOCATION '/user/ada/it\\'s \`here\`'
TBLPROPERTIES ('skip.header.line.count'='1');

SELECT *
FROM \`a_b\`
LIMIT 100;
`,
  );
  const facts = {columns: [{name: 'n', type: 'bigint'}], separator: ',', hasHead: false};
  assert.match(
    hiveQuery('/a.parquet', facts),
    /\n {2}`n` bigint\n\)\nSTORED AS PARQUET\nLOCATION '\/';/,
  );
});

test('engines that do not see the cluster are not offered', () => {
  const can = (dialect: string, file: string) => canQuery({dialect}, file);
  assert.deepEqual(
    [can('hive', '/a.csv'), can('hive', '/a.orc'), can('sparksql', '/a.orc'), can('duckdb', '/a')],
    [true, false, true, false],
  );
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {asUser, editorForTests} from './editor-fixture.ts';

test('pages learn which interpreters there are, in the order of the operator, and where rows end', async t => {
  const ini =
    '[notebook]\ndefault_interpreter=hplsql\ninterpreters_shown_on_wheel=hplsql,hive\ndefault_limit=100';
  const withTypes = `${ini}\n[[interpreters]]\n[[[hive]]]\nname=Hive\n[[[hplsql]]]\nname=Procedural`;
  const editor = await editorForTests(t, undefined, {ada: 'A'}, withTypes);
  const {body} = await asUser(editor, 'ada')('GET', '/api/v1/get_config');
  const config = (
    body['app_config'] as {
      editor: {
        interpreters: {type: string}[];
        default_limit: number;
        download_formats: {format: string}[];
      };
    }
  ).editor;
  assert.deepEqual(
    config.interpreters.map(({type}) => type),
    ['hplsql', 'hive'],
  );
  assert.deepEqual(
    config.download_formats.map(({format}) => format),
    ['csv', 'xlsx', 'parquet', 'arrow', 'json'],
  );
  assert.deepEqual([body['default_sql_interpreter'], config.default_limit], ['hplsql', 100]);
});

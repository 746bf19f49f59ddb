import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, type TestContext} from 'node:test';
import {type Database, PostgresDatabase, SqliteDatabase} from '@gazetteer/db';
import {postgresForTests} from '../../../packages/db/test/postgres-fixture.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());

let schemas = 0;
/** What the editor's tables may be in, empty at first. */
export const databases: readonly {
  name: string;
  skip?: string | false;
  open: (t: TestContext) => Database;
}[] = [
  {
    name: 'SQLite',
    open: t => {
      const folder = mkdtempSync(join(tmpdir(), 'gazetteer-editor-db-'));
      t.after(() => rmSync(folder, {recursive: true}));
      return new SqliteDatabase({file: join(folder, 'editor.db')});
    },
  },
  {
    name: 'PostgreSQL',
    skip: 'skip' in server ? server.skip : false,
    open: () => {
      if ('skip' in server) throw new Error(server.skip);
      return new PostgresDatabase({url: server.url, schema: `editor_${process.pid}_${++schemas}`});
    },
  },
];

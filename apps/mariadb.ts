import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {chmod, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir, userInfo} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createConnection, type Connection} from 'mysql2/promise';
import {freePort} from '../packages/thrift/test/servers/free-port.ts';

export type TestMariaDb = {
  readonly port: number;
  readonly connection: Connection;
  stop(): Promise<void>;
};

const server = '/usr/sbin/mariadbd';

export const mariaDbMissing = existsSync(server)
  ? false
  : 'needs MariaDB (apt-get install mariadb-server-core mariadb-client-core)';

/** A private MariaDB on 127.0.0.1 and a port of its own, and a connection as its root. */
export async function startMariaDb(): Promise<TestMariaDb> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-mariadb-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`];
  await promisify(execFile)('mariadb-install-db', [
    ...common,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const port = await freePort();
  const child = spawn(
    server,
    [
      ...common,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=32M',
    ],
    {stdio: ['ignore', 'ignore', 'pipe']},
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  let log = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (some: Buffer) => {
      log += some.toString();
      if (log.includes('ready for connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`MariaDB ended: ${log.slice(-2000)}`)));
  });
  await ready;
  const connection = await createConnection({
    host: '127.0.0.1',
    port,
    user: 'root',
    multipleStatements: true,
  });
  return {
    port,
    connection,
    stop: async () => {
      await connection.end();
      child.kill('SIGTERM');
      await gone;
      await rm(folder, {recursive: true});
    },
  };
}

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {chown, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {freePort} from '../../thrift/test/servers/free-port.ts';
import {serverUser} from './postgres-fixture.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(path => existsSync(path));

/**
 * A pooler in front of a server, which gives each transaction some connection.
 * @param url of the server, in which everybody is trusted
 * @returns its own address of the same database, or a reason to skip
 */
export async function startPgBouncer(
  url: string,
): Promise<{readonly url: string; stop(): Promise<void>} | {readonly skip: string}> {
  if (program === undefined) return {skip: 'needs PgBouncer (apt-get install pgbouncer)'};
  const user = serverUser();
  if (user === undefined) return {skip: 'needs a user postgres, since PgBouncer refuses root'};
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-pgbouncer-'));
  const [server, port] = [new URL(url), await freePort()];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 12
unix_socket_dir =
logfile = ${join(folder, 'log')}
`,
  );
  if ('uid' in user) for (const path of [folder, file]) await chown(path, user.uid, user.gid);
  const child = spawn(program, [file], {...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe']});
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('process up')) resolve();
    });
    child.once('exit', code => reject(new Error(`PgBouncer ended with ${code}:\n${log}`)));
  });
  const own = Object.assign(new URL(url), {port: String(port)});
  own.searchParams.set('pgbouncer', 'true');
  return {
    url: own.href,
    stop: async () => {
      process.off('exit', kill);
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      await rm(folder, {recursive: true});
    },
  };
}

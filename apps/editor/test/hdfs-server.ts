import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {soon} from '@gazetteer/model/testing';
import {negotiateToken} from '@gazetteer/thrift';
import {type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';

/**
 * A real HDFS that is ready for files, with a folder for each of these people.
 *
 * @param keytabs the folder of `kdc.sh`, for one that asks for Kerberos; this process has a ticket
 *   of its superuser then
 */
export async function startHdfs(
  people: readonly string[],
  keytabs?: string,
): Promise<RunningServer> {
  const env = keytabs === undefined ? {} : {KEYTABS: keytabs};
  const hdfs = await start('hdfs.sh', [], {seconds: 120, env});
  const ask = async (path: string, method = 'GET') =>
    await fetch(`http://localhost:${hdfs.port}${path}`, {
      method,
      ...(keytabs !== undefined && {
        headers: {authorization: `Negotiate ${await negotiateToken('localhost')}`},
      }),
    });
  // Until it has left its safe mode and a DataNode has come.
  await soon(async () => {
    const answer = await ask('/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState');
    const {beans} = (await answer.json()) as {
      beans: {NumLiveDataNodes: number; FSState: string}[];
    };
    assert.deepEqual([beans[0]?.NumLiveDataNodes, beans[0]?.FSState], [1, 'Operational']);
  });
  const asRoot = async (path: string, op: string) => {
    const user = keytabs === undefined ? 'user.name=root&' : '';
    const answer = await ask(`/webhdfs/v1${path}?${user}op=${op}`, 'PUT');
    assert.equal(answer.status, 200, op);
  };
  await asRoot('/', 'SETPERMISSION&permission=755');
  for (const name of people) {
    await asRoot(`/user/${name}`, 'MKDIRS');
    await asRoot(`/user/${name}`, `SETOWNER&owner=${name}&group=${name}`);
    await asRoot(`/user/${name}`, 'SETPERMISSION&permission=750');
  }
  return hdfs;
}

/** What engines put before the paths of its files. */
export async function addressOf({folder}: RunningServer): Promise<string> {
  const site = await readFile(join(folder, 'core-site.xml'), 'utf8');
  return /<value>(hdfs:[^<]+)<\/value>/.exec(site)?.[1] ?? assert.fail('it has no address');
}

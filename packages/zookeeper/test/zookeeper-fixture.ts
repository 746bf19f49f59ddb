import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, rmSync} from 'node:fs';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {freePorts} from '../../thrift/test/servers/free-port.ts';

const root = join(import.meta.dirname, '../../..');
const jars = join(root, '.cache/zookeeper');
const tickMs = 200;
/**
 * As long as tests want that no session ends by itself on a busy machine; without it, 20 ticks
 * would be the most.
 */
const maxSessionMs = 60_000;

export type TestServer = {
  readonly address: string;
  start(): Promise<void>;
  /** At once and without a farewell, like a machine that lost its power. */
  kill(): Promise<void>;
};

export type TestEnsemble = {
  readonly servers: readonly TestServer[];
  /** `127.0.0.1:p1,127.0.0.1:p2`. */
  readonly connectString: string;
  stop(): Promise<void>;
};

/**
 * Real ZooKeeper servers on 127.0.0.1 and free ports, alone or as a quorum. Their tick is short, so
 * that sessions may live for as little as 400 ms.
 * @returns a reason to skip where Java or the server's jars are missing
 */
export async function zooKeeperForTests(
  count: 1 | 3 = 1,
): Promise<TestEnsemble | {readonly skip: string}> {
  if (!existsSync(join(jars))) {
    const fetch = 'mvn -q -B -ntp -f packages/zookeeper/test/pom.xml dependency:copy-dependencies';
    return {skip: `needs the jars of ZooKeeper (${fetch})`};
  }
  if (!(await hasJava()))
    return {skip: 'needs Java 11 or newer (apt-get install openjdk-17-jre-headless)'};
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-zookeeper-'));
  const ports = await freePorts(count * 3);
  const peers = Array.from({length: count}, (_, at) => ({
    client: ports[at * 3] as number,
    quorum: ports[at * 3 + 1] as number,
    election: ports[at * 3 + 2] as number,
  }));
  const servers = await Promise.all(peers.map((_, at) => prepare(folder, at, peers)));
  const stop = async () => {
    await Promise.all(servers.map(server => server.kill()));
    await rm(folder, {recursive: true, force: true});
  };
  // The last resort, when a test run is ended without its clean-up.
  process.once('exit', () => rmSync(folder, {recursive: true, force: true}));
  try {
    await Promise.all(servers.map(server => server.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {servers, connectString: servers.map(server => server.address).join(','), stop};
}

type Peer = {readonly client: number; readonly quorum: number; readonly election: number};

async function prepare(folder: string, at: number, peers: readonly Peer[]): Promise<TestServer> {
  const data = join(folder, String(at + 1));
  const config = join(folder, `${at + 1}.cfg`);
  const {client} = peers[at] as Peer;
  await mkdir(data);
  await writeFile(join(data, 'myid'), String(at + 1));
  const quorum = peers.map(
    (peer, index) => `server.${index + 1}=127.0.0.1:${peer.quorum}:${peer.election}`,
  );
  const lines = [
    `tickTime=${tickMs}`,
    `maxSessionTimeout=${maxSessionMs}`,
    `dataDir=${data}`,
    'clientPortAddress=127.0.0.1',
    `clientPort=${client}`,
    'admin.enableServer=false',
    'maxClientCnxns=0',
    ...(peers.length > 1 ? ['initLimit=50', 'syncLimit=25', ...quorum] : []),
  ];
  await writeFile(config, lines.join('\n'));
  const main = peers.length > 1 ? 'quorum.QuorumPeerMain' : 'ZooKeeperServerMain';
  const args = ['-Xmx96m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', `${jars}/*`];
  let child: ChildProcess | undefined;
  return {
    address: `127.0.0.1:${client}`,
    start: async () => {
      child = spawn('java', [...args, `org.apache.zookeeper.server.${main}`, config], {
        stdio: 'ignore',
      });
      endWithUs(child);
      await serving(child, client);
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

/** The port opens before a quorum is there, so the server is asked for its state. */
async function serving(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`ZooKeeper ended with ${child.exitCode} at its start`);
    if (/^Mode: /m.test(await ask(port, 'srvr'))) return;
    await delay(50);
  }
  throw new Error('ZooKeeper did not begin to serve within a minute');
}

async function ask(port: number, word: string): Promise<string> {
  return await new Promise(resolve => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(word));
    socket.on('data', chunk => (answer += chunk.toString()));
    // Asked while it starts, it may take the connection and never answer.
    socket.setTimeout(1000, () => socket.destroy());
    // Not listening yet is the usual state of affairs while it starts.
    socket.on('error', () => resolve(''));
    socket.on('close', () => resolve(answer));
  });
}

async function hasJava(): Promise<boolean> {
  const child = spawn('java', ['-version'], {stdio: 'ignore'});
  return await new Promise(resolve => {
    child.once('error', () => resolve(false));
    child.once('exit', code => resolve(code === 0));
  });
}

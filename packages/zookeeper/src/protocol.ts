import {ZooKeeperError} from './error.ts';
import {JuteReader, JuteWriter} from './jute.ts';

/**
 * The messages of ZooKeeper's client protocol that a reader needs. Numbers are those of the public
 * protocol (zookeeper.jute and ZooDefs.java of the 3.x line); replies come in the order of the
 * requests.
 */
export const op = {
  exists: 3,
  getData: 4,
  ping: 11,
  getChildren: 8,
  setWatches: 101,
  closeSession: -11,
} as const;

/** Replies that answer no request of the queue carry one of these instead of a request's number. */
export const xid = {watchEvent: -1, ping: -2, setWatches: -8} as const;

const noNode = -101;
const errorNames: Readonly<Record<number, string>> = {
  [-4]: 'connection loss',
  [-5]: 'marshalling error',
  [-6]: 'unimplemented',
  [-8]: 'bad arguments',
  [-102]: 'no rights',
  [-112]: 'session expired',
  [-115]: 'authentication failed',
  [-124]: 'session moved',
};

const eventTypes: Readonly<Record<number, NodeChange>> = {
  1: 'created',
  2: 'deleted',
  3: 'data-changed',
  4: 'children-changed',
};

export type NodeChange = 'created' | 'deleted' | 'data-changed' | 'children-changed';

export type Session = {
  /** 0 asks for a new one. */
  readonly id: bigint;
  readonly password: Buffer;
  /** What the server granted, which may differ from what was asked for. */
  readonly timeoutMs: number;
};

export const noSession: Session = {id: 0n, password: Buffer.alloc(16), timeoutMs: 0};

/** What the server knows about a node beside its data. */
export type NodeStat = {
  readonly createdZxid: bigint;
  readonly modifiedZxid: bigint;
  readonly version: number;
  /** Session that the node goes away with; 0 for a node that stays. */
  readonly ephemeralOwner: bigint;
  readonly dataLength: number;
  readonly childCount: number;
};

export type ReplyHeader = {readonly xid: number; readonly zxid: bigint; readonly error: number};

/**
 * A server that has seen less than `lastZxid` refuses, so that a client never goes back in time.
 */
export function connectRequest(session: Session, lastZxid: bigint, timeoutMs: number): Buffer {
  return new JuteWriter()
    .int(0)
    .long(lastZxid)
    .int(timeoutMs)
    .long(session.id)
    .buffer(session.password)
    .boolean(false)
    .frame();
}

/** Undefined when the server no longer knows the session. */
export function readConnectReply(frame: Buffer): Session | undefined {
  const reader = new JuteReader(frame);
  reader.int();
  const timeoutMs = reader.int();
  const id = reader.long();
  // A copy, since the frame is a view of the socket's buffer.
  const password = Buffer.from(reader.buffer());
  return timeoutMs > 0 && id !== 0n ? {id, password, timeoutMs} : undefined;
}

export function readRequest(number: number, opcode: number, path: string, watch: boolean): Buffer {
  return new JuteWriter().int(number).int(opcode).text(path).boolean(watch).frame();
}

export function bareRequest(number: number, opcode: number): Buffer {
  return new JuteWriter().int(number).int(opcode).frame();
}

/**
 * Takes the watches of a session over to another connection; the server tells at once what happened
 * since `zxid`.
 */
export function setWatchesRequest(
  zxid: bigint,
  paths: {
    readonly data: readonly string[];
    readonly exists: readonly string[];
    readonly children: readonly string[];
  },
): Buffer {
  return new JuteWriter()
    .int(xid.setWatches)
    .int(op.setWatches)
    .long(zxid)
    .texts(paths.data)
    .texts(paths.exists)
    .texts(paths.children)
    .frame();
}

export function readHeader(reader: JuteReader): ReplyHeader {
  return {xid: reader.int(), zxid: reader.long(), error: reader.int()};
}

export function readStat(reader: JuteReader): NodeStat {
  const createdZxid = reader.long();
  const modifiedZxid = reader.long();
  reader.long();
  reader.long();
  const version = reader.int();
  reader.int();
  reader.int();
  const ephemeralOwner = reader.long();
  const dataLength = reader.int();
  const childCount = reader.int();
  reader.long();
  return {createdZxid, modifiedZxid, version, ephemeralOwner, dataLength, childCount};
}

/** Undefined for the events about the connection, which the client knows first-hand. */
export function readWatchEvent(reader: JuteReader): {change: NodeChange; path: string} | undefined {
  const change = eventTypes[reader.int()];
  reader.int();
  const path = reader.text();
  return change === undefined ? undefined : {change, path};
}

export function errorOf(code: number, path: string): ZooKeeperError {
  if (code === noNode) return new ZooKeeperError('no-node', `${path} does not exist`);
  return new ZooKeeperError(
    'refused',
    `${path}: ${errorNames[code] ?? 'refused'} (error ${code} of ZooKeeper)`,
  );
}

/**
 * - `no-node`: the path does not exist.
 * - `timeout`: no server answered in time; the message names the last thing that went wrong.
 * - `lost`: a connection ended or stayed silent. Requests survive it; only the log sees it.
 * - `closed`: the client was closed.
 * - `malformed`: a reply that breaks the protocol.
 * - `refused`: any other error number of the server, such as missing rights.
 */
export type ZooKeeperErrorKind =
  | 'no-node'
  | 'timeout'
  | 'lost'
  | 'closed'
  | 'malformed'
  | 'refused';

export class ZooKeeperError extends Error {
  readonly kind: ZooKeeperErrorKind;

  constructor(kind: ZooKeeperErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ZooKeeperError';
    this.kind = kind;
  }
}

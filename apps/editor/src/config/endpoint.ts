import type {EditorConfig} from './editor-config.ts';

/** Where the server of an engine is just now. */
export type Endpoint = {
  readonly host: string;
  readonly port: number;
  /** Of discovery, and so the port that the server really listens on, whatever its transport. */
  readonly isDiscovered: boolean;
};

/** Where discovery is off: the HTTP port, which is what `http_url` is made of. */
export function configuredEndpoint(
  source: 'hiveserver2' | 'llap',
  {beeswax}: EditorConfig,
): Endpoint {
  return source === 'llap'
    ? {host: beeswax.llap_server_host, port: beeswax.llap_server_thrift_port, isDiscovered: false}
    : {host: beeswax.hive_server_host, port: beeswax.hive_server_http_port, isDiscovered: false};
}

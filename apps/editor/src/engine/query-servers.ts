import type {Log} from '@gazetteer/server';
import type {EditorConfig} from '../config/editor-config.ts';
import {fullHostName} from '../config/host-name.ts';
import type {Engine} from '../config/interpreters.ts';
import type {Endpoints} from '../discovery/endpoints.ts';
import type {Endpoint} from '../config/endpoint.ts';
import {assembleQueryServer, endpointSource, usesConnector} from './assemble-query-server.ts';
import type {Connector} from './connector-record.ts';
import {hasHostPattern} from './principal.ts';
import {type QueryServerRecord, recordText} from './query-server-record.ts';

export type QueryServersOptions = {
  readonly config: EditorConfig;
  readonly endpoints: Pick<Endpoints, 'find' | 'reset'>;
  readonly log: Log;
  readonly fullNameOf?: (host: string) => Promise<string>;
};

/** Finds out what the rules of a record need to know, and applies them. */
export class QueryServers {
  readonly #options: QueryServersOptions;
  /** Full names of hosts, which cost two questions to a name server each. */
  readonly #fullNames = new Map<string, string>();

  constructor(options: QueryServersOptions) {
    this.#options = options;
  }

  /** The record to open a session with. Throws `no-running-server` and `invalid-connector`. */
  async record(engine: Engine = 'main', connector?: Connector): Promise<QueryServerRecord> {
    const {config, endpoints, log} = this.#options;
    const isConnector = connector !== undefined && usesConnector(connector, config);
    log.debug(
      {},
      isConnector ? `Query via connector ${connector.type}` : `Query via ini ${engine}`,
    );
    const source = isConnector ? undefined : endpointSource(engine);
    const endpoint = source === undefined ? undefined : await endpoints.find(source);
    if (!isConnector) await this.#nameTarget(engine, endpoint);
    const record = assembleQueryServer({
      engine,
      config,
      fullNameOf: host => this.#fullNames.get(host) ?? host,
      ...(connector === undefined ? {} : {connector}),
      ...(endpoint === undefined ? {} : {endpoint}),
    });
    log.debug({}, `Query Server: ${recordText(record)}`);
    return record;
  }

  /**
   * For when a server refuses connections or its name means nothing: nothing known of servers is to
   * be trusted.
   */
  reset({
    server_host: host,
    server_port: port,
  }: Pick<QueryServerRecord, 'server_host' | 'server_port'>): void {
    this.#options.endpoints.reset({host, port});
    this.#fullNames.clear();
  }

  /** The name that the principal needs is that of the host contacted, and of no other. */
  async #nameTarget(engine: Engine, endpoint: Endpoint | undefined): Promise<void> {
    const {beeswax, sqlalt, hiveSite} = this.#options.config;
    const [host, principal] =
      engine === 'sqlalt'
        ? [sqlalt.sql_server_host, sqlalt.sql_server_principal]
        : engine === 'catalog'
          ? [beeswax.hive_metastore_host, hiveSite.metastorePrincipal ?? hiveSite.principal]
          : [endpoint?.host, hiveSite.principal];
    if (host === undefined || this.#fullNames.has(host) || !hasHostPattern(principal)) return;
    this.#fullNames.set(host, await (this.#options.fullNameOf ?? fullHostName)(host));
  }
}

import type {Log} from '@gazetteer/server';
import {type SessionState, ZooKeeper} from '@gazetteer/zookeeper';
import type {EditorConfig} from '../config/editor-config.ts';
import {type EndpointName, Endpoints, znodeOf} from './endpoints.ts';
import {WatchedServers} from './watched-servers.ts';

export type Discovery = {readonly endpoints: Endpoints; close(): Promise<void>};

/**
 * Begins to watch what the configuration wants to be discovered. Without discovery no ZooKeeper is
 * spoken to.
 */
export function openDiscovery(config: EditorConfig, log: Log): Discovery {
  const {hive_discovery_hs2, hive_discovery_llap, hive_discovery_llap_ha, zookeeper_conn_timeout} =
    config.beeswax;
  const wanted: EndpointName[] = [
    ...(hive_discovery_hs2 ? (['hiveserver2'] as const) : []),
    ...(hive_discovery_llap ? (['llap'] as const) : []),
  ];
  if (wanted.length === 0)
    return {endpoints: new Endpoints(config, {}, log), close: async () => undefined};

  const zooKeeper = new ZooKeeper({
    ensemble: config.ensemble,
    requestTimeoutMs: zookeeper_conn_timeout * 1000,
    onState: state => logState(state, log),
  });
  const lists = wanted.map(name => {
    const by = name === 'llap' && hive_discovery_llap_ha ? 'record' : 'name';
    return [name, new WatchedServers({zooKeeper, path: znodeOf(name, config), by, log})] as const;
  });
  return {
    endpoints: new Endpoints(config, Object.fromEntries(lists), log),
    close: async () => {
      for (const [, list] of lists) list.close();
      await zooKeeper.close();
    },
  };
}

function logState(state: SessionState, log: Log): void {
  if (state.state === 'connected')
    log.info({server: state.server, isNewSession: state.isNewSession}, 'ZooKeeper connected');
  else if (state.state === 'lost') log.warn({reason: state.reason}, 'ZooKeeper connection lost');
  else log.warn({}, 'ZooKeeper session expired');
}

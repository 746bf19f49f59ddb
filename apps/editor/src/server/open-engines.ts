import {DiskRoom, type Log} from '@gazetteer/server';
import type {EditorConfig} from '../config/editor-config.ts';
import {openDiscovery} from '../discovery/open-discovery.ts';
import {QueryServers} from '../engine/query-servers.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {TicketKeeper} from '../engine/ticket-keeper.ts';
import {currentOrigin} from '../net/request-origin.ts';
import {PeopleTokens} from '../token/people-tokens.ts';
import {configuredEngines} from './configured-engines.ts';
import {editorFolderOf, type EditorOptions} from './options.ts';

type OpenedEngines = {
  readonly engines: ReadonlyMap<string, SqlEngine>;
  readonly disk: DiskRoom;
  readonly peopleTokens: PeopleTokens;
  readonly close: () => Promise<void>;
};

/** The engines, with what they find servers by and log in with. */
export async function openEngines(
  options: EditorOptions,
  config: EditorConfig,
  log: Log,
): Promise<OpenedEngines> {
  const folder = editorFolderOf(options);
  const tickets = await keepTickets(config, log);
  const discovery = openDiscovery(config, log);
  const peopleTokens = new PeopleTokens();
  const disk = new DiskRoom(folder, options.minFreeBytes);
  const engines = configuredEngines({
    config,
    servers: new QueryServers({config, endpoints: discovery.endpoints, log}),
    folder,
    disk,
    origin: currentOrigin,
    tokenOf: userName => peopleTokens.of(userName),
    tickets,
    log,
  });
  const close = async () => {
    tickets?.stop();
    await discovery.close();
  };
  return {engines, disk, peopleTokens, close};
}

/** Nothing where the operator sees to the ticket. */
async function keepTickets({desktop}: EditorConfig, log: Log): Promise<TicketKeeper | undefined> {
  const {hue_keytab: keytab, hue_principal: principal, ...more} = desktop.kerberos;
  if (keytab === undefined || principal === undefined) return undefined;
  const {ccache_path: cache, kinit_path: kinit, reinit_frequency, kt_renewer_timeout} = more;
  const [everyMs, pauseMs] = [reinit_frequency * 1000, kt_renewer_timeout * 1000];
  return await TicketKeeper.open({keytab, principal, cache, kinit, everyMs, pauseMs}, log);
}

import {stat} from 'node:fs/promises';
import {AtlasServer, isServerAddress, loginIn} from '../atlas-server.ts';
import type {MigrateInput} from '../migrate-input.ts';
import {Spool} from '../spool.ts';
import {EditorTarget} from './editor-target.ts';
import {HueDump} from './hue-dump.ts';
import {HueServer} from './hue-server.ts';
import {HueCopy} from './migrate-hue.ts';
import {isTimeZone} from './time-zone.ts';
import {readNames} from './users.ts';

export const hueOptions = {
  'from-hue': {type: 'string'},
  'from-hue-dump': {type: 'string', multiple: true},
  'from-time-zone': {type: 'string', default: 'America/Los_Angeles'},
  users: {type: 'string'},
} as const;

type Values = {
  readonly from?: string;
  readonly 'from-hue'?: string;
  readonly 'from-hue-dump'?: readonly string[];
  readonly 'from-time-zone': string;
  readonly to?: string;
  readonly 'from-user'?: string;
  readonly 'to-user'?: string;
  readonly folder: string;
  readonly users?: string;
  readonly 'saved-searches'?: string;
  readonly follow?: string;
  readonly 'dry-run'?: boolean;
  readonly verify?: boolean;
};

/** `npm run migrate -- --from-hue…`. Returns the exit code. */
export async function migrateHue(values: Values, input: MigrateInput): Promise<number> {
  const {env, print, complain, signal} = input;
  const to = values.to ?? 'http://127.0.0.1:8888';
  const wrong = await wrongOptions({...values, to});
  for (const one of wrong) complain(`error: ${one}`);
  if (wrong.length > 0) return 2;
  const {'from-hue': address, 'from-hue-dump': files = [], 'from-time-zone': timeZone} = values;
  const login = loginIn(env, 'FROM', values['from-user']);
  const copy = new HueCopy({
    source:
      address === undefined
        ? new HueDump(files, timeZone)
        : new HueServer(address, login, timeZone, signal),
    target: new EditorTarget(
      new AtlasServer(to, loginIn(env, 'TO', values['to-user']), signal, '/api/v1'),
    ),
    spool: new Spool(values.folder),
    names: values.users === undefined ? new Map() : await readNames(values.users),
    print,
    complain,
    signal,
  });
  if (values['dry-run'] === true) {
    await copy.rehearse();
    return 0;
  }
  if (values.verify !== true) await copy.load();
  const differences = await copy.verify();
  return differences === 0 && copy.refused.length === 0 ? 0 : 1;
}

async function wrongOptions(values: Values & {readonly to: string}): Promise<readonly string[]> {
  const {from, 'from-hue': address, 'from-hue-dump': files, to, users} = values;
  const wrong: string[] = [];
  if ([from, address, files].filter(one => one !== undefined).length > 1)
    wrong.push('one of --from, --from-hue and --from-hue-dump is given, not several');
  if (address !== undefined && !isServerAddress(address))
    wrong.push('--from-hue is the address of a server, such as http://hue:8888');
  if (address !== undefined && (values['from-user'] ?? '') === '')
    wrong.push('--from-hue wants --from-user, the user whose documents and history are copied');
  if (!isTimeZone(values['from-time-zone']))
    wrong.push('--from-time-zone is the time_zone of Hue, such as Europe/Berlin');
  if (!isServerAddress(to))
    wrong.push('--to is the address of a server, such as http://127.0.0.1:8888');
  for (const [option, path] of [
    ...(files ?? []).map(file => ['--from-hue-dump', file] as const),
    ['--users', users],
  ] as const)
    if (path !== undefined && !(await isFile(path))) wrong.push(`${option}: there is no ${path}`);
  for (const option of ['follow', 'saved-searches'] as const)
    if (values[option] !== undefined) wrong.push(`--${option} is for Atlas`);
  return wrong;
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    found => found.isFile(),
    () => false,
  );
}

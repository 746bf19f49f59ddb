import type {EditorConfig} from './editor-config.ts';
import type {Interpreter} from './interpreters.ts';
import {type EffectiveSetting, type Key, maskUrl, type Section} from '@gazetteer/settings';
import {configTable} from './keys.ts';
import type {LoadedConfig} from './load-config.ts';
import {mechanismOf} from './hive-site.ts';

/** A key of the ini files with its value. */
type ConfigSetting = EffectiveSetting & {
  /** The names of its sections, outermost first. */
  readonly path: readonly string[];
  /** What is told in the place of a file where none gives it. */
  readonly otherwise: string;
};

type Loaded = Pick<LoadedConfig, 'config' | 'origins'>;

/**
 * Every key of the ini files, section by section as the files have them, and what hive-site.xml
 * says.
 */
export function effectiveConfig(loaded: Loaded): EffectiveSetting[] {
  return [
    ...configSettings(loaded).map(({group, name, value, place, doc}) => ({
      group,
      name,
      value,
      place,
      doc,
    })),
    ...hiveSiteSettings(loaded.config),
  ];
}

function configSettings({config, origins}: Loaded): ConfigSetting[] {
  const values: Readonly<Record<string, unknown>> = {...config};
  return Object.entries<Section>(configTable).flatMap(([name, section]) => {
    // Both sections for ZooKeeper have become one list.
    if (name === 'zookeeper') return [];
    if (name === 'libzookeeper') return [ensembleSetting(section, config, origins)];
    const keys = sectionSettings(section, recordOf(values[name]), [name], origins);
    if (name !== 'notebook') return keys;
    return [...keys, ...config.interpreters.flatMap(one => interpreterSettings(one, origins))];
  });
}

/** What hive-site.xml says that the table of keys cannot show. */
function hiveSiteSettings({hiveSite: site}: EditorConfig): EffectiveSetting[] {
  const facts = [
    ['authentication', site.authentication, 'Mechanism: ' + mechanismOf(site.authentication)],
    ['principal', site.principal ?? '', ''],
    ['principal of the metastore', site.metastorePrincipal ?? '', ''],
    ['transport', site.transport, ''],
    ['path', site.httpPath, 'Over HTTP.'],
    ['TLS', site.isSsl ? 'on' : 'off', ''],
    ['sessions run as', site.isImpersonating ? 'the user who asks' : 'the user of the server', ''],
  ];
  return facts.map(([name = '', value = '', doc = '']) => ({
    group: hiveSiteGroup,
    name,
    value,
    place: hiveSiteGroup,
    doc,
  }));
}

const hiveSiteGroup = 'hive-site.xml';

/**
 * The configuration in effect, in the grammar of the files, with the place of each value behind it.
 * What comes from hive-site.xml follows as comments.
 */
export function configText(loaded: Loaded): string {
  const lines: string[] = [];
  let opened: readonly string[] = [];
  for (const {path, name, value, place, otherwise} of configSettings(loaded)) {
    const indent = '  '.repeat(path.length - 1);
    lines.push(...headings(opened, path), indent + line(name, value, place || otherwise));
    opened = path;
  }
  const facts = hiveSiteSettings(loaded.config).map(
    ({name, value, doc}) => `#   ${name} ${value || 'none'}${doc === '' ? '' : ` (${doc})`}`,
  );
  return [...lines.slice(1), '', '# From hive-site.xml:', ...facts].join('\n');
}

/** Of the sections that are not open yet; an outermost one has an empty line before it. */
function headings(opened: readonly string[], path: readonly string[]): string[] {
  const same = path.findIndex((name, depth) => name !== opened[depth]);
  if (same === -1) return [];
  return path.slice(same).flatMap((name, index) => {
    const depth = same + index;
    const [open, close] = ['['.repeat(depth + 1), ']'.repeat(depth + 1)];
    return [...(depth === 0 ? [''] : []), `${'  '.repeat(depth)}${open}${name}${close}`];
  });
}

function sectionSettings(
  section: Section,
  values: Readonly<Record<string, unknown>>,
  path: readonly string[],
  origins: ReadonlyMap<string, string>,
): ConfigSetting[] {
  const keys = Object.entries(section.keys).map(([name, key]) => ({
    path,
    group: groupOf(path),
    name,
    value: shown(key, name, values[name]),
    place: origins.get([...path, name].join('.')) ?? '',
    otherwise: defaultOf(key),
    doc: key.doc,
  }));
  const inner = Object.entries(section.sections).filter(([, {named}]) => named === undefined);
  return [
    ...keys,
    ...inner.flatMap(([name, one]) =>
      sectionSettings(one, recordOf(values[name]), [...path, name], origins),
    ),
  ];
}

function interpreterSettings(
  {type, name, interface: face, engine, options}: Interpreter,
  origins: ReadonlyMap<string, string>,
): ConfigSetting[] {
  const path = ['notebook', 'interpreters', type];
  const otherwise = `engine ${engine}`;
  const values = {name: quoted(name), interface: face, options: optionsText(options.all)};
  return Object.entries(values).map(([key, value]) => ({
    path,
    group: groupOf(path),
    name: key,
    value,
    place: origins.get([...path, key].join('.')) ?? '',
    otherwise,
    doc: '',
  }));
}

const optionsText = (all: unknown) => `'${JSON.stringify(maskAll(all))}'`;

function ensembleSetting(
  section: Section,
  config: EditorConfig,
  origins: ReadonlyMap<string, string>,
): ConfigSetting {
  const path = ['libzookeeper'];
  return {
    path,
    group: groupOf(path),
    name: 'ensemble',
    value: ensembleText(config),
    place: placeOfEnsemble(origins),
    otherwise: 'default',
    doc: section.keys['ensemble']?.doc ?? '',
  };
}

/** `[notebook] [[interpreters]] [[[hive]]]` */
function groupOf(path: readonly string[]): string {
  return path.map((name, at) => '['.repeat(at + 1) + name + ']'.repeat(at + 1)).join(' ');
}

function line(name: string, value: string, where: string): string {
  return `${name}=${value}`.padEnd(56) + ` # ${where}`;
}

function defaultOf({defaultText}: Key<unknown>): string {
  return defaultText === undefined || defaultText === '' ? 'default' : `default: ${defaultText}`;
}

function placeOfEnsemble(origins: ReadonlyMap<string, string>): string {
  const path = ['libzookeeper.ensemble', 'zookeeper.clusters.default.host_ports'].find(each =>
    origins.has(each),
  );
  return (path === undefined ? undefined : origins.get(path)) ?? '';
}

function ensembleText({ensemble}: EditorConfig): string {
  return ensemble.servers.map(({host, port}) => `${host}:${port}`).join(',') + ensemble.chroot;
}

function shown(key: Key<unknown>, name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  // The command of a script can hold the password itself.
  if (key.secret === 'all' || name.includes('password')) return value === '' ? '' : '***';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return quoted(maskUrl(String(value)));
}

/** Where the bare text would be read as something else. */
function quoted(text: string): string {
  return /[,#'"\n]|^\s|\s$/.test(text) ? `'''${text}'''` : text;
}

/** JSON of any shape: whatever is called a password goes, and so do those inside of URLs. */
function maskAll(value: unknown, name = ''): unknown {
  if (/password|secret|token/i.test(name)) return '***';
  if (typeof value === 'string') return maskUrl(value);
  if (Array.isArray(value)) return value.map(item => maskAll(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskAll(item, key)]));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

import type {EditorConfig} from './editor-config.ts';
import type {Interpreter} from './interpreters.ts';
import {type Key, type Section, maskUrl} from '@gazetteer/settings';
import {configTable} from './keys.ts';
import type {LoadedConfig} from './load-config.ts';
import {mechanismOf} from './hive-site.ts';

/**
 * The configuration in effect, in the grammar of the files, with the place of each value behind it.
 * Secrets are masked. What the table of keys cannot show, because it comes from hive-site.xml,
 * follows as comments.
 */
export function configText({config, origins}: Pick<LoadedConfig, 'config' | 'origins'>): string {
  const values: Readonly<Record<string, unknown>> = {...config};
  const lines: string[] = [];
  for (const [name, section] of Object.entries<Section>(configTable)) {
    // Both sections for ZooKeeper have become one list.
    if (name === 'zookeeper') continue;
    lines.push('', `[${name}]`);
    if (name === 'libzookeeper')
      lines.push(line('ensemble', ensembleText(config), placeOfEnsemble(origins)));
    else lines.push(...sectionLines(section, recordOf(values[name]), name, origins));
    if (name === 'notebook')
      lines.push('  [[interpreters]]', ...config.interpreters.flatMap(interpreterLines));
  }
  return [...lines.slice(1), '', ...hiveSiteLines(config)].join('\n');
}

function sectionLines(
  section: Section,
  values: Readonly<Record<string, unknown>>,
  path: string,
  origins: ReadonlyMap<string, string>,
  depth = 1,
): string[] {
  const indent = '  '.repeat(depth - 1);
  const lines = Object.entries(section.keys).map(
    ([name, key]) =>
      indent + line(name, shown(key, values[name]), place(key, origins.get(`${path}.${name}`))),
  );
  for (const [name, inner] of Object.entries(section.sections)) {
    if (inner.named !== undefined) continue;
    const [open, close] = ['['.repeat(depth + 1), ']'.repeat(depth + 1)];
    lines.push(`${indent}  ${open}${name}${close}`);
    lines.push(
      ...sectionLines(inner, recordOf(values[name]), `${path}.${name}`, origins, depth + 1),
    );
  }
  return lines;
}

function interpreterLines({type, name, interface: face, engine, options}: Interpreter): string[] {
  return [
    `    [[[${type}]]]`,
    `    ${line('name', quoted(name), `engine ${engine}`)}`,
    `    interface=${face}`,
    `    options='${JSON.stringify(maskAll(options.all))}'`,
  ];
}

function hiveSiteLines({hiveSite: site}: EditorConfig): string[] {
  return [
    '# From hive-site.xml:',
    `#   authentication ${site.authentication}, so the mechanism is ${mechanismOf(site.authentication)}`,
    `#   principal ${site.principal ?? 'none'}, of the metastore ${site.metastorePrincipal ?? 'none of its own'}`,
    `#   transport ${site.transport}, path ${site.httpPath}, TLS ${site.isSsl ? 'on' : 'off'}`,
    `#   sessions run as ${site.isImpersonating ? 'the user who asks' : 'the user of the server'}`,
  ];
}

function line(name: string, value: string, where: string): string {
  return `${name}=${value}`.padEnd(56) + ` # ${where}`;
}

function place(key: Key<unknown>, origin: string | undefined): string {
  if (origin !== undefined) return origin;
  return key.defaultText === undefined || key.defaultText === ''
    ? 'default'
    : `default: ${key.defaultText}`;
}

function placeOfEnsemble(origins: ReadonlyMap<string, string>): string {
  const path = ['libzookeeper.ensemble', 'zookeeper.clusters.default.host_ports'].find(each =>
    origins.has(each),
  );
  return (path === undefined ? undefined : origins.get(path)) ?? 'default';
}

function ensembleText({ensemble}: EditorConfig): string {
  return ensemble.servers.map(({host, port}) => `${host}:${port}`).join(',') + ensemble.chroot;
}

function shown(key: Key<unknown>, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (key.secret === 'all') return value === '' ? '' : '***';
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

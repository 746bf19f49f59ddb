import {nearestTo, type Option, optionsHelp, type OptionTable} from '@gazetteer/settings';
import {passwdUsage} from '@gazetteer/server';
import {catalogOptions} from './catalog/src/options/catalog-options.ts';
import {editorOptions} from './editor/src/server/options.ts';

/** What `npm start -- <command>` knows, with a line about each. */
export const commands = {
  catalog: 'start the catalog alone',
  editor: 'start the editor alone',
  'passwd <user>': 'set a password (short: npm run passwd -- <user>)',
  'backup <folder>': 'write a backup; the servers may run',
  'restore <folder>': 'put a backup back; the servers must be stopped',
  'ingest <file>': 'read databases into the catalog (npm run ingest -- <file>)',
  'catalog-files': 'plan, apply and export the catalog as files (npm run catalog -- ...)',
  migrate: 'copy Atlas into the catalog, or Hue into the editor (npm run migrate -- ...)',
  'help [topic]': 'this page, or one about a command, a topic or an option',
} as const;

export const commandNames = Object.keys(commands).map(command => command.split(' ')[0] ?? '');

/** The options that most people need, in a few words; `--help all` has the others. */
const common: Readonly<Record<string, string>> = {
  'data <folder>': 'stores, results and users (./.data)',
  'config <file>': 'properties file with any of the options',
  'config-dir <folder>': 'ini files of the editor: SQL servers and more',
  'bind <address>': 'address to listen on (127.0.0.1)',
  'http-port <port>': 'port of the catalog (21000; with --tls it is --https-port, 21443)',
  'editor-port <port>': 'port of the editor (8888)',
  'database <url>': 'PostgreSQL or another file for the catalog',
  'editor-database <url>': 'PostgreSQL or another file for the editor',
  'policy-file <file>': 'who can do what in the catalog',
  tls: 'serve HTTPS, with --tls-certificate <file> and --tls-key <file>',
  'log-level <level>': 'debug, info, warn or error (info)',
  'check-config': 'check options and files, and start nothing',
};

const tables: Readonly<Record<string, OptionTable>> = {
  catalog: catalogOptions,
  editor: editorOptions,
};

/**
 * Asked for with `--help`, `-h`, `help`, each with a topic behind it or none; undefined where the
 * words ask for no help.
 */
export function helpAsked(
  argv: readonly string[],
): {command: string | undefined; topic: string | undefined} | undefined {
  const at = argv.findIndex(
    (word, index) => /^(?:-h|--help(?:=.*)?)$/.test(word) || (index < 2 && word === 'help'),
  );
  if (at < 0) return undefined;
  const command = at > 0 && commandNames.includes(argv[0] ?? '') ? argv[0] : undefined;
  const next = argv[at + 1];
  const topic =
    argv[at]?.split('=')[1] ?? (next?.startsWith('-') === true && at > 0 ? undefined : next);
  return {command, topic: topic === '' ? undefined : topic};
}

/** The page that was asked for; undefined where there is no such topic. */
export async function helpText({
  command,
  topic,
}: {
  readonly command: string | undefined;
  readonly topic: string | undefined;
}): Promise<string | undefined> {
  const page = topic ?? command;
  if (page === 'passwd') return passwdUsage;
  if (page === 'ingest') return (await import('@gazetteer/connectors')).ingestUsage;
  if (page === 'catalog-files') return (await import('@gazetteer/catalog-files')).catalogFilesUsage;
  if (page === 'migrate') return (await import('@gazetteer/migration')).migrateUsage;
  if (page === 'backup') return (await import('./backup.ts')).backupUsage;
  if (page === 'restore') return (await import('./backup.ts')).restoreUsage;
  const server = [topic, command].find(word => word !== undefined && word in tables);
  const shown = server === undefined ? Object.values(tables) : [tables[server] as OptionTable];
  if (topic === undefined || topic in tables || topic === 'help') return overview(shown);
  if (topic === 'all') return optionsHelp(shown, () => true);
  const isWanted = wantedBy(topic.toLowerCase().replace(/^-+/, ''), shown);
  return isWanted === undefined ? undefined : optionsHelp(shown, isWanted);
}

/** Words to ask for help with: the headings of the options. */
export function topics(shown: readonly OptionTable[] = Object.values(tables)): string[] {
  const groups = shown.flatMap(table =>
    Object.values(table.options).map(option => slug(option.group)),
  );
  return [...new Set(groups)].sort();
}

/** What was most likely meant by a word that is none of the known ones. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestTo(word, known, Math.max(2, word.length / 3));
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/**
 * A heading, an option by its name or key, or the first word of several options' names, such as
 * `ldap`.
 */
function wantedBy(
  word: string,
  shown: readonly OptionTable[],
): ((option: Option) => boolean) | undefined {
  const ways: ((option: Option) => boolean)[] = [
    option => option.cli === word || option.key === word,
    option => slug(option.group) === word,
    option => option.cli.startsWith(`${word}-`),
  ];
  const options = shown.flatMap(table => Object.values(table.options));
  // `tls` is an option, a heading and the beginning of names: the most that one of them finds is
  // what is of use.
  const found = ways.map(way => options.filter(way).length);
  const most = Math.max(...found);
  return most === 0 ? undefined : ways[found.indexOf(most)];
}

function slug(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}

/** Fits a screen. */
function overview(shown: readonly OptionTable[]): string {
  const [first, ...others] = shown;
  const one = others.length === 0 ? first?.server : undefined;
  const names = new Set(
    shown.flatMap(table => Object.values(table.options)).map(option => option.cli),
  );
  const options = Object.entries(common).filter(([usage]) => {
    const name = usage.split(' ')[0] ?? '';
    return name === 'config' || names.has(name);
  });
  return [
    `Gazetteer ${first?.version}: ${one === undefined ? 'a metadata catalog and a query editor' : `the ${one}`}`,
    '',
    one === undefined
      ? 'Usage: npm start -- [command] [options]    without a command: catalog and editor in one process'
      : `Usage: npm start -- ${one} [options]`,
    ...(one === undefined ? ['', 'Commands:', ...rows(Object.entries(commands))] : []),
    '',
    'Options most used (each may stand in a variable, too: GAZETTEER_HTTP_PORT):',
    ...rows(options.map(([usage, text]) => [`--${usage}`, text])),
    '',
    'Examples:',
    ...(one === 'editor'
      ? []
      : [`  npm start -- ${one === undefined ? '' : 'catalog '}--data /var/lib/gazetteer`]),
    ...(one === 'catalog'
      ? []
      : [
          `  npm start -- ${one === undefined ? '' : 'editor '}--config-dir /etc/hue/conf --check-config`,
        ]),
    ...(one === undefined ? ['  npm run passwd -- admin --data /var/lib/gazetteer'] : []),
    '',
    `More: npm start -- ${one === undefined ? '' : `${one} `}--help <topic>, with all, an option such as --data, or one of`,
    ...columns(topics(shown)),
    `Pages: README.md, docs/${one === 'editor' ? 'editor-options.md, docs/editor-config.md' : 'config.md'}`,
  ].join('\n');
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const widest = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, text]) => `  ${name.padEnd(widest)}  ${text}`);
}

function columns(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 90) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last}, ${word}`;
  }
  return lines;
}

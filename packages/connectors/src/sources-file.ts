import {isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type Pair} from 'yaml';
import {
  type Findings,
  type IniSection,
  keyLines,
  type Keys,
  optionalText,
  readSections,
  secret,
  section,
  text,
} from '@gazetteer/settings';
import type {Config} from './connector.ts';
import {allConnectors} from './connectors.ts';
import {fromEnvironment, sourceOf} from './source-of.ts';
import type {Source} from './sync.ts';

const catalogKeys = {
  url: text('http://127.0.0.1:21000', 'Address of the catalog.'),
  user: optionalText('User of the catalog, with `password`.'),
  password: secret('Password of the user.'),
  token: secret('Access token, in place of user and password.'),
} satisfies Keys;

/** The page of all keys. */
export async function sourceKeysMarkdown(): Promise<string> {
  const parts = (await allConnectors()).flatMap(({type, doc, keys}) => [
    '',
    `## type: ${type}`,
    '',
    doc,
    ...keyLines(keys),
  ]);
  return `${['# Keys of sources', '', keysIntro, '', '## catalog', ...keyLines(catalogKeys), ...parts].join('\n')}\n`;
}

const keysIntro = `Generated from \`packages/connectors\` by \`npm run docs\`.

What stands in the file of \`npm run ingest\` ([Read sources](sources.md)), which is YAML. An unknown key is a warning that names the nearest known
one; a wrong value stops the reading before it starts, with file and line.`;

export type SourcesFile = {
  readonly catalog: Config<typeof catalogKeys>;
  readonly sources: readonly Source[];
  /** What is wrong, each with file and line; nothing should be read while there is any. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
};

/**
 * Reads what `npm run ingest` is given: where the catalog is, and the sources by name. `${NAME}` in
 * a value is the environment variable of that name.
 * @param file its name, for messages
 */
export async function readSourcesFile(
  content: string,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<SourcesFile> {
  const findings: Findings = {errors: [], warnings: [], notices: []};
  const lines = new LineCounter();
  const document = parseDocument(content, {lineCounter: lines, prettyErrors: false});
  const whereOf = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  for (const {message, pos} of document.errors)
    findings.errors.push(`${whereOf(pos[0])}: ${message}`);
  const toSection = new SectionReader(whereOf, env, findings);
  const root = toSection.read(document.contents, `${file}:1`);
  const catalogSection: IniSection = {
    kind: 'section',
    where: `${file}:1`,
    entries: new Map(root.entries),
  };
  catalogSection.entries.delete('sources');
  const {catalog} = readSections(
    {catalog: section('The catalog.', catalogKeys)},
    [],
    catalogSection,
    findings,
  ).values;
  if (/\/\/[^/?#]*@/.test(catalog.url)) {
    const section = root.entries.get('catalog');
    const url = section?.kind === 'section' ? section.entries.get('url') : undefined;
    findings.errors.push(
      `${url?.where ?? file}: url has a user or a password in it: set user and password, or token, in their place.`,
    );
  }
  const given = root.entries.get('sources');
  const sources: Source[] = [];
  // One after the other: what is wrong is told in the order of the file.
  for (const [name, one] of given?.kind === 'section' ? given.entries : [])
    sources.push(...(await sourceOf(name, one, findings)));
  if (sources.length === 0 && findings.errors.length === 0) {
    findings.errors.push(
      `${file}: there are no sources. Name at least one under sources:, with its type.`,
    );
  }
  return {
    catalog,
    sources,
    errors: findings.errors,
    warnings: [...findings.warnings, ...findings.notices],
  };
}

/** YAML as the sections that settings are read from. */
class SectionReader {
  readonly #whereOf: (offset: number) => string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #findings: Findings;

  constructor(whereOf: (offset: number) => string, env: NodeJS.ProcessEnv, findings: Findings) {
    this.#whereOf = whereOf;
    this.#env = env;
    this.#findings = findings;
  }

  read(node: unknown, where: string): IniSection {
    const result: IniSection = {kind: 'section', where, entries: new Map()};
    if (!isMap(node)) {
      if (node !== null)
        this.#findings.errors.push(
          `${where}: names with values are expected here, such as "sources:".`,
        );
      return result;
    }
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const name = isScalar(pair.key) ? String(pair.key.value) : '';
      const at = this.#whereOf(pair.key.range?.[0] ?? 0);
      const {value} = pair;
      if (isMap(value)) result.entries.set(name, this.read(value, at));
      else if (isSeq(value)) {
        const items = value.items.map(item => this.#textOf(item, at));
        result.entries.set(name, {kind: 'value', text: items, where: at});
      } else result.entries.set(name, {kind: 'value', text: this.#textOf(value, at), where: at});
    }
    return result;
  }

  #textOf(node: unknown, where: string): string {
    const value = isScalar(node) ? node.value : undefined;
    if (value === null || value === undefined) return '';
    return fromEnvironment(String(value), this.#env, where, this.#findings);
  }
}

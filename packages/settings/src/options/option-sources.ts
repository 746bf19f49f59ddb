import {existsSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {distance} from 'fastest-levenshtein';
import {inertRow} from '../inert-keys.ts';
import {didYouMean} from '../nearest.ts';
import {canonicalKey, envName, type Options, type OptionTable} from './option.ts';
import {readProperties} from './properties-file.ts';

/**
 * A text that somebody gave for an option, and where: `file:line`, `environment NAME` or `command
 * line --name`.
 */
export type Given = {
  readonly name: string;
  readonly key: string;
  readonly text: string;
  readonly where: string;
};

/**
 * What one source holds: values for known options, and what an operator should be told about the
 * rest.
 */
export type Source = {given: Given[]; warnings: string[]; notices: string[]; errors: string[]};

export type CommandLine = Source & {config: string | undefined; words: string[]};

/**
 * `--name value`, `--name=value`, `--<key>=value`, `--set key=value`; a switch needs no value.
 * @param others servers that are not started: their options are reported as theirs
 */
export function readCommandLine(
  table: OptionTable,
  argv: readonly string[],
  others: readonly OptionTable[] = [],
): CommandLine {
  const line: CommandLine = {...emptySource(), config: undefined, words: []};
  const names = flagNames(table.options);
  const foreign = new Map(
    others.flatMap(other => [...flagNames(other.options).keys()].map(flag => [flag, other])),
  );
  // The word after an unknown option is most likely its value, and no fault of its own.
  let afterUnknown = -1;
  const {tokens} = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      [...names].map(([flag, {takesValue}]) => [flag, parseArgsType(takesValue)]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional' && token.index !== afterUnknown) line.words.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = names.get(token.name);
    const value = token.value;
    if (flag === undefined) {
      const other = foreign.get(token.name);
      line.errors.push(
        other === undefined
          ? `${token.rawName} is no option.${didYouMean(token.name, [...names.keys(), ...foreign.keys()].sort(), '--')}`
          : `${token.rawName} is an option of the ${other.server}, and the ${table.server} alone is started; leave it out, or start both with "npm start".`,
      );
      if (!token.inlineValue) afterUnknown = token.index + 1;
    } else if (
      flag.takesValue &&
      (value === undefined || (!token.inlineValue && value.startsWith('--')))
    ) {
      line.errors.push(`${token.rawName} needs a value.`);
    } else {
      takeFlag(table, line, flag.target, token.rawName, value ?? 'true');
    }
  }
  return line;
}

export function readEnvironment(
  table: OptionTable,
  env: NodeJS.ProcessEnv,
): Source & {config: string | undefined} {
  const source = {...emptySource(), config: env[`${table.envPrefix}CONFIG`]};
  const names = new Map(
    Object.entries(table.options)
      .filter(([, option]) => option.type !== 'map')
      .map(([name, option]) => [envName(table, option), name]),
  );
  for (const [variable, text] of Object.entries(env)) {
    const name = names.get(variable);
    if (name !== undefined) {
      // Compose files and unit files pass on variables that are not set as empty ones.
      if (text === undefined || text === '') continue;
      source.given.push({name, key: variable, text, where: `environment ${variable}`});
    } else if (variable.startsWith(table.envPrefix) && variable !== `${table.envPrefix}CONFIG`) {
      source.warnings.push(
        `Environment variable ${variable} is unknown.${didYouMean(variable, names.keys())}`,
      );
    }
  }
  return source;
}

export function readPropertiesSource(table: OptionTable, file: string): Source {
  const source = emptySource();
  try {
    for (const {key, value, line} of readProperties(file)) {
      takeKey(table, source, key, expanded(value, file), `${file}:${line}`);
    }
  } catch (error) {
    source.errors.push(`Properties file: ${(error as Error).message}.`);
  }
  return {
    ...source,
    given: source.given.map(given => besideFile(table, given, dirname(resolve(file)))),
  };
}

/**
 * The two variables of the reference's own files: its start script sets them to the folder of the
 * file and the one above.
 */
function expanded(value: string, file: string): string {
  const folder = dirname(resolve(file));
  return value
    .replaceAll('${sys:atlas.conf}', folder)
    .replaceAll('${sys:atlas.home}', dirname(folder));
}

/**
 * The reference finds some files by their names alone, since its configuration's folder is on its
 * class path.
 */
function besideFile(table: OptionTable, given: Given, folder: string): Given {
  const option = table.options[given.name];
  if (option?.type !== 'string' || option.isBesideConfig !== true) return given;
  const beside = resolve(folder, given.text.trim());
  return existsSync(beside) ? {...given, text: beside} : given;
}

/** What `--flag` stands for: an option by name, a key, or one of the two that every server has. */
export type Flag = {
  readonly target: {readonly option: string; readonly key: string} | 'set' | 'config';
  readonly takesValue: boolean;
};

export function flagNames(options: Options): Map<string, Flag> {
  const names = new Map<string, Flag>([
    ['config', {target: 'config', takesValue: true}],
    ['set', {target: 'set', takesValue: true}],
  ]);
  for (const [name, option] of Object.entries(options)) {
    const takesValue = option.type !== 'boolean';
    names.set(option.cli, {target: {option: name, key: option.key}, takesValue});
    if (option.type === 'map') continue;
    for (const key of [option.key, option.key.replace(/^atlas\./, 'meta.')]) {
      names.set(key, {target: {option: name, key}, takesValue});
    }
  }
  return names;
}

export function parseArgsType(takesValue: boolean): {type: 'string' | 'boolean'} {
  return {type: takesValue ? 'string' : 'boolean'};
}

function takeFlag(
  table: OptionTable,
  line: CommandLine,
  target: Flag['target'],
  flag: string,
  text: string,
): void {
  const where = `command line ${flag}`;
  if (target === 'config') line.config = text;
  else if (target === 'set') {
    const at = text.indexOf('=');
    if (at < 1) line.errors.push(`--set needs <key>=<value>, not ${text}.`);
    else takeKey(table, line, text.slice(0, at).trim(), text.slice(at + 1), where);
  } else if (table.options[target.option]?.type === 'map') {
    const at = text.indexOf('=');
    if (at < 1) line.errors.push(`${flag} needs <name>=<text>, not ${text}.`);
    else takeKey(table, line, `${target.key}.${text.slice(0, at)}`, text.slice(at + 1), where);
  } else {
    line.given.push({name: target.option, key: target.key, text, where});
  }
}

function takeKey(
  table: OptionTable,
  source: Source,
  key: string,
  text: string,
  where: string,
): void {
  const canonical = canonicalKey(key);
  const entry = Object.entries(table.options).find(([, option]) =>
    option.type === 'map' ? canonical.startsWith(`${option.key}.`) : canonical === option.key,
  );
  if (entry !== undefined) {
    if (source.given.some(earlier => earlier.key === key)) {
      source.warnings.push(`${key} is given more than once; the last one counts (${where}).`);
    }
    source.given.push({name: entry[0], key, text, where});
    return;
  }
  const keys = Object.values(table.options).map(option => option.key);
  const inert = inertRow(table.inert, canonical);
  // A slip of one or two letters inside a family that has no effect here is more likely one of
  // ours.
  const slip =
    keys.some(known => distance(known, canonical) <= 2) &&
    !(inert?.keys.includes(canonical) ?? false);
  if (inert !== undefined && (!slip || inert.why === '')) {
    if (inert.why !== '')
      source.notices.push(`${key} has no effect here: ${inert.why} (${where}).`);
  } else
    source.warnings.push(`${key} is unknown and ignored (${where}).${didYouMean(canonical, keys)}`);
}

function emptySource(): Source {
  return {given: [], warnings: [], notices: [], errors: []};
}

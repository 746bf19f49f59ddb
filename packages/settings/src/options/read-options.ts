import {
  type Given,
  readCommandLine,
  readEnvironment,
  readPropertiesSource,
} from './option-sources.ts';
import {kindOf, showValue} from './option-value.ts';
import {
  canonicalKey,
  type Option,
  type Options,
  type OptionTable,
  type OptionValues,
} from './option.ts';

/** Everything that is wrong with the options, one line each; nothing is started. */
export class OptionsError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.name = 'OptionsError';
    this.errors = errors;
  }
}

export type ReadOptions<T extends Options> = {
  readonly values: OptionValues<T>;
  /** Where each value comes from; absent for defaults. */
  readonly where: {readonly [Name in keyof T]?: string};
  /** To be logged as warnings: unknown keys. */
  readonly warnings: readonly string[];
  /** To be logged as information: keys of the reference product without effect here. */
  readonly notices: readonly string[];
};

export type OptionInput = {
  /** Without the program: `process.argv.slice(2)`. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Servers that are not started: an option of theirs is reported as such. */
  readonly others?: readonly OptionTable[];
};

/**
 * Values of a table: command line before environment before properties file before default.
 * Throws `OptionsError` with every error at once.
 */
export function readOptions<T extends Options>(
  table: OptionTable<T>,
  input: OptionInput,
): ReadOptions<T> {
  const line = readCommandLine(table, input.argv, input.others);
  const environment = readEnvironment(table, input.env);
  const config = line.config ?? environment.config;
  const file =
    config === undefined || config === '' ? undefined : readPropertiesSource(table, config);
  const sources = [line, environment, ...(file === undefined ? [] : [file])];
  const errors = sources.flatMap(source => source.errors);
  for (const word of line.words) errors.push(`Unexpected word on the command line: ${word}.`);

  const values: Record<string, unknown> = {};
  const where: Record<string, string> = {};
  for (const [name, option] of Object.entries(table.options)) {
    const levels = sources.map(source => source.given.filter(given => given.name === name));
    if (option.type === 'map') {
      values[name] = readMap(option, levels, errors);
      const first = levels.find(level => level.length > 0)?.[0];
      if (first !== undefined) where[name] = first.where;
      continue;
    }
    for (const level of levels) reportContradiction(option, level, errors);
    reportRepetition(option, levels[0] ?? [], errors);
    const given = levels.find(level => level.length > 0)?.at(-1);
    values[name] =
      given === undefined || given.text.trim() === option.unset
        ? option.default
        : read(option, given, errors);
    if (given !== undefined && given.text.trim() !== option.unset) where[name] = given.where;
  }
  if (errors.length > 0) throw new OptionsError(errors);
  return {
    values: values as OptionValues<T>,
    where: where as {[Name in keyof T]?: string},
    warnings: sources.flatMap(source => source.warnings),
    notices: sources.flatMap(source => source.notices),
  };
}

function read(option: Option, given: Given, errors: string[]): unknown {
  // The reference's own files hold ${sys:...}; taking it literally would create folders of that
  // name.
  if (given.text.includes('${')) {
    errors.push(
      `${describe(option, given)}: this variable is not known here; write the value itself.`,
    );
    return undefined;
  }
  const parsed = kindOf(option).parse(given.text);
  if ('value' in parsed) return parsed.value;
  errors.push(`${describe(option, given)}; allowed is ${parsed.allowed}.`);
  return undefined;
}

function readMap(
  option: Option,
  levels: readonly (readonly Given[])[],
  errors: string[],
): Record<string, string> {
  const map: Record<string, string> = {};
  for (const level of levels.toReversed()) {
    for (const [index, given] of level.entries()) {
      const name = canonicalKey(given.key).slice(option.key.length + 1);
      const rival = level
        .slice(0, index)
        .find(other => canonicalKey(other.key) === canonicalKey(given.key));
      if (rival !== undefined) reportContradiction(option, [rival, given], errors);
      map[name] = String(read(option, given, errors));
    }
  }
  return map;
}

/** The same option under both prefixes in one source: nobody can tell which one was meant. */
function reportContradiction(option: Option, level: readonly Given[], errors: string[]): void {
  const last = level.at(-1);
  const rival = level.findLast(given => isRival(given.key, last?.key));
  if (last === undefined || rival === undefined || rival.text.trim() === last.text.trim()) return;
  errors.push(
    `${rival.key} = ${showValue(option, rival.text)} (${rival.where}) and ` +
      `${last.key} = ${showValue(option, last.text)} (${last.where}) mean the same option; give one of them.`,
  );
}

/** Of two values on one command line either may be the one that was meant. */
function reportRepetition(option: Option, commandLine: readonly Given[], errors: string[]): void {
  const texts = [...new Set(commandLine.map(given => given.text.trim()))];
  if (texts.length < 2 || commandLine.some(given => isRival(given.key, commandLine.at(-1)?.key)))
    return;
  const shown = texts.map(text => JSON.stringify(showValue(option, text))).join(' and ');
  errors.push(`--${option.cli} is given more than once, as ${shown}; give it once.`);
}

function isRival(key: string, other: string | undefined): boolean {
  return other !== undefined && key !== other && canonicalKey(key) === canonicalKey(other);
}

function describe(option: Option, given: Given): string {
  return `${option.key} = ${JSON.stringify(showValue(option, given.text))} (${given.where}) is not valid`;
}

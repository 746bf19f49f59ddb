import type {Findings, IniSection, IniValue, Key} from '@gazetteer/settings';
import {allConnectors} from './connectors.ts';
import {fromEnvironment, sourceOf} from './source-of.ts';
import type {Source} from './sync.ts';

/** What a source is given by its keys, as a program or a form has it. */
export type SourceValues = {
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, string | readonly string[]>>;
};

export type DescribedKey = {
  readonly name: string;
  readonly kind: 'text' | 'secret' | 'list' | 'integer' | 'flag' | 'choice';
  readonly doc: string;
  /** What it is when it is not given; empty for nothing. */
  readonly default: string;
  /** Of a choice. */
  readonly choices?: readonly string[];
};

/** What kinds of sources there are, and what each is asked, for forms. */
export async function describedTypes(): Promise<
  {type: string; doc: string; keys: DescribedKey[]}[]
> {
  return (await allConnectors()).map(({type, doc, keys}) => ({
    type,
    doc,
    keys: Object.entries(keys).map(([name, key]) => describedKey(name, key)),
  }));
}

function describedKey(name: string, key: Key<unknown>): DescribedKey {
  const value = key.default;
  const shown =
    key.defaultText ??
    (typeof value === 'boolean' ? (value ? 'yes' : 'no') : [value ?? ''].flat().join(', '));
  const choices = /^one of (.*)$/.exec(key.allowed)?.[1]?.split(', ');
  const kind =
    key.secret === 'all'
      ? 'secret'
      : Array.isArray(value)
        ? 'list'
        : choices !== undefined
          ? 'choice'
          : key.allowed === 'yes or no'
            ? 'flag'
            : key.allowed.startsWith('a whole number')
              ? 'integer'
              : 'text';
  return {name, kind, doc: key.doc, default: shown, ...(choices === undefined ? {} : {choices})};
}

/**
 * The source that values describe; `${NAME}` is the environment variable of that name. An unknown
 * key is an error: whoever wrote it hears of it now or never.
 */
export async function describedSource(
  {name, type, config}: SourceValues,
  env: NodeJS.ProcessEnv,
): Promise<{source?: Source; errors: string[]}> {
  const findings: Findings = {errors: [], warnings: [], notices: []};
  /** Values of the environment by how they were asked for, which is what errors tell. */
  const taken = new Map<string, string>();
  const value = (text: string | readonly string[], where: string): IniValue => {
    const resolved = (one: string) => {
      const whole = fromEnvironment(one, env, where, findings);
      if (whole !== one && whole !== '') taken.set(whole, one);
      return whole;
    };
    return {
      kind: 'value',
      text: typeof text === 'string' ? resolved(text) : text.map(resolved),
      where,
    };
  };
  const given: IniSection = {
    kind: 'section',
    where: name,
    entries: new Map([
      ...Object.entries(config).map(([key, text]) => [key, value(text, key)] as const),
      ['type', {kind: 'value', text: type, where: 'type'}] as const,
    ]),
  };
  const [source] = await sourceOf(name, given, findings);
  // The place is said by the key already, and the section is the source.
  const plain = (text: string) =>
    [...taken]
      .reduce((told, [whole, one]) => told.replaceAll(whole, () => one), text)
      .replace(/^[^:]*: /, '')
      .replace(`${name}: `, '')
      .replaceAll(` in [${name}]`, '')
      .replaceAll(`[${name}] `, '')
      .replace(' and ignored', '');
  const errors = [...findings.errors, ...findings.warnings, ...findings.notices].map(plain);
  return {...(source === undefined ? {} : {source}), errors};
}

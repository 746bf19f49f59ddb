import {sourcePlaces} from '@gazetteer/model';
import {isNothing, whatIs, type Json, type Source} from './declared.ts';
import {changesIn, type Difference} from './planning.ts';
import type {SourceThere} from './read-catalog.ts';

/** What is sent after the transaction: sources are checked one by one. */
export type SourceRequest = {
  /** Such as `source shop`. */
  readonly what: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

export type SourcesPlan = {
  readonly differences: readonly Difference[];
  readonly requests: readonly SourceRequest[];
};

type Known = {
  readonly there: ReadonlyMap<string, SourceThere>;
  /** Keys whose values are secret, by type of source. */
  readonly secretKeys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the source was applied as the files have it. */
  readonly isApplied: (what: string) => boolean;
  readonly prunes: boolean;
};

/** A secret is named and not written: a variable of the environment of the server. */
const isReference = (value: unknown) => typeof value === 'string' && /^\$\{\w+\}$/.test(value);

/** Secrets are never told by a catalog: whether one is another is known by what was applied last. */
export function planSources(declared: readonly Source[], known: Known): SourcesPlan {
  const differences: Difference[] = [];
  const requests: SourceRequest[] = [];
  for (const given of declared) {
    const source = {...given, texts: withoutNoNumber(given.texts)};
    const what = whatIs.source(source.name);
    const before = known.there.get(source.name);
    const keys = known.secretKeys.get(String(source.texts['type']));
    // Which of its values are secret is not known: none is shown.
    if (keys === undefined) {
      const details = [`there is no type of source ${String(source.texts['type'])}`];
      differences.push({kind: 'problem', what, details});
      continue;
    }
    const secrets = Object.entries(source.config).filter(([name]) => keys.has(name));
    const problems = problemsOf(source, before, secrets, keys);
    if (problems.length > 0) {
      differences.push({kind: 'problem', what, details: problems});
      continue;
    }
    if (before === undefined) {
      requests.push({what, method: 'POST', path: '/v2/sources', body: bodyOf(source, {})});
      differences.push({kind: 'add', what, details: []});
      continue;
    }
    const details = changesOf(source, before, secrets, known.isApplied(what));
    if (details.length === 0) continue;
    const path = `/v2/sources/${encodeURIComponent(source.name)}`;
    requests.push({what, method: 'PUT', path, body: bodyOf(source, before.json)});
    differences.push({kind: 'change', what, details});
  }
  const named = new Set(declared.map(one => one.name));
  for (const name of [...known.there.keys()].filter(one => !named.has(one))) {
    const {prunes} = known;
    const what = whatIs.source(name);
    const path = `/v2/sources/${encodeURIComponent(name)}`;
    if (prunes) requests.push({what, method: 'DELETE', path});
    differences.push({kind: prunes ? 'remove' : 'extra', what, details: []});
  }
  return {differences, requests};
}

/** A number cannot be taken away: one that is nothing is as if it were not mentioned. */
function withoutNoNumber(texts: Json): Json {
  return Object.fromEntries(
    Object.entries(texts).filter(([name, value]) => name !== 'maxDeletes' || !isNothing(value)),
  );
}

function problemsOf(
  source: Source,
  before: SourceThere | undefined,
  written: readonly (readonly [string, unknown])[],
  secretKeys: ReadonlySet<string>,
): string[] {
  const {config, secrets} = source;
  const isLost = before !== undefined && moves(source, before.json);
  const kept = [...(before?.secrets ?? [])].filter(name => secretKeys.has(name));
  return [
    ...written
      .filter(([, value]) => value !== null && !isReference(value))
      .map(([name]) => `${name} is secret: write a variable of the server, such as \${PASSWORD}`),
    ...secrets
      .filter(name => before?.secrets.has(name) !== true)
      .map(name => `the catalog has no secret ${name}: set config.${name}`),
    ...(isLost ? kept : [])
      .filter(name => !(name in config) && isNothing(config[`${name}-file`]))
      .map(name => `set config.${name}: its place changes`),
  ];
}

/** Whether it is of another type then, or elsewhere: a server keeps no secret for that. */
function moves({texts, config}: Source, before: Json): boolean {
  const there = (before['config'] ?? {}) as Json;
  const textOf = (value: unknown) => (isNothing(value) ? '' : String(value));
  return (
    texts['type'] !== before['type'] ||
    sourcePlaces.some(key => key in config && textOf(config[key]) !== textOf(there[key]))
  );
}

function changesOf(
  {texts, config}: Source,
  {json, secrets: there}: SourceThere,
  written: readonly (readonly [string, unknown])[],
  isApplied: boolean,
): string[] {
  const isSecret = new Set(written.map(([name]) => name));
  const plain = Object.fromEntries(Object.entries(config).filter(([name]) => !isSecret.has(name)));
  return [
    ...changesIn(json, texts),
    ...changesIn((json['config'] ?? {}) as Json, plain, 'config.'),
    ...written.flatMap(([name, value]) => {
      if (value === null) return there.has(name) ? [`config.${name}: (secret) -> (nothing)`] : [];
      return there.has(name) && isApplied ? [] : [`config.${name}: ${String(value)}`];
    }),
  ];
}

/** What a file does not mention stays; the server keeps secrets by itself. */
function bodyOf({name, texts, config}: Source, before: Json): Json {
  const there = (before['config'] ?? {}) as Json;
  const kept = ['schedule', 'maxDeletes'].filter(one => before[one] !== undefined);
  return {
    name,
    ...Object.fromEntries(kept.map(one => [one, before[one]])),
    ...Object.fromEntries(
      Object.entries(texts).map(([key, value]) => [key, isNothing(value) ? '' : value]),
    ),
    config: {
      ...there,
      ...Object.fromEntries(
        Object.entries(config).map(([key, value]) => [key, isNothing(value) ? null : value]),
      ),
    },
  };
}

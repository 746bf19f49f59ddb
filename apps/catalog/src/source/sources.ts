import {AppError, hasAdministrators, sourcePlaces} from '@gazetteer/model';
import {
  metadataSourceOf,
  metadataSources,
  removeMetadataSource,
  removeTasks,
  saveMetadataSource,
  type GraphRead,
  type MetadataSource,
} from '@gazetteer/store';
import {imports} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {change, query} from '../operation.ts';
import {nextRun} from '@gazetteer/server/schedule';
import * as shapes from './shapes.ts';
import {lastRunsOf, listedRun, runJson, runsOf, type SourceRunJson} from './source-task.ts';

const maxSources = 500;

type SourceJson = Omit<MetadataSource, 'secrets' | 'nextRunTime' | 'lastRun'> & {
  readonly secrets: readonly string[];
  readonly nextRunTime?: number;
  readonly lastRun?: SourceRunJson;
};

/** GET /sources */
export const listSources = query('GET /v2/sources', {
  summary: 'Sources that the catalog reads',
  description: 'For administrators. Each with its last run. An addition to the Atlas API.',
  answer: shapes.sources,
  errors: ['NOT_ALLOWED'],
  may: imports,
  logAs: 'Sources.list',
  run: async (graph, _input, c): Promise<{sources: SourceJson[]}> => {
    administratorsOnly(c);
    const all = await metadataSources(graph);
    const runs = await lastRunsOf(graph, all);
    const lastOf = (name: string) => {
      const run = runs.get(name);
      return run === undefined ? undefined : listedRun(run);
    };
    return {sources: all.map(one => sourceJson(one, lastOf(one.name)))};
  },
});

/** GET /sources/{name} @throws NOT_FOUND */
export const readSource = query('GET /v2/sources/{name}', {
  summary: 'A source',
  description: 'For administrators. Secrets are told by their names alone.',
  answer: shapes.source,
  errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  may: imports,
  logAs: 'Sources.get',
  run: async (graph, {name}, c): Promise<SourceJson> => {
    administratorsOnly(c);
    return await read(graph, name);
  },
});

/** What a source is given. */
export type GivenSource = Pick<MetadataSource, 'name' | 'type' | 'config'> & {
  /** Keys whose values are taken away, secrets as well. */
  readonly removed: readonly string[];
};

/** The same, checked: which of its keys are secret is known. */
export type CheckedSource = GivenSource & {
  readonly secrets: readonly string[];
  readonly schedule: string;
  readonly maxDeletes: number;
};

/**
 * Adds a source, or changes the one of this name.
 * @throws CONFLICT for a new one whose name is taken, or one too many, NOT_FOUND for none to change
 */
export const saveSource = change({
  may: imports,
  logAs: 'Sources.save',
  run: async (
    tx,
    {source: {secrets, removed, ...given}, isNew}: {source: CheckedSource; isNew: boolean},
    c,
  ): Promise<SourceJson> => {
    administratorsOnly(c);
    const before = await metadataSourceOf(tx, given.name);
    if (isNew && before !== undefined)
      throw new AppError('CONFLICT', [`There is a source ${given.name}`]);
    if (!isNew && before === undefined) throw missing(given.name);
    if (isNew && (await metadataSources(tx)).length >= maxSources)
      throw new AppError('CONFLICT', [`There are ${maxSources} sources, which is the limit`]);
    const {userName} = c.actor;
    const now = Date.now();
    const config = Object.entries(given.config);
    const isSecret = (name: string) => secrets.includes(name);
    await saveMetadataSource(tx, {
      ...given,
      config: Object.fromEntries(config.filter(([name]) => !isSecret(name))),
      secrets: {
        ...keptSecrets(before, {...given, removed}),
        ...Object.fromEntries(
          config.filter(([name]) => isSecret(name)).map(([name, value]) => [name, String(value)]),
        ),
      },
      nextRunTime: nextRun(given.schedule, now),
      lastRun: before?.lastRun ?? '',
      createdBy: before?.createdBy ?? userName,
      createdTime: before?.createdTime ?? now,
      updatedBy: userName,
      updatedTime: now,
    });
    return await read(tx, given.name);
  },
});

/** DELETE /sources/{name} @throws NOT_FOUND */
export const deleteSource = change('DELETE /v2/sources/{name}', {
  summary: 'Remove a source',
  description: 'With its history. What it has brought stays in the catalog.',
  errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  may: imports,
  logAs: 'Sources.delete',
  run: async (tx, {name}, c): Promise<void> => {
    administratorsOnly(c);
    await there(tx, name);
    // Its process ends when it finds that nothing is known of the run.
    const own = (await runsOf(tx, name)).map(one => one.guid);
    if (own.length > 0) await removeTasks(tx, own);
    await removeMetadataSource(tx, name);
  },
});

/** The secrets that a source keeps, for a check or a test of what is about to be saved. */
export const secretsOfSource = query({
  may: imports,
  logAs: 'Sources.test',
  run: async (graph, given: GivenSource, c): Promise<Readonly<Record<string, string>>> => {
    administratorsOnly(c);
    return keptSecrets(await metadataSourceOf(graph, given.name), given);
  },
});

/** Those that were there, are not given anew or taken away, and stay where they were. */
function keptSecrets(
  before: MetadataSource | undefined,
  {type, config, removed}: GivenSource,
): Readonly<Record<string, string>> {
  const isThere = sourcePlaces.every(key => String(before?.config[key]) === String(config[key]));
  if (before?.type !== type || !isThere) return {};
  const secrets = Object.entries(before.secrets);
  return Object.fromEntries(
    secrets.filter(([key]) => !removed.includes(key) && config[`${key}-file`] === undefined),
  );
}

/**
 * Sources reach whatever the server reaches, files as well: beside the privilege to import, which
 * everybody has without a policy, they are for administrators.
 * @throws NOT_ALLOWED
 */
export function administratorsOnly({actor}: Context): void {
  if (!hasAdministrators(actor.groups))
    throw new AppError('NOT_ALLOWED', ['Only administrators manage sources']);
}

/** @throws NOT_FOUND */
export async function there(graph: GraphRead, name: string): Promise<MetadataSource> {
  const found = await metadataSourceOf(graph, name);
  if (found === undefined) throw missing(name);
  return found;
}

const missing = (name: string) => new AppError('NOT_FOUND', [`There is no source ${name}`]);

async function read(graph: GraphRead, name: string): Promise<SourceJson> {
  const stored = await there(graph, name);
  const run = (await lastRunsOf(graph, [stored])).get(name);
  return sourceJson(stored, run === undefined ? undefined : runJson(run));
}

function sourceJson(
  {secrets, nextRunTime, lastRun: _guid, ...rest}: MetadataSource,
  lastRun: SourceRunJson | undefined,
): SourceJson {
  return {
    ...rest,
    secrets: Object.keys(secrets),
    ...(nextRunTime === 0 ? {} : {nextRunTime}),
    ...(lastRun === undefined ? {} : {lastRun}),
  };
}

import {AppError} from '@gazetteer/model';
import type {Actor} from '@gazetteer/server';
import type {EditorConfig} from '../../config/editor-config.ts';
import {isAdmin} from '@gazetteer/server';
import {livyClientOf} from '../../livy/livy-client.ts';
import {JsonCallError} from '../../net/json-client.ts';
import type {Job, JobFilter, JobList, JobSource} from './job.ts';
import {LivyJobs} from './livy-jobs.ts';
import {YarnJobs} from './yarn-jobs.ts';

/** The clusters that people see the jobs of, and what they may do there. */
export type JobBrowser = {
  readonly sources: ReadonlyMap<string, JobSource>;
  /** Everybody sees everybody's jobs, as far as the cluster lets them. */
  readonly isShared: boolean;
  readonly mayKill: boolean;
  readonly maxJobs: number;
};

const callTimeoutMs = 30_000;

export function openJobBrowser(config: EditorConfig): JobBrowser {
  const {jobbrowser, desktop} = config;
  const clusters = config.yarnClusters;
  const sources: JobSource[] = [];
  if (clusters.length > 0) {
    sources.push(
      new YarnJobs({
        urls: clusters.map(({resourcemanager_api_url: url}) => url),
        isKerberised: clusters.some(({security_enabled}) => security_enabled),
        serviceUser: desktop.default_user,
        timeoutMs: callTimeoutMs,
      }),
    );
  }
  const livy = livyClientOf(config);
  if (livy !== undefined)
    sources.push(new LivyJobs(livy, 'sessions'), new LivyJobs(livy, 'batches'));
  return {
    sources: new Map(sources.map(source => [source.interfaceName, source])),
    isShared: jobbrowser.share_jobs,
    mayKill: !jobbrowser.disable_killing_jobs,
    maxJobs: jobbrowser.max_job_fetch,
  };
}

/** @throws AppError where no such cluster is configured */
export function sourceOf({sources}: JobBrowser, interfaceName: string): JobSource {
  const source = sources.get(interfaceName === 'livy-job' ? 'livy-batches' : interfaceName);
  if (source !== undefined) return source;
  const known =
    sources.size === 0 ? 'No cluster is configured' : `There are ${[...sources.keys()].join(', ')}`;
  throw new AppError('BAD_REQUEST', [`Interface ${interfaceName} is unknown. ${known}`]);
}

/**
 * All that fit, as far as one list of the cluster goes; the newest first where the cluster knows
 * times.
 */
export async function listJobs(
  browser: JobBrowser,
  actor: Actor,
  interfaceName: string,
  filter: JobFilter,
): Promise<JobList> {
  const source = sourceOf(browser, interfaceName);
  const user = browser.isShared || isAdmin(actor) ? filter.user : actor.userName;
  return await told(source.list(actor.userName, {...filter, user}, browser.maxJobs));
}

/** @throws AppError for what is not there, or not the actor's to see */
export async function readJob(
  browser: JobBrowser,
  actor: Actor,
  interfaceName: string,
  id: string,
): Promise<{job: Job; details: object; canKill: boolean}> {
  const found = await told(sourceOf(browser, interfaceName).read(actor.userName, id));
  const isVisible = browser.isShared || isAdmin(actor) || found?.job.user === actor.userName;
  if (found === undefined || !isVisible)
    throw new AppError('BAD_REQUEST', [`There is no job ${id}`]);
  return {...found, canKill: canKill(browser, actor, found.job)};
}

/** The owner and the administrators may; the cluster has the last word. */
export function canKill({mayKill}: JobBrowser, actor: Actor, job: Job): boolean {
  return mayKill && job.outcome === 'running' && (job.user === actor.userName || isAdmin(actor));
}

export async function killJob(
  browser: JobBrowser,
  actor: Actor,
  interfaceName: string,
  id: string,
): Promise<void> {
  const {job} = await readJob(browser, actor, interfaceName, id);
  if (job.outcome !== 'running') return;
  if (!canKill(browser, actor, job)) {
    const why = browser.mayKill ? `it belongs to ${job.user}` : 'killing jobs is switched off here';
    throw new AppError('BAD_REQUEST', [`${id} cannot be killed: ${why}`], {fields: {code: 403}});
  }
  await told(sourceOf(browser, interfaceName).kill(actor.userName, job.id));
}

export async function readLogs(
  browser: JobBrowser,
  actor: Actor,
  interfaceName: string,
  id: string,
): Promise<Readonly<Record<string, string>>> {
  await readJob(browser, actor, interfaceName, id);
  return await told(sourceOf(browser, interfaceName).logs(actor.userName, id));
}

/** What the cluster says becomes an answer in the envelope. */
async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof JsonCallError)) throw error;
    throw new AppError('STATEMENT_FAILED', [error.message], {cause: error});
  }
}

import {also, form} from '@gazetteer/kernel';
import {
  merged,
  number,
  object,
  type ObjectField,
  text,
  word,
  words,
} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import {isAdmin} from '@gazetteer/server';
import {status} from '../http/envelope.ts';
import {type Caller, change, query, stream} from '../operation.ts';
import type {Editor} from '../editor.ts';
import {type JobFilter, type JobOutcome, jobOutcomes} from './cluster/job.ts';
import {canKill, killJob, listJobs, readJob, readLogs} from './cluster/job-browser.ts';
import {detailsJson, jobJson, oldJobJson} from './job-json.ts';
import {appDetails, apps, interfaces, jobLogs, killed, oldJobs, oldKilled} from './shapes.ts';

const maxOldJobs = 1000;
const face = {interface: word('`jobs` (YARN), `livy-sessions` or `livy-batches`', 'jobs')};
const id = {app_id: word('Id of the job')};
const filters = {
  filters: merged(
    '`[{"text": "user:x id:y words"}, {"states": [...]}, {"time": {...}}, {"pagination": {"page", "limit"}}]`',
  ),
};
const chosen = {app_ids: words('Ids of the jobs'), operation: object('Its `action` is `kill`')};

const list = query('POST /jobs', {
  summary: 'Jobs of a cluster',
  description: 'As far as the cluster lets the caller see them.',
  body: form({...face, ...filters}),
  answer: apps,
  run: async ({jobs}, {interface: name, filters: given}, {actor}) => {
    const {jobs: found, isCut} = await listJobs(jobs, actor, name, filterIn(given));
    const shown = pageOf(found, given).map(job => jobJson(job, canKill(jobs, actor, job)));
    return {status: status.ok, apps: shown, total: found.length, is_cut: isCut};
  },
});

const read = query('POST /job', {
  summary: 'A job of a cluster',
  description: 'With all that the cluster tells of it.',
  body: form({...face, ...id}),
  answer: appDetails,
  run: async ({jobs}, {interface: name, app_id}, {actor}) => {
    const found = await readJob(jobs, actor, name, app_id);
    const properties = detailsJson({...found.details, diagnostics: found.job.diagnostics});
    return {status: status.ok, app: {...jobJson(found.job, found.canKill), properties}};
  },
});

/** Each is tried; which ones did not work, and why, is told. */
const act = change('POST /job/action', {
  summary: 'Kill jobs',
  description:
    'Each is tried. Owners kill their own, administrators all, as far as the cluster lets them.',
  body: form({...face, ...chosen}),
  answer: killed,
  run: async (e, {interface: name, operation, app_ids}, {actor}) => {
    const action = String(operation['action'] ?? '');
    if (action !== 'kill') {
      throw new AppError('NOT_SUPPORTED', [`There is no action ${action} on jobs, only kill`]);
    }
    const [kills, failures]: [string[], string[]] = [[], []];
    for (const one of app_ids) {
      try {
        await kill(e, actor, name, one);
        kills.push(one);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failures.push(error.message);
      }
    }
    const isFine = failures.length === 0;
    return {
      status: isFine ? status.ok : status.failed,
      operation: {action},
      kills,
      message: isFine ? `Killed: ${kills.join(', ')}` : failures.join('; '),
    };
  },
});

const logs = query('POST /job/logs', {
  summary: 'Logs of a job',
  description: 'What the cluster does not keep any more is absent.',
  body: form({...face, ...id, name: word('Which log', 'default')}),
  answer: jobLogs,
  run: async ({jobs}, {interface: name, app_id, name: wanted}, {actor}) => {
    const all = await readLogs(jobs, actor, name, app_id);
    const first = Object.keys(all)[0] ?? '';
    return {
      status: status.ok,
      logs: {logs: all[wanted] ?? all[first] ?? '', logsList: Object.keys(all)},
    };
  },
});

/** The job browser's calls, in the shapes of the reference. */
export const jobOperations = {
  listJobs: list,
  listJobsOf: also(
    'POST /jobs/{face}',
    list,
    {
      summary: 'Jobs of a cluster',
      description: 'The kind of jobs is in the path.',
      body: form(filters),
      answer: apps,
    },
    ({face: name, ...input}) => ({...input, interface: name}),
  ),
  readJob: read,
  readJobOf: also(
    'POST /job/{face}',
    read,
    {
      summary: 'A job of a cluster',
      description: 'The kind of jobs is in the path.',
      body: form(id),
      answer: appDetails,
    },
    ({face: name, ...input}) => ({...input, interface: name}),
  ),
  actOnJobs: act,
  actOnJobsOf: also(
    'POST /job/action/{face}/{action}',
    act,
    {
      summary: 'Kill jobs',
      description: 'The kind of jobs and `kill` are in the path.',
      body: form(chosen),
      answer: killed,
    },
    ({face: name, action, ...input}) => ({...input, interface: name, operation: {action}}),
  ),
  readLogs: logs,
};

const oldList = query('POST /jobs', {
  summary: 'Jobs of YARN, in the oldest form',
  description: 'For scripts of many years ago.',
  body: form({
    user: text('Whose'),
    state: text('`running`, `completed`, `failed`, `killed` or `all`'),
    text: text('A part of id or name'),
    time_value: number('How many of them', 7, 36_500),
    time_unit: text('`days`, `hours` or `minutes`', 'days'),
  }),
  answer: oldJobs,
  run: async ({jobs, log}, {user, state, text: part, time_value, time_unit}, {actor}) => {
    const filter: JobFilter = {
      user,
      text: part,
      outcomes: outcomesIn(state === '' || state === 'all' ? [] : [state]),
      startedAfter: Date.now() - time_value * unitMs(time_unit),
    };
    try {
      const found = await listJobs(jobs, actor, 'jobs', filter);
      return {
        jobs: found.jobs
          .slice(0, maxOldJobs)
          .map(job => oldJobJson(job, canKill(jobs, actor, job))),
      };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'STATEMENT_FAILED') throw error;
      log.warn({error}, 'resource manager cannot be asked');
      throw new AppError(
        'STATEMENT_FAILED',
        ['Resource Manager cannot be contacted or might be down.'],
        {
          cause: error,
        },
      );
    }
  },
});

const oldKill = change('POST /jobs/{id}/kill', {
  summary: 'Kill a job of YARN, in the oldest form',
  description: 'For scripts of many years ago.',
  answer: oldKilled,
  run: async (e, {id: job}, {actor}) => {
    await kill(e, actor, 'jobs', job);
    return {status: status.ok};
  },
});

export const oldJobOperations = {listOldJobs: oldList, killOldJob: oldKill};

/** Addresses that older answers and bookmarks hold: they lead to the page of a job. */
export const oldJobPages = [
  stream(
    'GET /jobs/{id}',
    {summary: 'Leads to the page of a job', description: 'For bookmarks.', status: 302},
    ({id: job}, _request, reply) => reply.redirect(pageOfJob(job)),
  ),
  stream(
    'GET /jobs/{id}/single_logs',
    {summary: 'Leads to the logs of a job', description: 'For bookmarks.', status: 302},
    ({id: job}, _request, reply) => reply.redirect(`${pageOfJob(job)}&part=logs`),
  ),
];

export const interfaceOperations = {
  listInterfaces: query('GET /jobbrowser/interfaces', {
    summary: 'Kinds of jobs that are configured',
    description: 'And what the caller may do with them.',
    answer: interfaces,
    run: async ({jobs}, _input, {actor}) => ({
      interfaces: [...jobs.sources.keys()],
      maxJobs: jobs.maxJobs,
      mayKill: jobs.mayKill,
      isAdmin: isAdmin(actor),
    }),
  }),
};

async function kill(
  {jobs, log}: Editor,
  actor: Caller['actor'],
  interfaceName: string,
  id: string,
): Promise<void> {
  await killJob(jobs, actor, interfaceName, id);
  log.info({user: actor.userName, job: id}, 'job killed');
}

/** A job of MapReduce has the number of its application. */
function pageOfJob(job: string): string {
  return `/jobbrowser/?view=jobs&id=${encodeURIComponent(job.replace(/^job_/, 'application_'))}`;
}

/** `{"pagination": {"page", "limit"}}` of the filters; pages are counted from 1. */
function pageOf<T>(all: readonly T[], filters: ObjectField): readonly T[] {
  const {page, limit} = (filters['pagination'] ?? {}) as {page?: unknown; limit?: unknown};
  const size = Math.trunc(Number(limit));
  if (!(size > 0)) return all;
  const first = (Math.max(1, Math.trunc(Number(page)) || 1) - 1) * size;
  return all.slice(first, first + size);
}

/**
 * `[{"text": "user:x id:y"}, {"time": {...}}, {"states": [...]}, {"pagination": {...}}]`, or one
 * object of these.
 */
function filterIn(given: ObjectField): JobFilter {
  const text = typeof given['text'] === 'string' ? given['text'] : '';
  const user = /(?:^|\s)user:(\S*)/.exec(text)?.[1] ?? '';
  const id = /(?:^|\s)id:(\S+)/.exec(text)?.[1];
  const rest = text.replaceAll(/(?:^|\s)(?:user|id):\S*/g, ' ').trim();
  const states = Array.isArray(given['states'])
    ? given['states'].filter(state => typeof state === 'string')
    : [];
  const time = given['time'] as {time_value?: unknown; time_unit?: unknown} | undefined;
  const value = Number(time?.time_value ?? 0);
  return {
    user,
    text: id ?? rest,
    outcomes: outcomesIn(states),
    startedAfter:
      value > 0 ? Date.now() - value * unitMs(String(time?.time_unit ?? 'days')) : undefined,
  };
}

function outcomesIn(states: readonly string[]): JobOutcome[] {
  const wanted = states.flatMap(state => jobOutcomes.filter(outcome => outcome === state));
  // People who ask for failed jobs mean those that were killed as well.
  return [
    ...new Set(
      wanted.flatMap((outcome): JobOutcome[] =>
        outcome === 'failed' ? ['failed', 'killed'] : [outcome],
      ),
    ),
  ];
}

function unitMs(unit: string): number {
  return unit.startsWith('minute') ? 60_000 : unit.startsWith('hour') ? 3_600_000 : 86_400_000;
}

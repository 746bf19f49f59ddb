import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Editor} from '../editor.ts';
import {answerCall} from '../editor-api/answer-call.ts';
import {ApiError, type Json, status} from '../editor-api/envelope.ts';
import type {Fields} from '../editor-api/fields.ts';
import {restRoutes} from '../http/rest.ts';
import {isAdmin} from '../login/is-admin.ts';
import {type JobFilter, type JobOutcome, jobOutcomes} from './job.ts';
import {canKill, killJob, listJobs, readJob, readLogs} from './job-browser.ts';
import {detailsJson, jobJson, oldJobJson} from './job-json.ts';

const maxOldJobs = 1000;

type Call = (e: Editor, request: FastifyRequest, fields: Fields, interfaceName: string) => Promise<Json>;

/** The job browser's calls, in the shapes of the reference. */
export function jobRoutes(app: FastifyInstance, e: Editor): void {
  const post = (url: string, call: Call) =>
    app.post(url, (request: FastifyRequest, reply: FastifyReply) => {
      const named = (request.params as {face?: string}).face;
      return answerCall(e, request, reply, fields =>
        call(e, request, fields, named ?? fields.word('interface', 'jobs')),
      );
    });
  post('/jobbrowser/jobs', oldList);
  for (const prefix of ['/jobbrowser/api', '/api/v1/jobbrowser']) {
    for (const suffix of ['', '/:face']) {
      post(`${prefix}/jobs${suffix}`, list);
      post(`${prefix}/job${suffix}`, read);
    }
    post(`${prefix}/job/action`, act);
    post(`${prefix}/job/action/:face/:action`, act);
    post(`${prefix}/job/logs`, logs);
  }
  post('/jobbrowser/jobs/:id/kill', oldKill);
  // Addresses that older answers and bookmarks hold.
  app.get<{Params: {id: string}}>('/jobbrowser/jobs/:id', ({params}, reply) => reply.redirect(pageOfJob(params.id)));
  app.get<{Params: {id: string}}>('/jobbrowser/jobs/:id/single_logs', ({params}, reply) =>
    reply.redirect(`${pageOfJob(params.id)}&part=logs`),
  );
  restRoutes(app, {
    'GET /api/v1/jobbrowser/interfaces': async ({actor}) => ({
      interfaces: [...e.jobs.sources.keys()],
      maxJobs: e.jobs.maxJobs,
      mayKill: e.jobs.mayKill,
      isAdmin: isAdmin(actor),
    }),
  });
}

/** A job of MapReduce has the number of its application. */
function pageOfJob(id: string): string {
  return `/jobbrowser/?view=jobs&id=${encodeURIComponent(id.replace(/^job_/, 'application_'))}`;
}

const oldKill: Call = async (e, request) => {
  const {id} = request.params as {id: string};
  await killJob(e.jobs, request.actor, 'jobs', id);
  e.log.info({user: request.actor.userName, job: id}, 'job killed');
  return {status: status.ok};
};

/** The oldest form, whose failures have a text of their own. */
const oldList: Call = async ({jobs, log}, {actor}, fields) => {
  const state = fields.text('state');
  const days = fields.number('time_value', 7, 36_500);
  const filter: JobFilter = {
    user: fields.text('user'),
    text: fields.text('text'),
    outcomes: outcomesIn(state === '' || state === 'all' ? [] : [state]),
    startedAfter: Date.now() - days * unitMs(fields.text('time_unit', 'days')),
  };
  try {
    const found = await listJobs(jobs, actor, 'jobs', filter);
    return {jobs: found.jobs.slice(0, maxOldJobs).map(job => oldJobJson(job, canKill(jobs, actor, job)))};
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== status.queryFailed) throw error;
    log.warn({error}, 'resource manager cannot be asked');
    throw new ApiError(
      status.queryFailed,
      'Resource Manager cannot be contacted or might be down.',
      {},
      {cause: error},
    );
  }
};

const list: Call = async ({jobs}, {actor}, fields, face) => {
  const {jobs: found, isCut} = await listJobs(jobs, actor, face, filterIn(fields));
  const apps = pageOf(found, fields).map(job => jobJson(job, canKill(jobs, actor, job)));
  return {status: status.ok, apps, total: found.length, is_cut: isCut};
};

const read: Call = async ({jobs}, {actor}, fields, face) => {
  const found = await readJob(jobs, actor, face, fields.word('app_id'));
  const properties = detailsJson({...found.details, diagnostics: found.job.diagnostics});
  return {status: status.ok, app: {...jobJson(found.job, found.canKill), properties}};
};

/** Each is tried; which ones did not work, and why, is told. */
const act: Call = async (e, request, fields, face) => {
  const {action: inPath} = request.params as {action?: string};
  const action = inPath ?? String(fields.object('operation')['action'] ?? '');
  if (action !== 'kill') throw new ApiError(status.notSupported, `There is no action ${action} on jobs, only kill`);
  const ids = fields.words('app_ids');
  const [kills, failures]: [string[], string[]] = [[], []];
  for (const id of ids) {
    try {
      await killJob(e.jobs, request.actor, face, id);
      kills.push(id);
      e.log.info({user: request.actor.userName, job: id}, 'job killed');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
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
};

const logs: Call = async ({jobs}, {actor}, fields, face) => {
  const all = await readLogs(jobs, actor, face, fields.word('app_id'));
  const name = fields.word('name', 'default');
  const first = Object.keys(all)[0] ?? '';
  return {status: status.ok, logs: {logs: all[name] ?? all[first] ?? '', logsList: Object.keys(all)}};
};

/** `{"pagination": {"page", "limit"}}` of the filters; pages are counted from 1. */
function pageOf<T>(all: readonly T[], fields: Fields): readonly T[] {
  const {page, limit} = (fields.merged('filters')['pagination'] ?? {}) as {page?: unknown; limit?: unknown};
  const size = Math.trunc(Number(limit));
  if (!(size > 0)) return all;
  const first = (Math.max(1, Math.trunc(Number(page)) || 1) - 1) * size;
  return all.slice(first, first + size);
}

/** `[{"text": "user:x id:y"}, {"time": {...}}, {"states": [...]}, {"pagination": {...}}]`, or one object of these. */
function filterIn(fields: Fields): JobFilter {
  const given = fields.merged('filters');
  const text = typeof given['text'] === 'string' ? given['text'] : '';
  const user = /(?:^|\s)user:(\S*)/.exec(text)?.[1] ?? '';
  const id = /(?:^|\s)id:(\S+)/.exec(text)?.[1];
  const rest = text.replaceAll(/(?:^|\s)(?:user|id):\S*/g, ' ').trim();
  const states = Array.isArray(given['states']) ? given['states'].filter(state => typeof state === 'string') : [];
  const time = given['time'] as {time_value?: unknown; time_unit?: unknown} | undefined;
  const value = Number(time?.time_value ?? 0);
  return {
    user,
    text: id ?? rest,
    outcomes: outcomesIn(states),
    startedAfter: value > 0 ? Date.now() - value * unitMs(String(time?.time_unit ?? 'days')) : undefined,
  };
}

function outcomesIn(states: readonly string[]): JobOutcome[] {
  const wanted = states.flatMap(state => jobOutcomes.filter(outcome => outcome === state));
  // People who ask for failed jobs mean those that were killed as well.
  return [
    ...new Set(wanted.flatMap((outcome): JobOutcome[] => (outcome === 'failed' ? ['failed', 'killed'] : [outcome]))),
  ];
}

function unitMs(unit: string): number {
  return unit.startsWith('minute') ? 60_000 : unit.startsWith('hour') ? 3_600_000 : 86_400_000;
}

import type {Json} from '../http/envelope.ts';
import {jsonCell} from '../result/formats/result-format.ts';
import type {Job, JobOutcome} from './cluster/job.ts';

const apiStatuses: Readonly<Record<JobOutcome, string>> = {
  running: 'RUNNING',
  completed: 'SUCCEEDED',
  failed: 'FAILED',
  killed: 'FAILED',
};

/** A job as the pages of the job browser take it. */
export function jobJson(job: Job, canWrite: boolean): Json {
  return {
    id: job.id,
    name: job.name,
    type: job.type,
    status: job.state,
    apiStatus: apiStatuses[job.outcome],
    user: job.user,
    progress: job.progress,
    queue: job.queue,
    duration: durationMs(job) ?? null,
    submitted: job.startedAt === undefined ? null : new Date(job.startedAt).toISOString(),
    finished: job.finishedAt === undefined ? null : new Date(job.finishedAt).toISOString(),
    canWrite,
    url: job.url ?? '',
    diagnostics: job.diagnostics,
  };
}

/**
 * What a manager tells beyond that, with all digits: memory without a limit is 2^63 - 1 to YARN.
 */
export function detailsJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(detailsJson);
  if (value === null || typeof value !== 'object') return jsonCell(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, detailsJson(one)]));
}

/** A job as the oldest call has it. What only the first MapReduce knew is left empty. */
export function oldJobJson(job: Job, canKill: boolean): Json {
  const percent = job.outcome === 'completed' ? 100 : job.progress;
  const duration = durationMs(job) ?? 0;
  return {
    id: job.id,
    shortId: job.id.replace(/^application_\d+_/, ''),
    name: job.name,
    status: job.outcome === 'completed' ? 'SUCCEEDED' : job.state,
    yarnStatus: job.state,
    url: `/jobbrowser/jobs/${job.id}`,
    logs: `/jobbrowser/jobs/${job.id}/single_logs`,
    queueName: job.queue,
    priority: '',
    user: job.user,
    isRetired: false,
    isMR2: true,
    progress: percent,
    mapProgress: '',
    reduceProgress: '',
    setupProgress: '',
    cleanupProgress: '',
    desiredMaps: null,
    desiredReduces: null,
    applicationType: job.type,
    type: job.type,
    mapsPercentComplete: percent,
    finishedMaps: null,
    finishedReduces: null,
    reducesPercentComplete: percent,
    jobFile: '',
    launchTimeMs: job.startedAt ?? 0,
    launchTimeFormatted: formatted(job.startedAt),
    startTimeMs: job.startedAt ?? 0,
    startTimeFormatted: formatted(job.startedAt),
    finishTimeMs: job.finishedAt ?? 0,
    finishTimeFormatted: formatted(job.finishedAt),
    durationFormatted: durationText(duration),
    durationMs: duration,
    canKill,
    killUrl: canKill ? `/jobbrowser/jobs/${job.id}/kill` : '',
    diagnostics: job.diagnostics,
    trackingUrl: job.url ?? '',
  };
}

function durationMs({startedAt, finishedAt}: Job): number | undefined {
  return startedAt === undefined ? undefined : Math.max(0, (finishedAt ?? Date.now()) - startedAt);
}

function formatted(time: number | undefined): string {
  return time === undefined ? '' : new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}

/** `1d 2h:3m:4s`, without what is nothing at its front. */
function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [
    `${Math.floor(seconds / 3600) % 24}h`,
    `${Math.floor(seconds / 60) % 60}m`,
    `${seconds % 60}s`,
  ];
  while (parts.length > 1 && parts[0]?.startsWith('0')) parts.shift();
  const days = Math.floor(seconds / 86_400);
  return days > 0 ? `${days}d ${parts.join(':')}` : parts.join(':');
}

/** A job that a server's log tells of. */
export type Job = {
  readonly name: string;
  readonly url: string;
  readonly started: boolean;
  readonly finished: boolean;
  readonly percentJob?: number;
};

/** 5 to 99, as far as the log of a running statement tells. */
export function progressOf(dialect: string, log: string): number {
  if (dialect === 'impala')
    return atMost99(Number(lastOf(/(?<!\d)(\d+)% Complete/g, log)?.[1] ?? 0));
  const total = Number(lastOf(/Total jobs = (\d+)/gi, log)?.[1] ?? 0);
  if (total === 0) return /hive|main|llap/.test(dialect) ? 5 : 50;
  const steps = count(/Starting Job = /g, log) + count(/Ended Job = /g, log);
  return atMost99(Math.max(5, Math.trunc((100 * steps) / (2 * total))));
}

/** Jobs of MapReduce and applications of YARN, in the order in which they began. */
export function jobsOf(log: string): Job[] {
  const jobs = new Map<string, Job>();
  for (const [, name = '', url = ''] of log.matchAll(
    /Starting Job = (job_\d+_\d+)(?:, Tracking URL = (\S+))?/g,
  )) {
    const finished = log.includes(`Ended Job = ${name}`);
    jobs.set(name, {name, url, started: true, finished});
  }
  for (const [name] of log.matchAll(/application_\d+_\d+/g)) {
    // The application of a job has its number.
    if (!jobs.has(name) && !jobs.has(name.replace('application', 'job'))) {
      jobs.set(name, {name, url: '', started: true, finished: false});
    }
  }
  return [...jobs.values()];
}

function lastOf(pattern: RegExp, text: string): RegExpExecArray | undefined {
  return [...text.matchAll(pattern)].at(-1);
}

function count(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].length;
}

function atMost99(percent: number): number {
  return Math.min(99, percent);
}

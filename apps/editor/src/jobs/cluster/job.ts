/** A piece of work on a cluster, whatever runs it. Times are epoch milliseconds. */
export type Job = {
  readonly id: string;
  readonly name: string;
  /** Such as `MAPREDUCE`, `SPARK`, `TEZ`. */
  readonly type: string;
  /** The manager's own word. */
  readonly state: string;
  readonly outcome: JobOutcome;
  readonly user: string;
  readonly queue: string;
  /** 0 to 100. */
  readonly progress: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** Page of the manager or of the job itself. */
  readonly url: string | undefined;
  readonly diagnostics: string;
};

export const jobOutcomes = ['running', 'completed', 'failed', 'killed'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

export type JobFilter = {
  /** '' for all. */
  readonly user: string;
  /** Part of id or name. */
  readonly text: string;
  /** None for all. */
  readonly outcomes: readonly JobOutcome[];
  readonly startedAfter: number | undefined;
};

/**
 * `isCut`: the manager has more than the `most` that were asked for, so jobs that fit may be
 * missing.
 */
export type JobList = {readonly jobs: readonly Job[]; readonly isCut: boolean};

/**
 * Where jobs run: one tab of the job browser. Everything is asked as the person who is logged in.
 */
export interface JobSource {
  /** Part of the address: `jobs`, `livy-sessions`, `livy-batches`. */
  readonly interfaceName: string;
  list(user: string, filter: JobFilter, most: number): Promise<JobList>;
  /** Undefined for a job that is not there. `details` are the manager's own words. */
  read(
    user: string,
    id: string,
  ): Promise<{readonly job: Job; readonly details: object} | undefined>;
  kill(user: string, id: string): Promise<void>;
  /** By the names of the logs; what is not there any more is absent. */
  logs(user: string, id: string): Promise<Readonly<Record<string, string>>>;
}

export function isWanted(job: Job, {user, text, outcomes, startedAfter}: JobFilter): boolean {
  const words = text.toLowerCase();
  return (
    (user === '' || job.user === user) &&
    (words === '' ||
      job.name.toLowerCase().includes(words) ||
      job.id.toLowerCase().includes(words)) &&
    (outcomes.length === 0 || outcomes.includes(job.outcome)) &&
    (startedAfter === undefined || (job.startedAt ?? Number.MAX_SAFE_INTEGER) >= startedAfter)
  );
}

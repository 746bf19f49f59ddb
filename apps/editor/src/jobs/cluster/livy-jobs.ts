import type {LivyClient, LivyKind, LivySession} from '../../livy/livy-client.ts';
import {
  isWanted,
  type Job,
  type JobFilter,
  type JobList,
  type JobOutcome,
  type JobSource,
} from './job.ts';

const logLines = 10_000;

const outcomes: Readonly<Record<string, JobOutcome>> = {
  success: 'completed',
  error: 'failed',
  dead: 'failed',
  killed: 'killed',
};

/** Spark sessions, or batches, of a Livy server. */
export class LivyJobs implements JobSource {
  readonly interfaceName: string;
  readonly #client: LivyClient;
  readonly #kind: LivyKind;

  constructor(client: LivyClient, kind: LivyKind) {
    this.interfaceName = `livy-${kind}`;
    this.#client = client;
    this.#kind = kind;
  }

  async list(user: string, filter: JobFilter, most: number): Promise<JobList> {
    const all = await this.#client.list(user, this.#kind);
    // The server knows no times: who asks for those of some days gets all.
    const wanted = all
      .map(session => this.#jobOf(session))
      .filter(job => isWanted(job, {...filter, startedAfter: undefined}));
    return {jobs: wanted.toReversed().slice(0, most), isCut: wanted.length > most};
  }

  async read(user: string, id: string): Promise<{job: Job; details: object} | undefined> {
    const number = this.#numberOf(id);
    const session =
      number === undefined ? undefined : await this.#client.read(user, this.#kind, number);
    return session && {job: this.#jobOf(session), details: session};
  }

  async kill(user: string, id: string): Promise<void> {
    const number = this.#numberOf(id);
    if (number !== undefined) await this.#client.delete(user, this.#kind, number);
  }

  async logs(user: string, id: string): Promise<Readonly<Record<string, string>>> {
    const number = this.#numberOf(id);
    if (number === undefined) return {};
    return {log: (await this.#client.log(user, this.#kind, number, 0, logLines)).join('\n')};
  }

  #numberOf(id: string): number | undefined {
    const number = /^(?:livy-)?(\d{1,15})$/.exec(id)?.[1];
    return number === undefined ? undefined : Number(number);
  }

  #jobOf({id, name, state, kind, owner, proxyUser, appInfo, log}: LivySession): Job {
    const outcome = outcomes[state] ?? 'running';
    return {
      id: `livy-${id}`,
      name: name || `${this.#kind === 'batches' ? 'batch' : 'session'} ${id}`,
      type: this.#kind === 'batches' ? 'Batch' : `Session ${kind ?? ''}`.trim(),
      state,
      outcome,
      user: proxyUser || owner || '',
      queue: '',
      progress: outcome === 'running' ? 0 : 100,
      startedAt: undefined,
      finishedAt: undefined,
      url: appInfo?.sparkUiUrl ?? undefined,
      diagnostics: outcome === 'failed' ? (log ?? []).slice(-20).join('\n') : '',
    };
  }
}

import {JsonCallError, JsonClient} from '../../net/json-client.ts';
import {
  isWanted,
  type Job,
  type JobFilter,
  type JobList,
  type JobOutcome,
  type JobSource,
} from './job.ts';
import {logContents} from './yarn-log.ts';

export type YarnOptions = {
  /** Of all resource managers of the cluster, of which one is active. */
  readonly urls: readonly string[];
  readonly isKerberised: boolean;
  /**
   * Who the editor is to the cluster, where there is no Kerberos. It has to be allowed to act for
   * others.
   */
  readonly serviceUser: string;
  readonly timeoutMs: number;
};

/** The fields of an application that are read (`/ws/v1/cluster/apps`). */
type Application = {
  readonly id: string;
  readonly name?: string;
  readonly user?: string;
  readonly queue?: string;
  readonly state?: string;
  readonly finalStatus?: string;
  readonly progress?: number;
  readonly applicationType?: string;
  readonly startedTime?: number;
  readonly finishedTime?: number;
  readonly trackingUrl?: string;
  readonly diagnostics?: string;
  readonly amContainerLogs?: string;
};

const statesOf: Readonly<Record<JobOutcome, readonly string[]>> = {
  running: ['NEW', 'NEW_SAVING', 'SUBMITTED', 'ACCEPTED', 'RUNNING'],
  completed: ['FINISHED'],
  failed: ['FAILED', 'FINISHED'],
  killed: ['KILLED', 'FINISHED'],
};
const maxLogCharacters = 1_000_000;
const logNames = ['stderr', 'stdout', 'syslog'];

/** Applications of a YARN cluster, through the REST API of its resource manager. */
export class YarnJobs implements JobSource {
  readonly interfaceName = 'jobs';
  readonly #options: YarnOptions;
  readonly #clients: readonly JsonClient[];
  /** The one that answered last is asked first. */
  #active = 0;

  constructor(options: YarnOptions) {
    this.#options = options;
    const {isKerberised, timeoutMs} = options;
    this.#clients = options.urls.map(url => new JsonClient({url, isKerberised, timeoutMs}));
  }

  async list(user: string, filter: JobFilter, most: number): Promise<JobList> {
    const states = new Set(filter.outcomes.flatMap(outcome => statesOf[outcome]));
    const query = {
      ...this.#as(user),
      ...(filter.user !== '' && {user: filter.user}),
      ...(states.size > 0 && {states: [...states].join(',')}),
      ...(filter.startedAfter !== undefined && {
        startedTimeBegin: String(Math.floor(filter.startedAfter)),
      }),
      limit: String(most),
    };
    const answer = (await this.#ask(client => client.get('/ws/v1/cluster/apps', query))) as {
      readonly apps?: {readonly app?: readonly Application[]} | null;
    };
    const all = (answer.apps?.app ?? []).map(jobOf);
    const jobs = all
      .filter(job => isWanted(job, filter))
      .sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0));
    return {jobs, isCut: all.length >= most};
  }

  async read(user: string, id: string): Promise<{job: Job; details: object} | undefined> {
    // Anything else could lead to another place of the API, as dots do.
    if (!/^application_\d+_\d+$/.test(id)) return undefined;
    const app = await this.#application(user, id);
    return app === undefined ? undefined : {job: jobOf(app), details: app};
  }

  async kill(user: string, id: string): Promise<void> {
    const path = `/ws/v1/cluster/apps/${encodeURIComponent(id)}/state`;
    await this.#ask(client => client.send('PUT', path, this.#as(user), {state: 'KILLED'}));
  }

  /** Of the application's master, while its node keeps them. */
  async logs(user: string, id: string): Promise<Readonly<Record<string, string>>> {
    const app = await this.#application(user, id);
    const place = /^(https?:\/\/[^/]+)\/node\/containerlogs\/([^/]+)\//.exec(
      app?.amContainerLogs ?? '',
    );
    if (place === null) return {};
    const [, url = '', container = ''] = place;
    const {isKerberised, timeoutMs} = this.#options;
    const node = new JsonClient({url, isKerberised, timeoutMs});
    const logs: Record<string, string> = {};
    for (const name of logNames) {
      try {
        const path = `/ws/v1/node/containers/${container}/logs/${name}`;
        const text = logContents(
          await node.text(path, {...this.#as(user), size: `-${maxLogCharacters}`}),
        );
        if (text !== '') logs[name] = text;
      } catch (error) {
        // A node forgets logs after a while, and not every application writes all of them.
        if (!(error instanceof JsonCallError) || error.status === undefined || error.status >= 500)
          throw error;
      }
    }
    return logs;
  }

  async #application(user: string, id: string): Promise<Application | undefined> {
    try {
      const path = `/ws/v1/cluster/apps/${encodeURIComponent(id)}`;
      const answer = await this.#ask(client => client.get(path, this.#as(user)));
      return (answer as {readonly app?: Application}).app;
    } catch (error) {
      if (error instanceof JsonCallError && (error.status === 404 || error.status === 400))
        return undefined;
      throw error;
    }
  }

  /** Whoever is logged in is who asks; without Kerberos the editor says who it is itself. */
  #as(user: string): Readonly<Record<string, string | undefined>> {
    const {isKerberised, serviceUser} = this.#options;
    return {'user.name': isKerberised ? undefined : serviceUser, doAs: user};
  }

  /**
   * The manager that is active: a standby sends on, or says so. A question is sent to the next one
   * only when the one before has not taken it.
   */
  async #ask<T>(question: (client: JsonClient) => Promise<T>): Promise<T> {
    let failure: unknown = new JsonCallError('No resource manager is configured');
    for (let n = 0; n < this.#clients.length; n++) {
      const place = (this.#active + n) % this.#clients.length;
      try {
        const answer = await question(this.#clients[place] as JsonClient);
        this.#active = place;
        return answer;
      } catch (error) {
        if (!isNotActive(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  }
}

function isNotActive(error: unknown): boolean {
  if (!(error instanceof JsonCallError)) return false;
  const {status} = error;
  return status === undefined || status === 307 || status === 503;
}

function jobOf(app: Application): Job {
  return {
    id: app.id,
    name: app.name ?? app.id,
    type: app.applicationType ?? '',
    state: app.state ?? '',
    outcome: outcomeOf(app),
    user: app.user ?? '',
    queue: app.queue ?? '',
    progress: Math.round(app.progress ?? 0),
    startedAt: app.startedTime || undefined,
    finishedAt: app.finishedTime || undefined,
    url: /^https?:/.test(app.trackingUrl ?? '') ? app.trackingUrl : undefined,
    diagnostics: app.diagnostics?.trim() ?? '',
  };
}

function outcomeOf({state, finalStatus}: Application): JobOutcome {
  if (state === 'KILLED' || finalStatus === 'KILLED') return 'killed';
  if (state === 'FAILED' || finalStatus === 'FAILED') return 'failed';
  return state === 'FINISHED' ? 'completed' : 'running';
}

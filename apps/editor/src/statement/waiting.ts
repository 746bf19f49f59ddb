import type {Statement} from './statement.ts';

/**
 * What a statement waits for before its server has it: one of as many sessions as its user may
 * have, a session that is being opened, or those before it in the session.
 */
export type WaitStep = 'line' | 'session' | 'turn' | 'server';

/** `ahead` is how many statements come first, in the line for a session or in the same session. */
export type WaitingStatement = Pick<Statement, 'uuid' | 'engine' | 'sql' | 'submittedAt'> & {
  readonly step: WaitStep;
  readonly ahead: number;
};

/**
 * How a statement says where it is by now; it is over with `leave`. `signal` tells that nobody
 * wants it any more.
 */
export type WaitReport = {
  readonly signal: AbortSignal;
  to(step: 'turn' | 'server', sessionId: string): void;
  /** In the line for a session, behind so many others. */
  inLine(ahead: number): void;
  leave(): void;
};

type Entry = {
  readonly statement: Statement;
  readonly abort: AbortController;
  step: WaitStep;
  sessionId: string | undefined;
  inLine: number;
};

/**
 * Statements that were asked for and are not with their server yet, in the order in which they will
 * get there.
 */
export class WaitingStatements {
  readonly #waits = new Set<Entry>();

  enter(statement: Statement): WaitReport {
    const abort = new AbortController();
    const wait: Entry = {statement, abort, step: 'session', sessionId: undefined, inLine: 0};
    this.#waits.add(wait);
    return {
      signal: abort.signal,
      inLine: ahead => void Object.assign(wait, {step: 'line', inLine: ahead}),
      to: (step, sessionId) => {
        if (wait.sessionId !== sessionId) {
          // Behind those that have got to the session before it, whenever they were asked for.
          this.#waits.delete(wait);
          this.#waits.add(wait);
        }
        Object.assign(wait, {step, sessionId});
      },
      leave: () => void this.#waits.delete(wait),
    };
  }

  /** False when it does not wait, or is on its way to the server just now. */
  cancel(userName: string, uuid: string): boolean {
    const wait = [...this.#waits].find(
      ({statement}) => statement.userName === userName && statement.uuid === uuid,
    );
    if (wait === undefined || wait.step === 'server') return false;
    wait.abort.abort(new Error('The statement was cancelled before it was sent'));
    return true;
  }

  /** The same for one that another node has ended. */
  giveUp(uuid: string): void {
    const wait = [...this.#waits].find(({statement}) => statement.uuid === uuid);
    if (wait !== undefined) this.cancel(wait.statement.userName, uuid);
  }

  /** Whether its server does not have it yet. */
  has(uuid: string): boolean {
    return [...this.#waits].some(({statement}) => statement.uuid === uuid);
  }

  /** Ids of all. */
  get ids(): string[] {
    return [...this.#waits].map(({statement}) => statement.uuid);
  }

  ofUser(userName: string): WaitingStatement[] {
    const counts = new Map<string, number>();
    return [...this.#waits].flatMap(({statement, step, sessionId, inLine}) => {
      const inSession = sessionId === undefined ? 0 : (counts.get(sessionId) ?? 0);
      if (sessionId !== undefined) counts.set(sessionId, inSession + 1);
      const ahead = step === 'line' ? inLine : inSession;
      const {uuid, engine, sql, submittedAt} = statement;
      return statement.userName === userName ? [{uuid, engine, sql, submittedAt, step, ahead}] : [];
    });
  }
}

import type {Statement} from './statement.ts';

/** What a statement waits for before its server has it: a session that is being opened, or those before it in the session. */
export type WaitStep = 'session' | 'turn' | 'server';

/** `ahead` is how many statements come first in the same session. */
export type WaitingStatement = Pick<Statement, 'uuid' | 'engine' | 'sql' | 'submittedAt'> & {
  readonly step: WaitStep;
  readonly ahead: number;
};

/** How a statement says where it is by now; it is over with `leave`. */
export type Wait = {to(step: WaitStep, sessionId: string): void; leave(): void};

type Entry = {readonly statement: Statement; step: WaitStep; sessionId: string | undefined};

/** Statements that were asked for and are not with their server yet, in the order in which they will get there. */
export class WaitingStatements {
  readonly #waits = new Set<Entry>();

  enter(statement: Statement): Wait {
    const wait: Entry = {statement, step: 'session', sessionId: undefined};
    this.#waits.add(wait);
    return {
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

  ofUser(userName: string): WaitingStatement[] {
    const counts = new Map<string, number>();
    return [...this.#waits].flatMap(({statement, step, sessionId}) => {
      const ahead = sessionId === undefined ? 0 : (counts.get(sessionId) ?? 0);
      if (sessionId !== undefined) counts.set(sessionId, ahead + 1);
      const {uuid, engine, sql, submittedAt} = statement;
      return statement.userName === userName ? [{uuid, engine, sql, submittedAt, step, ahead}] : [];
    });
  }
}

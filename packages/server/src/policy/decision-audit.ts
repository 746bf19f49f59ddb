import {AppError, fitsAny, type Grants} from '@gazetteer/model';
import {decisionRecord} from '../audit/audit-record.ts';
import type {Actor} from '../auth/actor.ts';
import type {DecisionScope} from '../options/policy-options.ts';

/** Whose request a decision is about. */
export type Who = {readonly actor: Pick<Actor, 'userName'>; readonly requestId: string};

const maxRules = 50;
/** An export or an import is one request of many operations. */
const maxRemembered = 1000;

/**
 * What a policy decided, beside the records of requests and in their form: one record for each
 * request and reason, however many entities it is about.
 */
export class DecisionAudit {
  readonly #agent: string;
  readonly #scope: DecisionScope;
  readonly #record: (line: string) => void;
  readonly #told = new Set<string>();

  constructor(agent: 'catalog' | 'editor', scope: DecisionScope, record: (line: string) => void) {
    this.#agent = agent;
    this.#scope = scope;
    this.#record = record;
  }

  allowed(caller: Who, what: string, rules: readonly string[]): void {
    if (this.#scope !== 'none' && rules.length > 0) this.#once(caller, what, rules);
  }

  /** That somebody used what these rules allow, as often as there is nothing special about it. */
  used(caller: Who, what: string, rules: readonly string[]): void {
    if (this.#scope === 'all') this.allowed(caller, what, rules);
  }

  /** Of an error that is none there is nothing to record. */
  refused(caller: Who, error: unknown): void {
    if (this.#scope === 'none' || !(error instanceof AppError)) return;
    for (const {what, rule, count} of error.refusals) {
      this.#put(caller, {what, rules: rule === undefined ? [] : [rule], allowed: false, count});
    }
  }

  /** That somebody read what these rules leave of everything. */
  read(caller: Who, name: string, {entityPermissions, deny}: Grants): void {
    if (this.#scope !== 'all') return;
    const rules = [...entityPermissions, ...deny.entityPermissions]
      .filter(one => fitsAny(one.privileges, 'entity-read'))
      .map(one => one.rule);
    this.#once(caller, `read entities: ${name}`, rules);
  }

  #once(caller: Who, what: string, rules: readonly string[]): void {
    const key = `${caller.requestId} ${what}`;
    if (this.#told.has(key)) return;
    if (this.#told.size >= maxRemembered) this.#told.clear();
    this.#told.add(key);
    this.#put(caller, {what, rules, allowed: true, count: 1});
  }

  #put(
    {actor, requestId}: Who,
    decision: {what: string; rules: readonly string[]; allowed: boolean; count: number},
  ): void {
    const rules = decision.rules.slice(0, maxRules);
    this.#record(
      decisionRecord(this.#agent, {...decision, rules, user: actor.userName, requestId}),
    );
  }
}

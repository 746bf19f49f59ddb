import type {AdminPrivilege} from '@gazetteer/model';
import type {Asker} from '../host/asker.ts';
import type {Executor} from '../host/executor.ts';
import type {OperationName} from '../operations.ts';
import type {Authorizer} from './authorizer.ts';
import type {DecisionAudit} from './decision-audit.ts';
import {needOf} from './needs.ts';

/** What a refusal calls that which a privilege is for. */
export const adminTexts: Readonly<Record<AdminPrivilege, string>> = {
  'admin-export': 'export entities',
  'admin-import': 'import entities',
  'admin-purge': 'purge entities and other upkeep',
  'admin-audits': 'read the audit of administrators',
  'service-notification-post': 'post notifications',
};

/**
 * An executor that knows who may do what. What its user was given goes along with each call, so a policy that changes holds
 * for the next call in every thread at once, and never for half of an operation.
 */
export class AuthorizedExecutor implements Executor {
  readonly #executor: Executor;
  readonly #authorizer: Authorizer;

  readonly #decisions: DecisionAudit | undefined;

  constructor(executor: Executor, authorizer: Authorizer, decisions?: DecisionAudit) {
    this.#executor = executor;
    this.#authorizer = authorizer;
    this.#decisions = decisions;
  }

  async run(name: OperationName, asker: Asker, args: unknown): Promise<string | undefined> {
    const {privilege, isInternal, reads} = needOf(name);
    if (isInternal === true || asker.isCatalog === true) return await this.#executor.run(name, asker, args);
    if (privilege !== undefined) this.#authorizer.check(asker, privilege, adminTexts[privilege]);
    const grants = this.#authorizer.grantsOf(asker.actor);
    if (grants === undefined) return await this.#executor.run(name, asker, args);
    try {
      const answer = await this.#executor.run(name, {...asker, grants}, args);
      if (reads === 'readable') this.#decisions?.read(asker, name, grants);
      return answer;
    } catch (error) {
      this.#decisions?.refused(asker, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#executor.close();
  }
}

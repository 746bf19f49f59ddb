import type {DecisionAudit} from '@gazetteer/server';
import type {AnyOperation} from '@gazetteer/kernel';
import type {Allowance} from '@gazetteer/kernel/host';
import type {Caller} from '../caller.ts';
import type {Authorizer} from '../access/authorizer.ts';
import {adminTexts, type Need} from '../access/needs.ts';

/**
 * Who may ask for what. What a caller was given goes along with each call, so a policy that changes
 * holds for the next call in every thread at once, and never for half of an operation.
 */
export function allowBy(
  authorizer: Authorizer,
  decisions?: DecisionAudit,
): (operation: AnyOperation, caller: Caller) => Allowance<Caller> {
  return (operation, caller) => {
    const {privilege, isInternal, reads} = operation.may as Need;
    if (isInternal === true || caller.isCatalog === true) return {caller};
    if (privilege !== undefined) authorizer.check(caller, privilege, adminTexts[privilege]);
    const grants = authorizer.grantsOf(caller.actor);
    if (grants === undefined) return {caller};
    return {
      caller: {...caller, grants},
      answered: () =>
        void (reads === 'readable' && decisions?.read(caller, operation.name, grants)),
      failed: error => decisions?.refused(caller, error),
    };
  };
}

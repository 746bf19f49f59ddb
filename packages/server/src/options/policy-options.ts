import {resolve} from 'node:path';
import type {Options, OptionValues} from '@gazetteer/settings';

/**
 * What is recorded: nothing; what was refused, and what privileges of administrators were used for;
 * what was read or used as well.
 */
const decisionScopes = ['none', 'notable', 'all'] as const;
export type DecisionScope = (typeof decisionScopes)[number];

/** As the reference names them, too. */
const authorizers = new Set([
  'simple',
  'none',
  'org.apache.atlas.authorize.simple.AtlasSimpleAuthorizer',
  'org.apache.atlas.authorize.AtlasNoneAuthorizer',
]);

/** Who may do what; every server has them. */
export const policyOptions = {
  authorizer: {
    key: 'atlas.authorizer.impl',
    cli: 'authorizer',
    group: 'Authorization',
    type: 'string',
    default: 'simple',
    check: value =>
      authorizers.has(value)
        ? undefined
        : 'simple or none; there is no plug-in for Ranger or classes',
    doc: 'simple: the policy file says who can do what; none: all users who are logged in can do everything.',
  },
  policyFile: {
    key: 'atlas.authorizer.simple.authz.policy.file',
    cli: 'policy-file',
    group: 'Authorization',
    type: 'string',
    isBesideConfig: true,
    default: '',
    defaultText: 'none: all users who are logged in can do everything',
    doc: 'Policy file; actions in the catalog that no rule allows are refused. A changed file takes effect within a second.',
  },
  auditDecisions: {
    key: 'atlas.authorizer.audit.decisions',
    cli: 'audit-decisions',
    group: 'Authorization',
    type: 'string',
    default: 'notable',
    check: value =>
      decisionScopes.some(one => one === value) ? undefined : decisionScopes.join(', '),
    doc: 'Decisions of the policy that are recorded beside the requests. notable: refusals and uses of administrator privileges; all: also reads; none.',
  },
} as const satisfies Options;

type PolicyOptions = OptionValues<typeof policyOptions>;

/** The policy file, absolute; undefined when none is to be looked at. */
export function policyFileOf({authorizer, policyFile}: PolicyOptions): string | undefined {
  const isNone = authorizer === 'none' || authorizer.endsWith('.AtlasNoneAuthorizer');
  return isNone || policyFile === '' ? undefined : resolve(policyFile);
}

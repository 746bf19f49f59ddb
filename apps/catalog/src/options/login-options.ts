import type {Options} from '@gazetteer/settings';
import {auditOptions, commonOptions, loginOptions} from '@gazetteer/server';

/** What is recorded: nothing; what was refused, and what privileges of administrators were used for; what was read as well. */
const decisionScopes = ['none', 'notable', 'all'] as const;
export type DecisionScope = (typeof decisionScopes)[number];

/** As the reference names them, too. */
const authorizers = new Set([
  'simple',
  'none',
  'org.apache.atlas.authorize.simple.AtlasSimpleAuthorizer',
  'org.apache.atlas.authorize.AtlasNoneAuthorizer',
]);

/** Who gets in, and who may do what. */
export const accessOptions = {
  passwordFileEnabled: commonOptions.passwordFileEnabled,
  passwordFile: commonOptions.passwordFile,
  plainSha256: commonOptions.plainSha256,
  saltedSha256: commonOptions.saltedSha256,
  ...loginOptions,
  ...auditOptions,
  sessionTimeoutMs: commonOptions.sessionTimeoutMs,
  sessionMaxAgeMs: commonOptions.sessionMaxAgeMs,
  authorizer: {
    key: 'atlas.authorizer.impl',
    cli: 'authorizer',
    group: 'Authorization',
    type: 'string',
    default: 'simple',
    check: value => (authorizers.has(value) ? undefined : 'simple or none; there is no plug-in for Ranger or classes'),
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
    doc: 'Policy file; actions that no rule allows are refused. A changed file takes effect within a second.',
  },
  auditDecisions: {
    key: 'atlas.authorizer.audit.decisions',
    cli: 'audit-decisions',
    group: 'Authorization',
    type: 'string',
    default: 'notable',
    check: value => (decisionScopes.some(one => one === value) ? undefined : decisionScopes.join(', ')),
    doc: 'Decisions of the policy that are recorded beside the requests. notable: refusals and uses of administrator privileges; all: also reads; none.',
  },
  csrfEnabled: {
    key: 'atlas.rest-csrf.enabled',
    cli: 'csrf',
    group: 'Login',
    type: 'boolean',
    default: true,
    doc: "Browsers must send their session's token with every change.",
  },
  csrfBrowserUserAgents: {
    key: 'atlas.rest-csrf.browser-useragents-regex',
    cli: 'csrf-browsers',
    group: 'Login',
    type: 'string',
    default: '^Mozilla.*,^Opera.*,^Chrome.*',
    check: value => (value.split(',').every(isPattern) ? undefined : 'a comma-separated list of regular expressions'),
    doc: 'Comma-separated patterns; a User-Agent that one of them matches as a whole is a browser.',
  },
  csrfMethodsToIgnore: {
    key: 'atlas.rest-csrf.methods-to-ignore',
    cli: 'csrf-methods-to-ignore',
    group: 'Login',
    type: 'string',
    default: 'GET,OPTIONS,HEAD,TRACE',
    doc: 'Methods that need no token.',
  },
  csrfHeader: {
    key: 'atlas.rest-csrf.custom-header',
    cli: 'csrf-header',
    group: 'Login',
    type: 'string',
    default: 'X-XSRF-HEADER',
    check: value => (/^[\w!#$%&'*+.^`|~-]+$/.test(value) ? undefined : 'a header name'),
    doc: 'Header that carries the token.',
  },
} as const satisfies Options;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text.trim()) instanceof RegExp;
  } catch {
    return false;
  }
}

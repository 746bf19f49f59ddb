import type {Options} from '@gazetteer/settings';
import {auditOptions, commonOptions, loginOptions, policyOptions} from '@gazetteer/server';

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
  ...policyOptions,
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
    check: value =>
      value.split(',').every(isPattern)
        ? undefined
        : 'a comma-separated list of regular expressions',
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

import type {EditorConfig} from './editor-config.ts';
import {describe, type Findings} from '@gazetteer/settings';

/**
 * What no key shows by itself: keys that do not fit each other, found at start rather than in
 * somebody's session.
 */
export function checkConsistency(
  config: EditorConfig,
  origins: ReadonlyMap<string, string>,
  findings: Findings,
): void {
  const at = (path: string) => `${origins.get(path) ?? 'default'}: ${describe(path)}`;
  checkInterpreters(config, at, findings.errors);
  checkSecondEngine(config, at, findings.warnings);
}

type At = (path: string) => string;

function checkInterpreters({notebook, interpreters}: EditorConfig, at: At, errors: string[]): void {
  const types = interpreters.map(({type}) => type);
  const allowed = `allowed is one of ${types.join(', ')}`;
  for (const type of notebook.interpreters_shown_on_wheel) {
    if (!types.includes(type)) {
      errors.push(
        `${at('notebook.interpreters_shown_on_wheel')}: there is no interpreter ${type}; ${allowed}.`,
      );
    }
  }
  const first = notebook.default_interpreter;
  if (first !== undefined && !types.includes(first)) {
    errors.push(
      `${at('notebook.default_interpreter')}: there is no interpreter ${first}; ${allowed}.`,
    );
  }
}

/** A principal that is not the one of the server contacted makes every handshake fail. */
function checkSecondEngine(config: EditorConfig, at: At, warnings: string[]): void {
  checkSecondTransport(config, at, warnings);
  const {sqlalt} = config;
  const principal = sqlalt.sql_server_principal;
  const path = at('sqlalt.sql_server_principal');
  if (principal === undefined) {
    if (sqlalt.security_enabled === true) {
      warnings.push(
        `${path} is not given, though security_enabled is true: no Kerberos handshake can succeed.`,
      );
    }
    return;
  }
  if (sqlalt.security_enabled === false) {
    warnings.push(`${path} is not used, as security_enabled is false.`);
    return;
  }
  const [service = '', host = ''] = principal.split(/[/@]/);
  for (const key of ['kerberos_principal_short_name', 'sasl_service_name'] as const) {
    const name = sqlalt[key];
    if (name !== undefined && name !== service) {
      warnings.push(
        `${path} names the service ${service}, but ${key} is ${name}; the principal counts.`,
      );
    }
  }
  if (host !== '_HOST' && host.toLowerCase() !== sqlalt.sql_server_host.toLowerCase()) {
    warnings.push(
      `${path} names the host ${host}, but sql_server_host is ${sqlalt.sql_server_host}.`,
    );
  }
}

/**
 * The record of the second engine is the main server's but for keys of its section, which options
 * of an interpreter are not.
 */
function checkSecondTransport(
  {sqlalt, hiveSite, interpreters}: EditorConfig,
  at: At,
  warnings: string[],
): void {
  const used =
    sqlalt.sql_server_transport_mode ?? (hiveSite.transport === 'http' ? 'http' : 'binary');
  for (const interpreter of interpreters) {
    if (interpreter.engine !== 'sqlalt') continue;
    const {transportMode} = interpreter.options;
    if (transportMode === undefined || transportMode === used) continue;
    warnings.push(
      `${at(`notebook.interpreters.${interpreter.type}.options`)}: transportMode is ${transportMode}, but the second engine speaks ` +
        `${used}; sql_server_transport_mode in [sqlalt] changes that.`,
    );
  }
}

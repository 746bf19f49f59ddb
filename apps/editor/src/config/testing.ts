import {type EditorConfig, resolveConfig} from './editor-config.ts';
import {checkConsistency} from './check-consistency.ts';
import {readHiveSite} from './hive-site.ts';
import {readImpaladFlags} from './impalad-flags.ts';
import {interpolateIni, mergeIni, parseIni, type Findings, readSections} from '@gazetteer/settings';
import {readInterpreters} from './interpreters.ts';
import {inertKeys} from './inert-keys.ts';
import {configTable} from './keys.ts';
import {Passwords} from './passwords.ts';

export type TestSurroundings = {
  /** Names and values of hive-site.xml. */
  readonly hive?: Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
  readonly impalad?: string;
};

/**
 * A configuration from the text of one ini file, read in the way of the real thing but without
 * files and names.
 */
export function readTestConfig(
  ini: string,
  around: TestSurroundings = {},
): {config: EditorConfig; findings: Findings; origins: ReadonlyMap<string, string>} {
  const findings: Findings = {errors: [], warnings: [], notices: []};
  const {root, errors} = parseIni(ini, 'a.ini');
  findings.errors.push(...errors);
  const merged = mergeIni([root], findings.errors);
  interpolateIni(merged, {}, findings.errors);
  const {values, origins} = readSections(configTable, inertKeys, merged, findings);
  const properties = Object.entries(around.hive ?? {}).map(
    ([name, value]) => `<property><name>${name}</name><value>${value}</value></property>`,
  );
  const site = readHiveSite(
    `<configuration>${properties.join('\n')}</configuration>`,
    'hive-site.xml',
  );
  findings.errors.push(...site.errors);
  const config = resolveConfig(values, readInterpreters(values.notebook, origins, findings), {
    env: around.env ?? {},
    hiveSite: site.site,
    impalad: readImpaladFlags(around.impalad ?? ''),
    hostName: 'editor.example.com',
    passwords: new Passwords(message => findings.errors.push(message)),
  });
  checkConsistency(config, origins, findings);
  return {config, findings, origins};
}

/** The same where nothing may be wrong. */
export function testConfig(ini: string, around: TestSurroundings = {}): EditorConfig {
  const {config, findings} = readTestConfig(ini, around);
  if (findings.errors.length + findings.warnings.length > 0)
    throw new Error(JSON.stringify(findings));
  return config;
}

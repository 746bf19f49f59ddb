import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {checkConsistency} from './check-consistency.ts';
import {type EditorConfig, hiveFolder, impalaFolder, resolveConfig} from './editor-config.ts';
import {type HiveSite, readHiveSite} from './hive-site.ts';
import {fullHostName} from './host-name.ts';
import {readImpaladFlags} from './impalad-flags.ts';
import {
  interpolateIni,
  mergeIni,
  type IniSection,
  parseIni,
  type Findings,
  readSections,
} from '@gazetteer/settings';
import {readInterpreters} from './interpreters.ts';
import {inertKeys} from './inert-keys.ts';
import {configTable, type GivenConfig} from './keys.ts';
import {Passwords} from './passwords.ts';

export type ConfigSource = {
  /** Folder of the `*.ini` files; none of them for the defaults alone. */
  readonly folder: string | undefined;
  /** What `%(desktop_root)s` and `%(build_dir)s` stand for. */
  readonly dataFolder: string;
  readonly env: NodeJS.ProcessEnv;
};

export type LoadedConfig = Findings & {
  /** Not to be used while there are errors. */
  readonly config: EditorConfig;
  /** Where each value stands, by `section.sub-section.key`; absent for defaults. */
  readonly origins: ReadonlyMap<string, string>;
};

/**
 * Reads everything that the editor is configured by. Errors, all of them at once, are part of the
 * result.
 */
export async function loadConfig({folder, dataFolder, env}: ConfigSource): Promise<LoadedConfig> {
  const findings: Findings = {errors: [], warnings: [], notices: []};
  const root = await readFolder(folder, findings);
  interpolateIni(root, {desktop_root: dataFolder, build_dir: dataFolder}, findings.errors);
  const {values, origins} = readSections(configTable, inertKeys, root, findings);
  const interpreters = readInterpreters(values.notebook, origins, findings);
  const config = resolveConfig(values, interpreters, {
    env,
    hiveSite: await loadHiveSite(values, env, findings),
    impalad: readImpaladFlags(
      (await readOptional(join(impalaFolder(values, env), 'impalad_flags'), findings)) ?? '',
    ),
    hostName: await fullHostName(''),
    passwords: new Passwords(message => {
      const isTolerated = (env['HUE_IGNORE_PASSWORD_SCRIPT_ERRORS'] ?? '') !== '';
      (isTolerated ? findings.warnings : findings.errors).push(`${message}.`);
    }),
  });
  checkConsistency(config, origins, findings);
  // By file and line, as somebody goes through them; found they are by rule.
  for (const list of [findings.errors, findings.warnings]) list.sort(byPlace.compare);
  return {...findings, config, origins};
}

const byPlace = new Intl.Collator('en', {numeric: true});

/** All `*.ini` files of the folder but hidden ones, merged in the order of their names. */
async function readFolder(folder: string | undefined, findings: Findings): Promise<IniSection> {
  const names = folder === undefined ? [] : await iniNames(folder, findings);
  const sections: IniSection[] = [];
  for (const name of names) {
    const file = join(folder ?? '', name);
    const {root, errors} = parseIni((await readOptional(file, findings)) ?? '', file);
    findings.errors.push(...errors);
    sections.push(root);
  }
  return mergeIni(sections, findings.errors);
}

async function iniNames(folder: string, findings: Findings): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter(
      name => name.endsWith('.ini') && !name.startsWith('.'),
    );
    // By code unit and not by a language's rules, so that every machine has the same order.
    const sorted = names.sort((a, b) => (a < b ? -1 : 1));
    if (sorted.length === 0)
      findings.warnings.push(`${folder} holds no *.ini file; everything has its default.`);
    return sorted;
  } catch (error) {
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'does not exist; name the folder with the *.ini files',
      ENOTDIR: 'is a file; name the folder that it lies in',
      EACCES: 'may not be read by this user',
    };
    const {code = '', message} = error as NodeJS.ErrnoException;
    findings.errors.push(
      `--config-dir ${folder} ${reasons[code] ?? `cannot be read: ${message}`}.`,
    );
    return [];
  }
}

async function loadHiveSite(
  given: GivenConfig,
  env: NodeJS.ProcessEnv,
  findings: Findings,
): Promise<HiveSite> {
  const file = join(hiveFolder(given, env), 'hive-site.xml');
  const content = await readOptional(file, findings);
  if (content === undefined && given.beeswax.hive_conf_dir !== undefined) {
    findings.warnings.push(
      `${file} does not exist; the defaults of the main SQL server are taken.`,
    );
  }
  const {site, errors} = readHiveSite(content ?? '', file);
  findings.errors.push(...errors);
  return site;
}

/**
 * Undefined when there is no such file; anything else that keeps it from being read is an error.
 */
async function readOptional(file: string, findings: Findings): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      findings.errors.push(`${file}: ${(error as Error).message}.`);
    return undefined;
  }
}

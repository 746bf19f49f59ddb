import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';

export type ConfiguredEditor = {
  readonly data: string;
  /**
   * Starts the editor on this data folder; after one has ended, another finds what it left. Any
   * free port when none is named.
   */
  readonly open: (port?: number) => Promise<EditorProcess>;
};

/**
 * A data folder and a configuration as an operator would write it: an ini file, and the properties
 * of hive-site.xml.
 */
export async function configuredEditor(
  t: {after(work: () => Promise<void>): void},
  ini: string,
  site: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<ConfiguredEditor> {
  const data = await temporaryFolder(t);
  const folder = join(data, 'conf');
  await mkdir(folder);
  await writeFile(join(folder, 'a.ini'), `[beeswax]\nhive_conf_dir=${folder}\n`);
  await writeFile(join(folder, 'b.ini'), ini.replaceAll(/^ +/gm, ''));
  const properties = Object.entries(site).map(
    ([name, value]) => `<property><name>${name}</name><value>${value}</value></property>`,
  );
  await writeFile(
    join(folder, 'hive-site.xml'),
    `<configuration>${properties.join('\n')}</configuration>`,
  );
  const where = ['--data', data, '--config-dir', folder, ...options];
  const open = (port = 0) =>
    startEditorProcess(['editor', ...where, '--log-level', 'debug', '--editor-port', String(port)]);
  return {data, open};
}

/** Interpreters, as `[notebook]` wants them. */
export function interpreter(...types: string[]): string {
  const sections = types.map(type => `[[[${type}]]]\nname=${type}\ninterface=sqlserver2\n`);
  return `[notebook]\n[[interpreters]]\n${sections.join('')}`;
}

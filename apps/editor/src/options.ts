import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {commonOptions, type Options, type OptionTable, type OptionValues} from '@gazetteer/server';
import packageJson from '../package.json' with {type: 'json'};

/** What is said to the process, in part to all servers of it; everything else is in the ini files, whose table is `config/keys.ts`. */
const options = {
  configFolder: {
    key: 'editor.config.folder',
    cli: 'config-dir',
    group: 'Configuration',
    type: 'string',
    default: '',
    defaultText: 'environment HUE_CONF_DIR, else ./conf where that is there',
    doc: 'Folder of *.ini files, merged in the order of their names; the later value counts.',
  },
  checkConfig: {
    key: 'editor.config.check',
    cli: 'check-config',
    group: 'Configuration',
    type: 'boolean',
    default: false,
    doc: 'Print the configuration in effect, secrets masked, with everything that is wrong with it; start nothing.',
  },
  dataFolder: commonOptions.dataFolder,
  logLevel: commonOptions.logLevel,
  logFormat: commonOptions.logFormat,
} as const satisfies Options;

export type EditorOptions = OptionValues<typeof options>;

export const editorOptions: OptionTable<typeof options> = {
  program: 'gazetteer editor',
  version: packageJson.version,
  usage: 'node apps/editor/src/main.ts [options]',
  envPrefix: 'GAZETTEER_',
  options,
  inert: [{keys: ['atlas.'], why: 'it is for the catalog'}],
};

/** Absolute, or undefined when there is no configuration and every key has its default. */
export function configFolderOf({configFolder}: EditorOptions, env: NodeJS.ProcessEnv): string | undefined {
  const named = configFolder || env['HUE_CONF_DIR'] || '';
  if (named !== '') return resolve(named);
  return existsSync('conf') ? resolve('conf') : undefined;
}

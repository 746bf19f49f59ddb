import {resolve} from 'node:path';
import {createLog, OptionsError, readOptions} from '@gazetteer/server';
import {configText} from './config/config-text.ts';
import {type LoadedConfig, loadConfig} from './config/load-config.ts';
import {configFolderOf, editorOptions} from './options.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`gazetteer: ${text}\n`);

async function main(argv: readonly string[]): Promise<void> {
  const read = readOptions(editorOptions, {argv, env: process.env});
  if (read.ask !== 'run') return print(read.text);
  const {values} = read;
  const folder = configFolderOf(values, process.env);
  const loaded = await loadConfig({folder, dataFolder: resolve(values.dataFolder), env: process.env});
  if (values.checkConfig) return check(loaded, [...read.warnings, ...loaded.warnings]);
  if (loaded.errors.length > 0) throw new OptionsError(loaded.errors);
  const log = createLog({level: values.logLevel, format: values.logFormat});
  for (const warning of [...read.warnings, ...loaded.warnings]) log.warn({}, warning);
  for (const notice of [...read.notices, ...loaded.notices]) log.info({}, notice);
  throw new OptionsError(['The editor does not serve anything yet; --check-config is what it can do.']);
}

/** The configuration goes to standard output, everything about it to standard error. */
function check(loaded: LoadedConfig, warnings: readonly string[]): void {
  print(configText(loaded));
  for (const notice of loaded.notices) complain(`note: ${notice}`);
  for (const warning of warnings) complain(`warning: ${warning}`);
  for (const error of loaded.errors) complain(`error: ${error}`);
  complain(`${loaded.errors.length} errors, ${warnings.length} warnings`);
  if (loaded.errors.length > 0) process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const lines = error instanceof OptionsError ? error.errors : [error instanceof Error ? error.message : String(error)];
  for (const line of lines) complain(line);
  process.exit(1);
}

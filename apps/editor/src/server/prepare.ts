import {
  effectiveOptions,
  type OptionInput,
  optionsInEffect,
  readOptions,
} from '@gazetteer/settings';
import {dirname, resolve} from 'node:path';
import {checkFolder, checkKafka, checkStart, Link, type Ready, storeFile} from '@gazetteer/server';
import {configText, effectiveConfig} from '../config/config-text.ts';
import type {EditorConfig} from '../config/editor-config.ts';
import {type LoadedConfig, loadConfig} from '../config/load-config.ts';
import {configFolderOf, databaseOf, editorOptions, type EditorOptions} from './options.ts';

type Where = {readonly [Name in keyof EditorOptions]?: string};

/**
 * Reads and checks everything that an editor is started with.
 * @throws OptionsError when options cannot be read
 */
export async function prepareEditor(input: OptionInput): Promise<Ready> {
  const read = readOptions(editorOptions, input);
  const {env} = input;
  const folder = configFolderOf(read.values, env);
  const loaded = await loadConfig({folder, dataFolder: resolve(read.values.dataFolder), env});
  const values = withIni(read.values, read.where, loaded);
  const file = storeFile(databaseOf(values));
  const found = await checkStart(values, read.where.passwordFile !== undefined, [
    () => {
      if (read.where.database !== undefined && file !== undefined)
        checkFolder(dirname(file), '--editor-database');
    },
    () => checkKafka(values),
    () => new Link({own: 'editor', url: '', secretFile: values.linkSecretFile}),
    () =>
      values.auditFileFolder !== '' &&
      checkFolder(resolve(values.auditFileFolder), '--audit-file-dir'),
  ]);
  const warnings = [...read.warnings, ...loaded.warnings];
  const notices = [...read.notices, ...loaded.notices];
  const isPortGiven =
    read.where.editorPort !== undefined || loaded.origins.has('desktop.http_port');
  return {
    errors: [...loaded.errors, ...found.errors],
    warnings: [...warnings, ...found.warnings],
    notices,
    inEffect: `${optionsInEffect(editorOptions, read)}\n\n${configText(loaded)}`,
    chosenPort:
      isPortGiven && values.editorPort !== 0
        ? {host: values.bindAddress, port: values.editorPort, option: '--editor-port'}
        : undefined,
    start: async house => {
      const {startEditor} = await import('./main.ts');
      return await startEditor({
        house,
        values,
        where: read.where,
        warnings,
        notices,
        config: loaded.config,
        configuration: {
          settings: [...effectiveOptions(editorOptions, read), ...effectiveConfig(loaded)],
          warnings: [...warnings, ...found.warnings],
          notices,
          folder,
        },
      });
    },
  };
}

/**
 * Where to listen and with which certificate may stand in the ini files as well; an option counts
 * for more.
 */
function withIni(
  values: EditorOptions,
  where: Where,
  {config, origins}: LoadedConfig,
): EditorOptions {
  const {http_host: bindAddress, http_port: editorPort} = config.desktop;
  return {
    ...values,
    ...(where.bindAddress === undefined && origins.has('desktop.http_host') && {bindAddress}),
    ...(where.editorPort === undefined && origins.has('desktop.http_port') && {editorPort}),
    ...(where.tlsEnabled === undefined && certificateOf(config)),
  };
}

function certificateOf({desktop}: EditorConfig): Partial<EditorOptions> {
  const {ssl_certificate, ssl_private_key, ssl_certificate_chain, ssl_password} = desktop;
  if (ssl_certificate === undefined) return {};
  return {
    tlsEnabled: true,
    tlsCertificate: ssl_certificate,
    // One file may hold both.
    tlsKey: ssl_private_key ?? ssl_certificate,
    tlsChain: ssl_certificate_chain ?? '',
    tlsPassphrase: ssl_password ?? '',
    tlsKeyStore: '',
  };
}

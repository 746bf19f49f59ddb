import {
  effectiveOptions,
  type OptionInput,
  optionsInEffect,
  readOptions,
} from '@gazetteer/settings';
import {dirname, resolve} from 'node:path';
import {
  checkFolder,
  checkKafka,
  checkStart,
  Link,
  PolicyFile,
  policyFileOf,
  type Ready,
  storeFile,
} from '@gazetteer/server';
import {catalogOptions, databaseOf} from '../options/catalog-options.ts';

/**
 * Reads and checks everything that a catalog is started with.
 * @throws OptionsError when options cannot be read
 */
export async function prepareCatalog(input: OptionInput): Promise<Ready> {
  const read = readOptions(catalogOptions, input);
  const {values, where, warnings, notices} = read;
  const policy = policyFileOf(values);
  const file = storeFile(databaseOf(values));
  const found = await checkStart(values, where.passwordFile !== undefined, [
    () => {
      if (where.database !== undefined && file !== undefined)
        checkFolder(dirname(file), '--database');
    },
    log => policy !== undefined && new PolicyFile(policy, log),
    () => new Link({own: 'catalog', url: '', secretFile: values.linkSecretFile}),
    () => checkKafka(values),
    ...(
      [
        [values.auditFileFolder, '--audit-file-dir'],
        [values.downloadFolder, '--download-folder'],
        [values.importTempFolder, '--import-temp'],
      ] as const
    ).map(
      ([folder, option]) =>
        () =>
          folder !== '' && checkFolder(resolve(folder), option),
    ),
  ]);
  const port = values.tlsEnabled ? values.httpsPort : values.httpPort;
  const isPortGiven = (values.tlsEnabled ? where.httpsPort : where.httpPort) !== undefined;
  const option = values.tlsEnabled ? '--https-port' : '--http-port';
  return {
    errors: found.errors,
    warnings: [...warnings, ...found.warnings],
    notices,
    inEffect: optionsInEffect(catalogOptions, read),
    chosenPort: isPortGiven && port !== 0 ? {host: values.bindAddress, port, option} : undefined,
    start: async house => {
      const {startCatalog} = await import('./main.ts');
      return await startCatalog(
        read,
        {
          settings: effectiveOptions(catalogOptions, read),
          warnings: [...warnings, ...found.warnings],
          notices,
        },
        house,
      );
    },
  };
}

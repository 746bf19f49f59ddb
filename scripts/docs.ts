// Writes the generated pages of docs/ and the client's types. With --check nothing is written and
// an outdated page fails.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {errorTable} from '@gazetteer/model';
import {sourceKeysMarkdown} from '@gazetteer/connectors';
import {optionsMarkdown, sectionsMarkdown} from '@gazetteer/settings';
import {editorDocument} from '../apps/editor/src/server/api.ts';
import {catalogDocument} from '../apps/catalog/src/server/routes.ts';
import {catalogOptions} from '../apps/catalog/src/options/catalog-options.ts';
import {editorOptions} from '../apps/editor/src/server/options.ts';
import {configTable} from '../apps/editor/src/config/keys.ts';
import {clientTypes} from './client-types.ts';
import {licensesMarkdown} from './licenses.ts';

const root = join(import.meta.dirname, '..');
const intro = `Generated from \`apps/catalog/src/options/catalog-options.ts\` by \`npm run docs\`.

A value comes from the command line, else from the environment, else from a Java properties file (\`--config <file>\` or
\`GAZETTEER_CONFIG\`), else it is the default. Every key may be written with \`meta.\` in place of \`atlas.\`; giving both with
different values is an error. \`--set <key>=<value>\` gives any key on the command line. An unknown key is a warning that names
the nearest known one; a bad value stops the start with every error at once. In place of \`yes\` and \`no\` a value may be \`true\`, \`on\` or
\`1\`, and \`false\`, \`off\` or \`0\`; a switch alone on the command line (\`--tls\`) is \`yes\`.`;

const editorIntro = `Generated from \`apps/editor/src/config/keys.ts\` by \`npm run docs\`.

The editor reads every \`*.ini\` file of its configuration folder (\`--config-dir\`, else \`HUE_CONF_DIR\`, else \`./conf\`) in the
order of their names; sections are merged and of a value the later one counts. The grammar is the one that existing editors'
files have: as many brackets as a section is deep, \`#\` comments, lists with commas, quotes around texts with commas or \`#\` in
them, triple quotes over lines, \`%(name)s\` for another key. What the main SQL server's own \`hive-site.xml\` says need not be said
again. An unknown key is a warning that names the nearest known one; a wrong value stops the start with every error at once.
\`--check-config\` checks options, ini files, certificates, policy, passwords and folders, and prints the configuration in effect with the
place of each value and secrets masked. It asks no database and no SQL server. Times are in seconds.`;

const optionsIntro = `Generated from \`apps/editor/src/server/options.ts\` by \`npm run docs\`.

These go to the process, in the ways that [config.md](config.md) tells; those with a key under \`atlas.\` are options of the catalog as
well, and what is given once counts for both. Everything about SQL servers is in [editor-config.md](editor-config.md).`;

/** Codes are not unique: some stand for several messages. */
function errorCodesMarkdown(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const rows = Object.values(errorTable).map(
    ([code, status, message]) =>
      `| \`${code}\` | ${status} | ${cell(message.replace(/(?<!{){(\d)}(?!})/g, '…'))} |`,
  );
  return `# Error codes

Generated from \`packages/model/src/error-table.ts\` by \`npm run docs\`.

An error of the catalog's API has \`errorCode\` and \`errorMessage\`; under \`/api/meta\` also \`errors\` with every issue. The editor tells failures by
their status, a message and, in its own API (\`/api/v1\`), \`errorCode\`, or by a number ([editor-api.md](editor-api.md)). Codes and messages that begin with
\`ATLAS\` are those of the Atlas API, those with \`GAZETTEER\` are additions. \`…\` stands for what the message names.

| code | status | message |
|---|---|---|
${rows.sort().join('\n')}
`;
}

const pages = [
  {file: 'docs/error-codes.md', text: errorCodesMarkdown()},
  {file: 'docs/config.md', text: optionsMarkdown(catalogOptions, 'Options of the catalog', intro)},
  {
    file: 'docs/editor-options.md',
    text: optionsMarkdown(editorOptions, 'Options of the editor', optionsIntro),
  },
  {file: 'packages/client/src/api.ts', text: clientTypes(catalogDocument(), 'apps/catalog')},
  {file: 'packages/client/src/editor-api.ts', text: clientTypes(editorDocument(), 'apps/editor')},
  {file: 'THIRD-PARTY-LICENSES.md', text: licensesMarkdown()},
  {file: 'docs/source-keys.md', text: await sourceKeysMarkdown()},
  {
    file: 'docs/editor-config.md',
    text: sectionsMarkdown(configTable, 'Configuration of the editor', editorIntro),
  },
];

let outdated = 0;
for (const {file, text} of pages) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  outdated++;
  if (process.argv.includes('--check')) {
    console.error(`${file} is not what the code says; run "npm run docs"`);
    continue;
  }
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, text);
  console.log(`${file} written`);
}
console.log(`${pages.length} generated ${pages.length === 1 ? 'page' : 'pages'}`);
if (outdated > 0 && process.argv.includes('--check')) process.exitCode = 1;

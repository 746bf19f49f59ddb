// `npm run docs` writes the pages that are made from the code; `--check` only tells whether they are up to date.
import {readFile, writeFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {optionsMarkdown} from '@gazetteer/server';
import {catalogOptions} from '../apps/catalog/src/options.ts';

const root = join(import.meta.dirname, '..');

const pages: readonly {readonly file: string; readonly text: string}[] = [
  {
    file: join(root, 'docs', 'config.md'),
    text: optionsMarkdown(
      catalogOptions,
      'Options of the catalog',
      'Made by `npm run docs` from `apps/catalog/src/options.ts`; `npm start -- --help` prints the same.',
    ),
  },
];

const stale: string[] = [];
for (const {file, text} of pages) {
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current === text) continue;
  stale.push(relative(root, file));
  if (!process.argv.includes('--check')) await writeFile(file, text);
}
console.log(`${pages.length} generated ${pages.length === 1 ? 'page' : 'pages'}, ${stale.length} out of date`);
if (process.argv.includes('--check') && stale.length > 0) {
  console.log(`${stale.join('\n')}\nRun "npm run docs" and commit the result.`);
  process.exitCode = 1;
}

import {escapeHtml} from '@gazetteer/server/html';
import {writeXlsx} from '@gazetteer/sheet';
import type {DictionaryAsset, DictionaryEntry} from './dictionary-page.ts';

export const dictionaryFormats = ['html', 'markdown', 'xlsx'] as const;
export type DictionaryFormat = (typeof dictionaryFormats)[number];

/** What stands above all assets. */
export type DictionaryHead = {
  readonly title: string;
  readonly description: string;
  readonly owner: string;
  /** When it was written, as text. */
  readonly time: string;
};

type Assets = AsyncIterable<readonly DictionaryAsset[]>;

export const mediaTypes: Readonly<Record<DictionaryFormat, {type: string; extension: string}>> = {
  html: {type: 'text/html; charset=utf-8', extension: 'html'},
  markdown: {type: 'text/markdown; charset=utf-8', extension: 'md'},
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
};

/** A data dictionary, piece by piece. */
export function writeDictionary(
  format: DictionaryFormat,
  head: DictionaryHead,
  assets: Assets,
): AsyncIterable<string | Uint8Array> {
  if (format === 'xlsx') return writeXlsx('Data dictionary', rowsOf(assets));
  return format === 'html' ? htmlOf(head, assets) : markdownOf(head, assets);
}

/** All of it in the file, which may be opened where nothing else can be loaded. */
const style = `
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
section{margin:2rem 0;border-top:1px solid #ccc;padding-top:1rem}h2{margin:0 0 .25rem}
p{margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin-top:.75rem}
th,td{border:1px solid #ccc;padding:.3rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
td{white-space:pre-wrap}th{background:#f2f2f2}.facts{color:#555}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#1b1b1b}th{background:#2a2a2a}th,td,section{border-color:#444}.facts{color:#aaa}}
@media print{section{break-inside:avoid-page}}`;

/** Nothing in it is anything but text, and nothing is loaded or run, wherever it is opened. */
async function* htmlOf(head: DictionaryHead, assets: Assets): AsyncGenerator<string> {
  const title = escapeHtml(head.title);
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1>
${factsOf([
  ['Owner', head.owner],
  ['Created', head.time],
])}
${textOf(head.description)}
`;
  let isEmpty = true;
  for await (const some of assets) {
    isEmpty &&= some.length === 0;
    yield some.map(assetHtml).join('');
  }
  if (isEmpty) yield '<p>There are no assets.</p>\n';
  yield '</body></html>\n';
}

function assetHtml(asset: DictionaryAsset): string {
  const {name, description, columns, moreColumns} = asset;
  const cells = (one: readonly string[], tag: 'td' | 'th') =>
    `<tr>${one.map(text => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>\n`;
  const rows = columns.map(one => cells(columnCells(one), 'td')).join('');
  const table =
    columns.length === 0
      ? ''
      : `<div class="scroll"><table><thead>${cells(columnHeads, 'th')}</thead><tbody>\n${rows}</tbody></table></div>\n`;
  return `<section><h2>${escapeHtml(name)}</h2>
${factsOf(assetFacts(asset))}
${textOf(description)}${table}${moreColumns === 0 ? '' : textOf(moreText(moreColumns))}</section>
`;
}

/** What has no value is not mentioned. */
function factsOf(facts: readonly (readonly [string, string])[]): string {
  const shown = facts.filter(([, value]) => value !== '');
  const texts = shown.map(([key, value]) => `${escapeHtml(key)}: ${escapeHtml(value)}`);
  return texts.length === 0 ? '' : `<p class="facts">${texts.join(' · ')}</p>`;
}

function textOf(text: string): string {
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>\n`;
}

/** The same in the same order as in HTML. */
async function* markdownOf(head: DictionaryHead, assets: Assets): AsyncGenerator<string> {
  yield `# ${marked(head.title)}\n\n`;
  const facts = [['Owner', head.owner] as const, ['Created', head.time] as const];
  yield markdownFacts(facts);
  if (head.description !== '') yield `${marked(head.description)}\n\n`;
  let isEmpty = true;
  for await (const some of assets) {
    isEmpty &&= some.length === 0;
    yield some.map(assetMarkdown).join('');
  }
  if (isEmpty) yield 'There are no assets.\n';
}

function assetMarkdown(asset: DictionaryAsset): string {
  const {name, description, columns, moreColumns} = asset;
  const line = (cells: readonly string[]) => `| ${cells.map(marked).join(' | ')} |\n`;
  const table =
    columns.length === 0
      ? ''
      : `${line(columnHeads)}|${columnHeads.map(() => '---|').join('')}\n${columns
          .map(one => line(columnCells(one)))
          .join('')}\n`;
  const more = moreColumns === 0 ? '' : `${moreText(moreColumns)}\n\n`;
  const text = description === '' ? '' : `${marked(description)}\n\n`;
  return `## ${marked(name)}\n\n${markdownFacts(assetFacts(asset))}${text}${table}${more}`;
}

function markdownFacts(facts: readonly (readonly [string, string])[]): string {
  const shown = facts.filter(([, value]) => value !== '');
  return `${shown.map(([key, value]) => `- ${key}: ${marked(value)}\n`).join('')}\n`;
}

/** On one line, and nothing but text for whoever shows it. */
function marked(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&$^=-]/g, String.raw`\$&`)
    .replaceAll(/(^|\s)(\d+)([.])/g, String.raw`$1$2\$3`);
}

/** A row for each asset and each column. No cell is a formula. */
async function* rowsOf(assets: Assets): AsyncGenerator<readonly string[]> {
  yield [
    'Asset',
    'Column',
    'Type',
    'Data type',
    'Description',
    'Owners',
    'Classifications',
    'Terms',
    'Certification',
    'Qualified name',
    'GUID',
  ];
  for await (const some of assets) {
    for (const asset of some) {
      yield rowOf(asset, asset, {});
      for (const one of asset.columns)
        yield rowOf(asset, one, {column: one.name, dataType: one.dataType});
      if (asset.moreColumns > 0) yield [asset.name, moreText(asset.moreColumns)];
    }
  }
}

function rowOf(
  asset: DictionaryAsset,
  {typeName, description, classifications, terms, guid}: DictionaryEntry,
  {column, dataType = ''}: {column?: string; dataType?: string},
): readonly string[] {
  const own = (text: string) => (column === undefined ? text : '');
  return [
    asset.name,
    column ?? '',
    typeName,
    dataType,
    description,
    own(asset.owners.join(', ')),
    classifications.join(', '),
    terms.join(', '),
    own(asset.certification),
    own(asset.qualifiedName),
    guid,
  ];
}

/** In HTML and Markdown; a table of cells has them in rows of its own. */
const columnHeads = ['Column', 'Type', 'Description', 'Classifications', 'Terms'] as const;

function columnCells(one: DictionaryAsset['columns'][number]): string[] {
  return [
    one.name,
    one.dataType,
    one.description,
    one.classifications.join(', '),
    one.terms.join(', '),
  ];
}

function assetFacts(asset: DictionaryAsset): readonly (readonly [string, string])[] {
  return [
    ['Type', asset.typeName],
    ['Qualified name', asset.qualifiedName],
    ['Owners', asset.owners.join(', ')],
    ['Classifications', asset.classifications.join(', ')],
    ['Terms', asset.terms.join(', ')],
    ['Certification', asset.certification],
  ];
}

function moreText(count: number): string {
  return `${count.toLocaleString('en')} more columns are left out.`;
}

import type {Key} from './key.ts';
import {configTable} from './keys.ts';
import type {Section} from './schema.ts';

/** The table of keys as a page. */
export function configMarkdown(title: string, intro: string): string {
  const lines = [`# ${title}`, '', intro];
  for (const [name, section] of Object.entries<Section>(configTable)) lines.push(...sectionLines(name, section, 1));
  return `${lines.join('\n')}\n`;
}

function sectionLines(name: string, section: Section, depth: number): string[] {
  const header = (text: string, level: number) => `\`${'['.repeat(level)}${text}${']'.repeat(level)}\``;
  const alias = section.alias === undefined ? '' : ` or ${header(section.alias, depth)}`;
  const named = section.named === undefined ? '' : ` with ${header('<name>', depth + 1)}`;
  return [
    '',
    `${'#'.repeat(Math.min(depth + 1, 4))} ${header(name, depth)}${alias}${named}`,
    '',
    section.doc,
    ...keyLines(section.named ?? section.keys),
    ...Object.entries(section.sections).flatMap(([inner, each]) => sectionLines(inner, each, depth + 1)),
  ];
}

function keyLines(keys: Readonly<Record<string, Key<unknown>>>): string[] {
  const rows = Object.entries(keys).map(([name, key]) => {
    const allowed = key.allowed === '' ? '' : ` Allowed: ${key.allowed}.`;
    const cells = [`\`${name}\``, defaultText(key), `${key.doc}${allowed}`];
    return `| ${cells.map(escaped).join(' | ')} |`;
  });
  return rows.length === 0 ? [] : ['', '| key | default | meaning |', '|---|---|---|', ...rows];
}

function defaultText(key: Key<unknown>): string {
  if (key.defaultText !== undefined) return key.defaultText;
  if (key.default === undefined) return '';
  const text = Array.isArray(key.default) ? key.default.join(', ') : plain(key.default);
  return text === '' ? '' : `\`${text}\``;
}

/** Outside of code, `<x>` would be taken for markup. */
function escaped(cell: string): string {
  const parts = cell.replaceAll('|', '\\|').split('`');
  return parts.map((part, at) => (at % 2 === 0 ? part.replaceAll('<', '&lt;') : part)).join('`');
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

import {tableRow} from '../markdown.ts';
import type {Key} from './key.ts';
import type {Section, Sections} from './section.ts';

/** The keys of ini files as a page. */
export function sectionsMarkdown(table: Sections, title: string, intro: string): string {
  const lines = [`# ${title}`, '', intro];
  for (const [name, section] of Object.entries<Section>(table))
    lines.push(...sectionLines(name, section, 1));
  return `${lines.join('\n')}\n`;
}

function sectionLines(name: string, section: Section, depth: number): string[] {
  const header = (text: string, level: number) =>
    `\`${'['.repeat(level)}${text}${']'.repeat(level)}\``;
  const alias = section.alias === undefined ? '' : ` or ${header(section.alias, depth)}`;
  const named = section.named === undefined ? '' : ` with ${header('<name>', depth + 1)}`;
  return [
    '',
    `${'#'.repeat(Math.min(depth + 1, 4))} ${header(name, depth)}${alias}${named}`,
    '',
    section.doc,
    ...keyLines(section.named ?? section.keys),
    ...Object.entries(section.sections).flatMap(([inner, each]) =>
      sectionLines(inner, each, depth + 1),
    ),
  ];
}

/** A table of keys, with an empty line before it; nothing where there are none. */
export function keyLines(keys: Readonly<Record<string, Key<unknown>>>): string[] {
  const rows = Object.entries(keys).map(([name, key]) => {
    const allowed = key.allowed === '' ? '' : ` Allowed: ${key.allowed}.`;
    const cells = [`\`${name}\``, defaultText(key), `${key.doc}${allowed}`];
    return tableRow(cells);
  });
  return rows.length === 0 ? [] : ['', '| key | default | meaning |', '|---|---|---|', ...rows];
}

function defaultText(key: Key<unknown>): string {
  if (key.defaultText !== undefined) return key.defaultText;
  if (key.default === undefined) return '';
  const text = Array.isArray(key.default) ? key.default.join(', ') : plain(key.default);
  return text === '' ? '' : `\`${text}\``;
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

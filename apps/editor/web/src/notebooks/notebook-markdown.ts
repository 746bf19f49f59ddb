import type {NotebookCell, NotebookResult} from '../api/wire.ts';
import type {ResultTable} from './result-tables.ts';

type Contents = {
  readonly name: string;
  readonly cells: readonly NotebookCell[];
  readonly results: ReadonlyMap<string, NotebookResult>;
  readonly tables: ReadonlyMap<string, ResultTable>;
};

/** A notebook as Markdown: texts as they are, statements as code, results as tables. */
export function markdownOf({name, cells, results, tables}: Contents): string {
  const blocks = cells.flatMap(cell => {
    const {id, kind, text, isFolded} = cell;
    if (text.trim() === '') return [];
    if (kind === 'text') return [text.trim()];
    const [result, table] = [results.get(id), tables.get(id)];
    const isShown = !isFolded && result !== undefined && table !== undefined;
    return [fenced(text), ...(isShown ? [...tableOf(table), `*${timeOf(result)}*`] : [])];
  });
  return `${[`# ${inLine(name)}`, ...blocks].join('\n\n')}\n`;
}

/** When a result was there, and that it is of something else by now. */
export function timeOf({finishedAt, askedAt, isCurrent}: NotebookResult): string {
  const at = finishedAt ?? askedAt;
  const time = at === undefined ? 'Result' : `Result of ${new Date(at).toLocaleString()}`;
  return isCurrent ? time : `${time}, of an earlier statement or other values`;
}

/** With more backticks than the text has in a row. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sql\n${text.trim()}\n${fence}`;
}

function tableOf({head, rows, isCut}: ResultTable): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(inLine).join(' | ')} |`;
  const lines = [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)];
  return [lines.join('\n'), ...(isCut ? [`The first ${rows.length} rows.`] : [])];
}

/** Text in which nothing is Markdown or HTML. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);
}

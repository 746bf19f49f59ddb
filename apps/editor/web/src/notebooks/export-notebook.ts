// A notebook as it is on the screen, as one file in HTML, or as Markdown.
import type {NotebookCell} from '../api/wire.ts';
import type {Picture} from '../chart/canvas.tsx';
import {copiesOf, element, emptyPage, imageOf, textOfPage} from '../dashboards/html-file.ts';
import {type markdownOf, timeOf} from './notebook-markdown.ts';
import type {ResultTable} from './result-tables.ts';

const look = `
body { max-width: 60rem; }
pre { padding: 8px 12px; overflow: auto; border: 1px solid #d5dce4; border-radius: 8px; background: #f6f8fa; white-space: pre-wrap; }
section { margin-bottom: 12px; overflow: auto; }
`;

type Contents = Parameters<typeof markdownOf>[0] & {
  readonly pictures: ReadonlyMap<string, Picture>;
};

export async function notebookHtml(contents: Contents): Promise<string> {
  const {name, cells} = contents;
  const page = emptyPage(name, look);
  const main = page.createElement('main');
  for (const cell of cells) main.append(await sectionOf(page, cell, contents));
  page.body.append(
    element(page, 'h1', name),
    noteOf(page, `As of ${new Date().toLocaleString()}`),
    main,
  );
  return textOfPage(page);
}

async function sectionOf(
  page: Document,
  cell: NotebookCell,
  {results, tables, pictures}: Contents,
): Promise<HTMLElement> {
  const section = page.createElement('section');
  if (cell.kind === 'text') {
    // As its elements, which hold no HTML of the text.
    const written = document.querySelector(`[data-cell="${CSS.escape(cell.id)}"] [data-written]`);
    section.append(
      ...(written === null ? [element(page, 'p', cell.text)] : copiesOf(page, written)),
    );
    return section;
  }
  const code = page.createElement('pre');
  code.append(element(page, 'code', cell.text));
  section.append(code);
  const result = results.get(cell.id);
  const table = tables.get(cell.id);
  if (cell.isFolded || result === undefined || table === undefined) return section;
  section.append(noteOf(page, timeOf(result)));
  const picture = cell.view === 'chart' ? pictures.get(cell.id) : undefined;
  if (picture !== undefined) section.append(await imageOf(page, 'Chart', picture));
  else section.append(...tableOf(page, table));
  return section;
}

function tableOf(page: Document, {head, rows, isCut}: ResultTable): HTMLElement[] {
  const row = (cells: readonly string[], name: string) => {
    const made = page.createElement('tr');
    made.append(...cells.map(cell => element(page, name, cell)));
    return made;
  };
  const table = page.createElement('table');
  table.createTHead().append(row(head, 'th'));
  table.createTBody().append(...rows.map(cells => row(cells, 'td')));
  return isCut ? [table, noteOf(page, `The first ${rows.length} rows.`)] : [table];
}

function noteOf(page: Document, text: string): HTMLElement {
  const note = element(page, 'p', text);
  note.className = 'note';
  return note;
}

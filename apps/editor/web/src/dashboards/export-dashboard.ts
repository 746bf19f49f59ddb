// A dashboard as it is on the screen, as one file that needs nothing else and runs nothing.
import {saveFile, toast} from '@gazetteer/ui';
import type {Picture} from '../chart/canvas.tsx';
import {copiesOf, element, emptyPage, imageOf, textOfPage} from './html-file.ts';

const look = `
body { max-width: 75rem; }
main { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 12px; }
article { padding: 8px 12px; overflow: auto; border: 1px solid #d5dce4; border-radius: 8px; break-inside: avoid; }
article h2 { margin: 0 0 4px; font-size: 14px; }
article.text { border-color: transparent; }
article.number p { margin: 0; font-size: 32px; font-weight: 600; text-align: center; }
@media (max-width: 48em) { main { display: block; } article { margin-bottom: 12px; } }
`;

/** Saves it, and says where that did not work. */
export async function exportDashboard(
  name: string,
  grid: HTMLElement,
  pictures: ReadonlyMap<string, Picture>,
): Promise<void> {
  try {
    const html = await dashboardHtml(name, grid, pictures);
    saveFile(`${name}.html`, new Blob([html], {type: 'text/html;charset=utf-8'}));
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t save the dashboard', error});
  }
}

async function dashboardHtml(
  name: string,
  grid: HTMLElement,
  pictures: ReadonlyMap<string, Picture>,
): Promise<string> {
  const page = emptyPage(name, look);
  const title = element(page, 'h1', name);
  const time = element(page, 'p', `As of ${new Date().toLocaleString()}`);
  time.className = 'note';
  const main = page.createElement('main');
  for (const tile of grid.querySelectorAll<HTMLElement>('[data-tile]'))
    main.append(await tileOf(page, tile, pictures.get(tile.dataset['tile'] ?? '')));
  page.body.append(title, time, main);
  return textOfPage(page);
}

async function tileOf(
  page: Document,
  tile: HTMLElement,
  picture: Picture | undefined,
): Promise<HTMLElement> {
  const made = page.createElement('article');
  made.className = tile.dataset['kind'] ?? '';
  made.style.gridColumn = tile.style.getPropertyValue('--column');
  const [head, content] = tile.children;
  const title = head?.querySelector('h2')?.textContent ?? '';
  if (tile.dataset['kind'] !== 'text') made.append(element(page, 'h2', title));
  const at = head?.querySelector('time')?.dateTime;
  if (at !== undefined) {
    const note = element(page, 'p', new Date(at).toLocaleString());
    note.className = 'note';
    made.append(note);
  }
  if (picture !== undefined) made.append(await imageOf(page, title, picture));
  else if (content !== undefined) made.append(...copiesOf(page, content));
  return made;
}

import {randomBytes} from 'node:crypto';
import {escapeHtml, markdownHtml} from '@gazetteer/server';
import type {Preview, Snapshot, SnapshotTile} from './snapshot.ts';

const look = `
:root { color-scheme: light; }
body { max-width: 75rem; margin: 1.5rem auto; padding: 0 1rem; background: #fff; color: #1d252d; font: 14px/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 22px; overflow-wrap: anywhere; }
.note { margin: 2px 0; color: #5b6672; }
main { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 12px; margin-top: 12px; }
article { padding: 8px 12px; overflow: auto; border: 1px solid #d5dce4; border-radius: 8px; break-inside: avoid; }
article h2 { margin: 0 0 4px; font-size: 14px; overflow-wrap: anywhere; }
article.text { border-color: transparent; }
article.number p.value { margin: 0; font-size: 32px; font-weight: 600; text-align: center; overflow-wrap: anywhere; }
img { width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 12px; }
th, td { padding: 2px 8px; border-bottom: 1px solid #d5dce4; text-align: start; }
@media (max-width: 48em) { main { display: block; } article { margin-bottom: 12px; } }
`;

/** Of a picture: it says of itself how large it is. */
const pictureLook = 'body { max-width: 40rem; } img { border: 1px solid #d5dce4; }';

/** A page that runs and loads nothing, and the nonce of its looks. */
export type StillPage = {readonly html: string; readonly nonce: string};

/** What a snapshot shows, for whoever may see it. */
export async function snapshotPage(snapshot: Snapshot): Promise<StillPage> {
  const {name, description, owner, takenAt, content} = snapshot;
  const texts = content.tiles.map(({kind, text}) => (kind === 'text' ? text : ''));
  const formatted = await markdownHtml(texts);
  const tiles = content.tiles.map((tile, n) => tileHtml(tile, n, formatted[n] ?? ''));
  const values = Object.entries(content.variables);
  const filters = values.map(([key, value]) => `${key}: ${value}`).join(', ');
  return page(
    name,
    look + content.tiles.map(areaOf).join(''),
    `${paragraph('note', description)}
    <p class="note">As of ${timeHtml(takenAt)}, by <bdi>${escapeHtml(owner)}</bdi></p>
    ${paragraph('note', filters)}
    <main>${tiles.join('\n')}</main>`,
  );
}

/**
 * What whoever may not see it sees of it, and what chats read.
 * @param hasLogin whether a login is offered
 */
export function previewPage(
  {uuid, name, description, takenAt, hasPicture}: Preview,
  origin: string,
  hasLogin: boolean,
): StillPage {
  const address = `${origin}/snapshots/${uuid}`;
  const told: Readonly<Record<string, string>> = {
    'og:type': 'article',
    'og:site_name': 'Gazetteer',
    'og:title': name,
    'og:description': description,
    'og:url': address,
    ...(hasPicture && {
      'og:image': `${address}/picture.png`,
      'twitter:card': 'summary_large_image',
    }),
  };
  const head = Object.entries(told)
    .map(([key, value]) => `<meta property="${key}" content="${escapeHtml(value)}" />`)
    .join('\n');
  const login = `/hue/accounts/login?next=${encodeURIComponent(`/snapshots/${uuid}`)}`;
  return page(
    name,
    look + pictureLook,
    `${paragraph('note', description)}
    <p class="note">As of ${timeHtml(takenAt)}</p>
    ${hasPicture ? `<p><img src="/snapshots/${uuid}/picture.png" alt="Preview" /></p>` : ''}
    ${hasLogin ? `<p><a href="${escapeHtml(login)}">Log in to open the snapshot</a></p>` : ''}`,
    head,
  );
}

function page(title: string, style: string, body: string, head = ''): StillPage {
  const nonce = randomBytes(16).toString('base64');
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(title)}</title>
    ${head}
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
    <h1 dir="auto">${escapeHtml(title)}</h1>
    ${body}
  </body>
</html>
`;
  return {html, nonce};
}

/** Numbers alone: they stand in a style sheet. */
function areaOf({x, w}: SnapshotTile, n: number): string {
  return `#tile-${n} { grid-column: ${x + 1} / span ${w}; }\n`;
}

/** @param formatted what it says, where it is a text */
function tileHtml(tile: SnapshotTile, n: number, formatted: string): string {
  const {kind, title, at} = tile;
  const heading = title === '' ? '' : `<h2 dir="auto">${escapeHtml(title)}</h2>`;
  const time = at === undefined ? '' : `<p class="note">${timeHtml(at)}</p>`;
  return `<article id="tile-${n}" class="${kind}">${heading}${time}${contentHtml(tile, formatted)}</article>`;
}

function contentHtml(tile: SnapshotTile, formatted: string): string {
  const {kind, title, text, value, head, rows, image} = tile;
  if (kind === 'text') return `<div dir="auto">${formatted}</div>`;
  if (image !== undefined) {
    const data = Buffer.from(image).toString('base64');
    return `<img alt="${escapeHtml(title)}" src="data:image/svg+xml;base64,${data}" />`;
  }
  if (value !== undefined) return `<p class="value"><bdi>${escapeHtml(value)}</bdi></p>`;
  if (head.length > 0) return tableHtml(head, rows);
  return paragraph('note', text);
}

function tableHtml(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map(cell => `<${tag} dir="auto">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map(one => row('td', one)).join('\n');
  return `<table><thead>${row('th', head)}</thead><tbody>${body}</tbody></table>`;
}

function paragraph(name: string, text: string): string {
  return text === '' ? '' : `<p class="${name}" dir="auto">${escapeHtml(text)}</p>`;
}

const words = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Of a server, which knows the time zone of no reader. */
function timeHtml(ms: number): string {
  const date = new Date(ms);
  return `<time datetime="${date.toISOString()}">${words.format(date)} UTC</time>`;
}

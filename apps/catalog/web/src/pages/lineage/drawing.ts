// The scene as an SVG. It is drawn anew from the scene and not copied from the page: what stands
// there are HTML cards in the part that is in sight, and a file is to have all of it, without style
// sheets.
import {serviceColour} from './card-colour.ts';
import {arrow, curve} from '../../graph/curve.ts';
import {type Card, type Scene, sizes} from './scene.ts';

/** Colours of a drawing; they stand for the page's variables, which a file does not have. */
export type Colours = {readonly of: (variable: string) => string; readonly background: string};

const margin = 24;
/** Of the system: a file that named the page's font would look different where that is missing. */
const font = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif';

/**
 * The whole scene as an SVG document of shapes and texts, which every program reads. `serviceOf`
 * tells a type's service.
 */
export function drawingOf(
  scene: Scene,
  colours: Colours,
  serviceOf: (typeName: string) => string,
): string {
  const places = [...scene.places.values()];
  const left = Math.min(...places.map(place => place.x)) - margin;
  const top = Math.min(...places.map(place => place.y)) - margin;
  const width = Math.max(...places.map(place => place.x + place.width)) + margin - left;
  const height = Math.max(...places.map(place => place.y + place.height)) + margin - top;
  const {of} = colours;
  // All lines of one colour as one path, as on the page.
  const lines = (color: string, list: Scene['lines'], dash = '') => {
    const path = list.map(line => curve(line.points)).join('');
    const heads = list.map(line => arrow(line.points)).join('');
    return `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.5"${dash}/><path d="${heads}" fill="${color}"/>`;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(height)}"`,
    ` viewBox="${left} ${top} ${width} ${height}" font-family="${font}">`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${colours.background}"/>`,
    lines(of('--gz-flow'), scene.lines),
    ...[false, true].map(isByHand => {
      const some = scene.columnLines.filter(one => (one.isByHand ?? false) === isByHand);
      const dash = ` stroke-dasharray="${isByHand ? '1.5 3' : '5 3'}"`;
      return some.length === 0 ? '' : lines(of('--gz-flow-lit'), some, dash);
    }),
    ...[...scene.cards.values()].map(card => drawnCard(card, scene, of, serviceOf)),
    '</svg>',
  ].join('');
}

function drawnCard(
  card: Card,
  {places, base}: Scene,
  of: Colours['of'],
  serviceOf: (typeName: string) => string,
): string {
  const place = places.get(card.guid);
  if (place === undefined) return '';
  const {x, y, width, height} = place;
  if (card.kind === 'junction')
    return `<circle cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2}" fill="${of('--gz-flow')}"/>`;
  const isProcess = card.kind === 'process';
  const isStack = card.kind === 'stack';
  // The same marks as on the page: colour of the border and of the ground, dashes for what is
  // deleted.
  const isBase = card.guid === base;
  const border = card.isDeleted
    ? of('--gz-deleted')
    : isBase
      ? of('--mantine-color-sea-7')
      : of('--gz-line');
  const fill = isBase
    ? of('--gz-chosen')
    : isProcess || isStack
      ? of('--gz-page')
      : of('--gz-card');
  const strike = card.isDeleted ? ' text-decoration="line-through"' : '';
  const inner = width - (isProcess ? 28 : 24);
  const text = (at: number, size: number, color: string, value: string, more = '') =>
    `<text x="${x + (isProcess ? 14 : 14)}" y="${y + at}" font-size="${size}" fill="${color}"${more}>${escaped(fitted(value, inner, size))}</text>`;
  // Resolved once for each card; the file has no variables.
  const ink = of('--mantine-color-text');
  const soft = of('--mantine-color-dimmed');
  const rowsTop = height - sizes.rowsEnd - card.rows.length * sizes.row;
  return [
    // Programs show it when the pointer rests on the card: names may be cut.
    `<g><title>${escaped(`${card.name} (${card.typeName})`)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${isProcess ? 18 : 8}" fill="${fill}" stroke="${border}"`,
    `${isBase ? ' stroke-width="2"' : ''}${card.isDeleted ? ' stroke-dasharray="4 3"' : ''}/>`,
    isProcess
      ? text(23, 13, ink, card.name, strike)
      : isStack
        ? text(31, 14, ink, card.name, ' font-weight="600"')
        : [
            `<rect x="${x}" y="${y + 6}" width="4" height="${height - 12}" rx="2" fill="${of(variableOf(serviceColour(serviceOf(card.typeName))))}"/>`,
            text(22, 14, ink, card.name, ` font-weight="600"${strike}`),
            text(39, 11.5, soft, card.isDeleted ? `${card.caption}, deleted` : card.caption),
            card.classifications.length > 0
              ? text(62, 11, of('--mantine-color-anchor'), card.classifications.join(' · '))
              : '',
            ...card.rows.map((row, n) => text(rowsTop + n * sizes.row + 16, 12.5, ink, row.name)),
          ].join(''),
    '</g>',
  ].join('');
}

function variableOf(colour: string): string {
  return colour.replace(/^var\((.*)\)$/, '$1');
}

/**
 * As much as fits, by the usual width of letters: a file is drawn with whatever font is there. No
 * measuring: the text is cut rather early than late.
 */
function fitted(text: string, width: number, size: number): string {
  const letters = Math.floor(width / (size * 0.56));
  const all = [...text.replaceAll(/\s+/g, ' ')];
  return all.length <= letters
    ? all.join('')
    : `${all.slice(0, Math.max(1, letters - 1)).join('')}…`;
}

function escaped(text: string): string {
  const safe: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
  // Characters that XML does not have would make the whole file unreadable.
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/g, char => safe[char] ?? char);
}

/** Browsers draw no larger pictures. */
const maxSide = 16_000;
const maxPixels = 120_000_000;

/** The drawing in pixels, twice as many as on the page as long as a browser can. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  // The page's policy allows pictures from data addresses only.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const {width, height} = image;
  // Sharp on screens with fine pixels, and no empty picture for a large graph.
  const scale = Math.min(
    2,
    maxSide / width,
    maxSide / height,
    Math.sqrt(maxPixels / (width * height)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser can’t draw images');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      blob =>
        blob === null
          ? reject(new Error('the image is too large for this browser'))
          : resolve(blob),
      'image/png',
    );
  });
}

import {queries} from '../api/queries.ts';
import classes from './card.module.css';
import {checksText, failingText} from './checks-text.ts';
import {deprecationText} from './deprecation-text.ts';
import {assetAddress, catalogQuery, knownTableQuery, type KnownAsset} from './known-tables.ts';

/**
 * Lines about a table, or a column of it, as the catalog knows it; none where it knows nothing.
 * @throws ApiFailure where the catalog is away: who shows a card leaves these lines out then.
 */
export async function cardLines(
  engine: string,
  [database, table]: readonly [string, string],
  column?: string,
): Promise<HTMLElement[]> {
  const {isThere, url} = await queries.fetchQuery(catalogQuery);
  if (!isThere) return [];
  const known = await queries.fetchQuery(knownTableQuery(engine, database, table));
  const asset = known?.asset;
  if (asset === undefined) return [];
  if (column !== undefined) {
    const found = asset.columns?.find(({name}) => name.toLowerCase() === column.toLowerCase());
    return found === undefined ? [] : told([...found.classifications, ...found.terms], found);
  }
  return [
    ...warning(asset),
    ...checked(asset),
    ...(asset.announcement === undefined ? [] : [line(asset.announcement)]),
    ...told([...certified(asset), ...asset.classifications, ...asset.terms], asset),
    ...(asset.owners.length === 0 ? [] : [line(`Owned by ${asset.owners.join(', ')}`)]),
    ...(url === undefined ? [] : [linkTo(assetAddress(url, asset.guid))]),
  ];
}

function certified({certification}: KnownAsset): string[] {
  return certification === 'Certified' ? [certification] : [];
}

function checked(asset: KnownAsset): HTMLElement[] {
  const text = checksText(asset);
  if (text === undefined) return [];
  const row = line(text);
  if (failingText(asset) !== undefined) row.className = classes['warning'] ?? '';
  return [row];
}

function warning(asset: KnownAsset): HTMLElement[] {
  const text = deprecationText(asset);
  if (text === undefined) return [];
  const row = line(text);
  row.className = classes['warning'] ?? '';
  return [row];
}

function told(
  marks: readonly string[],
  {description}: {readonly description?: string | undefined},
): HTMLElement[] {
  const row = document.createElement('div');
  row.append(
    ...marks.flatMap(one => {
      const mark = document.createElement('span');
      mark.className = classes['mark'] ?? '';
      mark.textContent = one;
      return [mark, ' '];
    }),
  );
  return [
    ...(description === undefined ? [] : [line(description)]),
    ...(marks.length === 0 ? [] : [row]),
  ];
}

function line(text: string): HTMLElement {
  const row = document.createElement('div');
  row.dir = 'auto';
  row.textContent = text;
  return row;
}

function linkTo(address: string): HTMLElement {
  const link = document.createElement('a');
  link.className = classes['link'] ?? '';
  link.href = address;
  link.textContent = 'Open in catalog';
  return link;
}

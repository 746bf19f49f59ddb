import type {Results} from './measure.ts';

/**
 * What a prototype of the store reached on SQLite on a machine of two cores, searches on 1,000,000
 * entities.
 */
const floors: readonly {
  measure: string;
  least?: number;
  most?: number;
  unit: string;
  entities?: number;
}[] = [
  {measure: 'store: entities, one table of 20 columns a commit, 1 client', least: 9000, unit: '/s'},
  {measure: 'store: read by unique attribute', most: 0.1, unit: ' ms'},
  ...['cust*', 'ware*'].map(words => ({...pageOf(words), most: 1})),
  ...['owner7', 'refund customer'].map(words => ({...pageOf(words), most: 50})),
];

function pageOf(words: string) {
  return {measure: `store: search \`${words}\`, first 25 alone`, unit: ' ms', entities: 1_000_000};
}

/** A table of the floors, with the middle times measured on SQLite at the largest size. */
export function floorTable(results: Results): string {
  const rows = floors.flatMap(({measure, least, most, unit, entities = 0}) => {
    const last = results.all.findLast(one => one.measure === measure && one.database === 'SQLite');
    if (last?.amount === undefined || last.entities < entities) return [];
    const isMet = last.amount >= (least ?? 0) && last.amount <= (most ?? Infinity);
    const floor =
      least === undefined ? `under ${most}${unit}` : `${least.toLocaleString('en')}${unit}`;
    return [`| ${measure} | ${floor} | ${last.value} | ${isMet ? 'met' : '**missed**'} |`];
  });
  return rows.length === 0
    ? ''
    : ['| SQLite | floor | measured | |', '|---|---:|---:|---|', ...rows].join('\n');
}

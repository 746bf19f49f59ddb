import type {DiffLine} from '../api/wire.ts';

export type Side = {readonly number: number; readonly text: string};

/** A line of two texts beside each other, or how many lines alike are left out. */
export type DiffRow =
  | {
      readonly kind: 'same' | 'changed';
      readonly left: Side | undefined;
      readonly right: Side | undefined;
    }
  | {readonly kind: 'gap'; readonly count: number};

/** Lines around a change that tell where it is. */
const around = 3;

/** What went stands beside what came in its place. */
export function sideBySide(lines: readonly DiffLine[], isWhole: boolean): DiffRow[] {
  const rows: DiffRow[] = [];
  let [removed, added]: [Side[], Side[]] = [[], []];
  const flush = () => {
    for (let n = 0; n < Math.max(removed.length, added.length); n++)
      rows.push({kind: 'changed', left: removed[n], right: added[n]});
    [removed, added] = [[], []];
  };
  for (const {kind, text, from = 0, to = 0} of lines) {
    if (kind === 'removed') removed.push({number: from, text});
    else if (kind === 'added') added.push({number: to, text});
    else {
      flush();
      rows.push({kind: 'same', left: {number: from, text}, right: {number: to, text}});
    }
  }
  flush();
  return isWhole ? rows : withGaps(rows);
}

function withGaps(rows: readonly DiffRow[]): DiffRow[] {
  const isNear = rows.map(() => false);
  for (const [n, {kind}] of rows.entries()) {
    if (kind === 'changed') isNear.fill(true, Math.max(0, n - around), n + around + 1);
  }
  const shown: DiffRow[] = [];
  for (let n = 0; n < rows.length;) {
    const next = isNear.indexOf(true, n);
    const end = next < 0 ? rows.length : next;
    // A single line takes no more room than the word that it is missing.
    if (end - n > 1) shown.push({kind: 'gap', count: end - n});
    else shown.push(...rows.slice(n, end));
    n = end;
    while (n < rows.length && isNear[n] === true) shown.push(rows[n++] as DiffRow);
  }
  return shown;
}

import {diffArrays} from 'diff';

/** `from` and `to` are line numbers from 1 on. */
export type DiffLine =
  | {readonly kind: 'same'; readonly text: string; readonly from: number; readonly to: number}
  | {readonly kind: 'removed'; readonly text: string; readonly from: number}
  | {readonly kind: 'added'; readonly text: string; readonly to: number};

/**
 * Lines removed and added at most; beyond it the work would grow with their square, and a part
 * counts as replaced.
 */
const maxEditLength = 1000;

/** Line by line, what is the same, what went and what came: as few changes as possible (Myers). */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(a, b, {maxEditLength}) ?? replaced(a, b);
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  for (const {value, added, removed} of changes) {
    for (const text of value) {
      if (removed) lines.push({kind: 'removed', text, from: ++from});
      else if (added) lines.push({kind: 'added', text, to: ++to});
      else lines.push({kind: 'same', text, from: ++from, to: ++to});
    }
  }
  return lines;
}

/** The same head, and all the rest replaced. */
function replaced(a: string[], b: string[]) {
  const change = a.findIndex((line, n) => line !== b[n]);
  const head = change < 0 ? a.length : change;
  return [
    {value: a.slice(0, head), removed: false, added: false},
    {value: a.slice(head), removed: true, added: false},
    {value: b.slice(head), removed: false, added: true},
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}

import {maxDepth, maxDetails} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

type Node = {
  readonly name: string;
  /** What stands in brackets behind its name. */
  readonly told: string;
  readonly lines: string[];
  readonly children: Node[];
};

/** `|  |--07:EXCHANGE [BROADCAST]`: its depth, whether a branch begins, and the rest. */
const written = /^((?:\| {2})*)(\|--)?(.*)$/;
/** `04:HASH JOIN [INNER JOIN, BROADCAST]`, and what rows end in. */
const step = /^(?:\d+:)?([A-Z][A-Z0-9]*(?:[ -][A-Z0-9]+)*)(?: \[(.*)\])?$/;
const numbered = /^\d+:[A-Z]/;
const ends = /^(?:PLAN-ROOT SINK|JOIN BUILD|(?:WRITE|INSERT|UPSERT|UPDATE|DELETE|MERGE)\b.*)$/;
/** Lines of a step that are figures, or tell nothing beside the text. */
const untold =
  /^(?:F\d+:PLAN FRAGMENT|Per-(?:Host|Instance)|mem-estimate|(?:tuple-ids=\S+ )?row-size|hosts=|in pipelines|extrapolated-rows|stored statistics|(?:table|columns):|partitions: |(?:table|column) stats:|join-table-id|hash-table-id)/;
const thousands: Readonly<Record<string, number>> = {'': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12};
const bytes: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
  TB: 1024 ** 4,
  PB: 1024 ** 5,
};

/**
 * The plan in what Impala answers to EXPLAIN; undefined for another text. What stands below a step
 * at its depth gives it rows, as each branch does that begins there.
 */
export function impalaPlan(text: string): PlanStep | undefined {
  /** The last step of each depth. */
  const open: Node[] = [];
  let root: Node | undefined;
  let last: Node | undefined;
  for (const line of text.split('\n')) {
    const [, bars = '', branch, rest = ''] = written.exec(line.trimEnd()) ?? [];
    const depth = bars.length / 3 + (branch === undefined ? 0 : 1);
    if (branch !== undefined) open.length = Math.min(open.length, depth);
    const node = nodeOf(rest);
    if (node === undefined || depth > maxDepth) {
      const detail = rest.replace(/^[| ]+/, '');
      if (detail !== '' && !untold.test(detail)) last?.lines.push(detail);
      else if (/cardinality=/.test(detail)) last?.lines.unshift(detail);
      continue;
    }
    (open[depth] ?? open[depth - 1])?.children.push(node);
    open.length = Math.min(open.length, depth + 1);
    open[depth] = node;
    last = node;
    root ??= node;
  }
  // A line in capitals alone is no plan.
  return root === undefined || root.children.length === 0 ? undefined : stepOf(root, 0);
}

function nodeOf(text: string): Node | undefined {
  if (!numbered.test(text) && !ends.test(text)) return undefined;
  const [, name = text, told = ''] = step.exec(text) ?? [];
  return {name, told, lines: [], children: []};
}

function stepOf({name, told, lines, children}: Node, depth: number): PlanStep {
  const figures = lines.find(line => /cardinality=/.test(line)) ?? '';
  const size = lines.map(line => /(?<![\w-])size=([\d.]+)([KMGTP]?B)\b/.exec(line)).find(Boolean);
  const rows = figureOf(/cardinality=([\d.]+)([KMBT]?)/.exec(figures), thousands);
  const width = figureOf(/row-size=([\d.]+)([KMGTP]?B)/.exec(figures), bytes);
  return {
    name,
    details: [told, ...lines.filter(line => line !== figures)]
      .filter(line => line !== '')
      .slice(0, maxDetails),
    note: noteOf(name, told),
    estimatedRows: rows,
    estimatedBytes:
      rows === undefined || width === undefined ? figureOf(size, bytes) : Math.round(rows * width),
    rows: undefined,
    ms: undefined,
    children: depth < maxDepth ? children.map(one => stepOf(one, depth + 1)) : [],
  };
}

function figureOf(
  found: RegExpExecArray | null | undefined,
  units: Readonly<Record<string, number>>,
): number | undefined {
  const unit = units[found?.[2] ?? ''];
  return found && unit !== undefined ? Math.round(Number(found[1]) * unit) : undefined;
}

function noteOf(name: string, told: string): string | undefined {
  if (name.endsWith('EXCHANGE')) return 'Rows are moved between machines.';
  return told.startsWith('CROSS JOIN') ? 'Each row is joined with all others.' : undefined;
}

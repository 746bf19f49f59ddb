import {maxDepth} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

type Node = {readonly step: PlanStep; readonly children: Node[]; readonly depth: number};

/** What costs much in a cluster, whatever the number of rows. */
const notes: Readonly<Record<string, string>> = {
  Exchange: 'Rows are moved between machines.',
  CartesianProduct: 'Each row is joined with all others.',
  BroadcastNestedLoopJoin: 'Each row is compared with all others.',
};
/** Parts of a scan that tell nothing beside the text. */
const untold = /^(?:Batched|Format|ReadSchema): |: \[\]$/;

/** A table in the logical plan of EXPLAIN COST. */
const relation =
  /Relation ([^\s[]+)\[.*Statistics\(sizeInBytes=([\d.E+-]+) (\w+)(?:, rowCount=([\d.E+-]+))?/g;
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

type Size = Pick<PlanStep, 'estimatedRows' | 'estimatedBytes'>;

/**
 * The physical plan in what Spark answers to EXPLAIN, with the sizes of tables that EXPLAIN COST
 * has beside it; undefined where there is none.
 */
export function sparkPlan(text: string): PlanStep | undefined {
  const sizes = new Map<string, Size>();
  for (const [, table = '', size, unit = '', rows] of text.matchAll(relation))
    sizes.set(table, {
      estimatedRows: rows === undefined ? undefined : Number(rows),
      estimatedBytes: Number(size) * 1024 ** Math.max(0, units.indexOf(unit)),
    });
  const [, tree = ''] = /== Physical Plan ==\n([^]*?)(?:\n\s*\n|$)/.exec(text) ?? [];
  const open: Node[] = [];
  let root: Node | undefined;
  for (const line of tree.split('\n')) {
    const [indent = ''] = /^(?:[: ] {2})*(?:[+:]- )?/.exec(line) ?? [];
    const written = line.slice(indent.length);
    if (written.trim() === '') continue;
    const depth = indent.length / 3;
    const node: Node = {step: stepOf(written, sizes), children: [], depth};
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    open.at(-1)?.children.push(node);
    open.push(node);
    root ??= node;
  }
  if (root === undefined) return undefined;
  const [only] = root.children;
  // It only says that the plan may change while it runs.
  return joined(root.step.name === 'AdaptiveSparkPlan' && only !== undefined ? only : root, 0);
}

function joined({step, children}: Node, depth: number): PlanStep {
  const below = depth < maxDepth ? children.map(one => joined(one, depth + 1)) : [];
  return {...step, children: below};
}

/** `Filter isnotnull(a#1)`, `FileScan parquet db.t[a#1] Batched: true, …`, `*(1) Project [a#1]`. */
function stepOf(written: string, sizes: ReadonlyMap<string, Size>): PlanStep {
  const plain = written.replace(/^\*\(\d+\) /, '').replaceAll(/#\d+L?\b/g, '');
  const [name = ''] = /^\w+/.exec(plain) ?? [];
  const details = plain
    .slice(name.length)
    .split(/,? (?=[A-Z]\w+: )/)
    .map(detail => detail.trim())
    .filter(detail => detail !== '' && !untold.test(detail));
  const [, table = ''] = /^\w+ (\S+?)\[/.exec(details[0] ?? '') ?? [];
  return {
    name,
    details,
    note: notes[name],
    estimatedRows: undefined,
    ...(name.endsWith('Scan') && sizes.get(table)),
    rows: undefined,
    ms: undefined,
    children: [],
  };
}

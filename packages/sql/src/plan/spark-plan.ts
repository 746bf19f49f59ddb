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

/** The physical plan in what Spark answers to EXPLAIN; undefined where there is none. */
export function sparkPlan(text: string): PlanStep | undefined {
  const [, tree = ''] = /== Physical Plan ==\n([^]*?)(?:\n\s*\n|$)/.exec(text) ?? [];
  const open: Node[] = [];
  let root: Node | undefined;
  for (const line of tree.split('\n')) {
    const [, indent, written = ''] = /^((?:[: ] {2})*(?:[+:]- )?)(.*)$/.exec(line) ?? [];
    if (indent === undefined || written.trim() === '') continue;
    const depth = indent.length / 3;
    const node: Node = {step: stepOf(written), children: [], depth};
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    open.at(-1)?.children.push(node);
    open.push(node);
    root ??= node;
  }
  if (root === undefined) return undefined;
  const [only] = root.children;
  // It only says that the plan may change while it runs.
  return joined(root.step.name === 'AdaptiveSparkPlan' && only !== undefined ? only : root);
}

function joined({step, children}: Node): PlanStep {
  return {...step, children: children.map(joined)};
}

/** `Filter isnotnull(a#1)`, `FileScan parquet db.t[a#1] Batched: true, …`, `*(1) Project [a#1]`. */
function stepOf(written: string): PlanStep {
  const plain = written.replace(/^\*\(\d+\) /, '').replaceAll(/#\d+L?\b/g, '');
  const [name = ''] = /^\w+/.exec(plain) ?? [];
  const details = plain
    .slice(name.length)
    .split(/,? (?=[A-Z]\w+: )/)
    .map(detail => detail.trim())
    .filter(detail => detail !== '' && !untold.test(detail));
  return {
    name,
    details,
    note: notes[name],
    estimatedRows: undefined,
    rows: undefined,
    ms: undefined,
    children: [],
  };
}

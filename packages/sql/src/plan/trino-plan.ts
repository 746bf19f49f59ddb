import {maxDepth, maxDetails} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

type Node = {
  readonly name: string;
  /** What stands behind its name. */
  readonly told: string;
  readonly lines: string[];
  readonly children: Node[];
  readonly depth: number;
};

/** A part of a plan that runs on several machines, and how it hands on its rows. */
type Fragment = {readonly partitioning: string; readonly root: Node};

const head = /^Fragment (\S+) \[/;
/** `Aggregate[type = FINAL, keys = [name]]` */
const step = /^([A-Z]\w*)\[(.*)\]$/;
const branch = /^[ │]*[├└]─ /;
/** Lines of a step that are figures, or tell nothing beside the text. */
const untold =
  /^(?:Layout|Estimates|CPU|Input avg\.|Input|Dynamic filters|Distribution): ?|Input std\.dev\.|^(?:-|::) /;
const bytes: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
  TB: 1024 ** 4,
  PB: 1024 ** 5,
};
const times: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const notes: Readonly<Record<string, string>> = {
  RemoteSource: 'Rows are moved between machines.',
  CrossJoin: 'Each row is joined with all others.',
};

/**
 * The plan in what Trino answers to EXPLAIN and EXPLAIN ANALYZE; undefined for another text. What a
 * fragment reads from another one is drawn below the step that reads it.
 */
export function trinoPlan(text: string): PlanStep | undefined {
  const fragments = new Map<string, Fragment>();
  for (const written of text.split(/^(?=Fragment \S+ \[)/m)) {
    const [, id] = head.exec(written) ?? [];
    const fragment = id === undefined ? undefined : fragmentOf(written);
    if (id !== undefined && fragment !== undefined) fragments.set(id, fragment);
  }
  const [first] = fragments;
  if (first === undefined) return undefined;
  fragments.delete(first[0]);
  return stepOf(first[1].root, fragments, 0);
}

function fragmentOf(written: string): Fragment | undefined {
  const open: Node[] = [];
  let root: Node | undefined;
  let partitioning = '';
  for (const line of written.split('\n').slice(1)) {
    const text = line.replace(/^[ │├└─]+/, '');
    const [, name, told = ''] = step.exec(text) ?? [];
    if (name !== undefined && (root === undefined || branch.test(line))) {
      const node: Node = {name, told, lines: [], children: [], depth: line.length - text.length};
      while ((open.at(-1)?.depth ?? -1) >= node.depth) open.pop();
      open.at(-1)?.children.push(node);
      open.push(node);
      root ??= node;
    } else if (root === undefined)
      partitioning = /^Output partitioning: (.*)/.exec(text)?.[1] ?? partitioning;
    else if (text !== '') open.at(-1)?.lines.push(text);
  }
  return root && {partitioning, root};
}

function stepOf(node: Node, fragments: Map<string, Fragment>, depth: number): PlanStep {
  const {name, told, lines, children} = node;
  const [, sources = ''] = /^sourceFragmentIds = \[(.*)\]$/.exec(told) ?? [];
  const read = sources.split(', ').flatMap(id => {
    const found = fragments.get(id);
    // Each is drawn once.
    fragments.delete(id);
    return found ?? [];
  });
  const below = [...children, ...read.map(({root}) => root)];
  const how = read.map(({partitioning}) => partitioning.replace(/ \[\]$/, ''));
  return {
    name,
    details: [...(sources === '' ? [told] : how), ...lines.filter(line => !untold.test(line))]
      .filter(line => line !== '')
      .slice(0, maxDetails),
    note: notes[name],
    ...figuresOf(lines),
    children: depth < maxDepth ? below.map(one => stepOf(one, fragments, depth + 1)) : [],
  };
}

/** Of a scan with a filter, what is left by the filter comes last. */
function figuresOf(
  lines: readonly string[],
): Pick<PlanStep, 'estimatedRows' | 'estimatedBytes' | 'rows' | 'ms'> {
  const line = (start: string) => lines.find(one => one.startsWith(start)) ?? '';
  const [, rows, size, unit = ''] =
    /.*\{rows: (\d+) \(([\d.]+)([a-zA-Z]+)\)/.exec(line('Estimates: ')) ?? [];
  const ran = line('CPU: ');
  const [, time, timeUnit = ''] = /Scheduled: ([\d.]+)([a-z]+)/.exec(ran) ?? [];
  const [, given] = /Output: (\d+) rows?/.exec(ran) ?? [];
  return {
    estimatedRows: numberOf(rows, 1),
    estimatedBytes: numberOf(size, bytes[unit]),
    rows: numberOf(given, 1),
    ms: numberOf(time, times[timeUnit]),
  };
}

function numberOf(digits: string | undefined, factor: number | undefined): number | undefined {
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

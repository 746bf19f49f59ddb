import {jsonOf, maxDepth, maxDetails, membersOf} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

type Members = Readonly<Record<string, unknown>>;

/** A step as Hive writes it: those that it gives its rows to stand inside of it. */
type Operator = {
  readonly name: string;
  readonly info: Members;
  /** The vertex of a graph, or the stage, that it works in. */
  readonly place: string;
  /** Those that it has its rows from. */
  readonly inputs: Operator[];
};

/** What is told of a step, in the words of Hive, and what it is called here. */
const told: readonly (readonly [key: string, label: string])[] = [
  ['predicate:', ''],
  ['filterExpr:', 'filter: '],
  ['condition map:', ''],
  ['keys:', 'keys: '],
  ['key expressions:', 'keys: '],
  ['aggregations:', ''],
  ['mode:', 'mode: '],
  ['expressions:', ''],
  ['top n:', 'first '],
  ['Number of rows:', 'first '],
];
/** Of each expression, though the names tell enough. */
const types = / \(type: [^()]*(?:\([^()]*\)[^()]*)*\)/g;

/** The plan in what Hive answers to EXPLAIN FORMATTED; undefined for another text. */
export function hivePlan(text: string): PlanStep | undefined {
  const {'STAGE PLANS': stages} = membersOf(jsonOf(text));
  if (stages === undefined) return undefined;
  const operators = Object.entries(membersOf(stages)).flatMap(([name, stage]) =>
    operatorsOf(stage, name),
  );
  connect(operators);
  const read = new Set(operators.flatMap(({inputs}) => inputs));
  // Who fetches the rows is no step where others have made them.
  const ends = operators.filter(one => !read.has(one) && !(isSink(one) && one.inputs.length === 0));
  const drawn = new Set<Operator>();
  const steps = ends.map(end => stepOf(end, drawn));
  return steps.length > 1 ? plain('Output', steps) : steps[0];
}

function isSink({name}: Operator): boolean {
  return name === 'ListSink';
}

/** All steps of a stage, wherever Hive has put them. */
function operatorsOf(written: unknown, place: string, depth = 0): Operator[] {
  if (depth > maxDepth) return [];
  return Object.entries(membersOf(written)).flatMap(([key, value]) => {
    if (key.endsWith('Operator Tree:') || key === 'Processor Tree:')
      return [value].flat().flatMap(tree => chain(tree, place, undefined, depth));
    if (key === 'Vertices:')
      return Object.entries(membersOf(value)).flatMap(([name, vertex]) =>
        operatorsOf(vertex, name, depth + 1),
      );
    return typeof value === 'object' ? operatorsOf(value, place, depth + 1) : [];
  });
}

function chain(
  written: unknown,
  place: string,
  before: Operator | undefined,
  depth: number,
): Operator[] {
  if (depth > maxDepth) return [];
  return Object.entries(membersOf(written)).flatMap(([name, value]) => {
    const info = membersOf(value);
    const own: Operator = {name, info, place, inputs: before === undefined ? [] : [before]};
    return [
      own,
      ...[info['children'] ?? []].flat().flatMap(one => chain(one, place, own, depth + 1)),
    ];
  });
}

/** What one vertex gives to another: to the join that names it, or to what stands there first. */
function connect(operators: readonly Operator[]): void {
  for (const giving of operators) {
    const to = giving.info['outputname:'];
    if (to === undefined) continue;
    const there = operators.filter(({place}) => place === to);
    const join = there.find(({info}) =>
      Object.values(membersOf(info['input vertices:'])).includes(giving.place),
    );
    (join ?? there[0])?.inputs.push(giving);
  }
}

function stepOf(operator: Operator, drawn: Set<Operator>): PlanStep {
  const {name, info, inputs, place} = operator;
  drawn.add(operator);
  const statistics = String(info['Statistics:'] ?? '');
  const figure = (what: string) => {
    const [, digits] = new RegExp(`${what}: (\\d+)`).exec(statistics) ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  return {
    ...plain(name.replace(/ Operator$/, ''), []),
    details: detailsOf(info, place),
    note: noteOf(operator),
    estimatedRows: figure('Num rows'),
    estimatedBytes: figure('Data size'),
    // What several steps read is drawn once.
    children: inputs.filter(one => !drawn.has(one)).map(one => stepOf(one, drawn)),
  };
}

function plain(name: string, children: readonly PlanStep[]): PlanStep {
  return {name, details: [], estimatedRows: undefined, rows: undefined, ms: undefined, children};
}

function detailsOf(info: Members, place: string): string[] {
  const table = info['table:'];
  const named = membersOf(table)['name:'] ?? table;
  const database = typeof table === 'string' ? `${String(info['database:'])}.` : '';
  return [
    ...(typeof named === 'string' ? [`${database}${named}`] : []),
    ...told.flatMap(([key, label]) => {
      const text = textOf(info[key]).replaceAll(types, '');
      return text === '' ? [] : [`${label}${text}`];
    }),
    place,
  ].slice(0, maxDetails);
}

/** Lists and sides of joins in a line. */
function textOf(value: unknown, depth = 0): string {
  if (depth > maxDepth) return '';
  if (Array.isArray(value)) return value.map(one => textOf(one, depth + 1)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map(one => textOf(one, depth + 1))
      .join(' = ');
  return value === undefined || value === null ? '' : String(value);
}

function noteOf({name, info}: Operator): string | undefined {
  if (name === 'Reduce Output Operator') return 'Rows are moved between machines.';
  const keys = Object.values(membersOf(info['keys:']));
  return name.endsWith('Join Operator') && keys.every(key => key === '')
    ? 'Each row is joined with all others.'
    : undefined;
}

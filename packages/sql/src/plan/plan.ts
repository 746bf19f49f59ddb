/** A step of a plan, with those that it reads from. */
export type PlanStep = {
  readonly name: string;
  /** What it does with what, a line each. */
  readonly details: readonly string[];
  /** Why it is worth a look whatever its figures are. */
  readonly note?: string | undefined;
  /** Rows that it gives, as the engine thinks before it has run. */
  readonly estimatedRows: number | undefined;
  /** Rows that it gave, and how long it took itself, where it was run. */
  readonly rows: number | undefined;
  readonly ms: number | undefined;
  readonly children: readonly PlanStep[];
};

/** What is worth a look in a plan: the step that took longest, or has most rows. */
export type Heaviest = {readonly by: 'ms' | 'rows'; readonly most: number};

/** Undefined where the plan tells neither times nor rows. */
export function heaviestOf(root: PlanStep): Heaviest | undefined {
  const steps = stepsOf(root);
  const longest = Math.max(0, ...steps.map(({ms}) => ms ?? 0));
  if (longest > 0) return {by: 'ms', most: longest};
  const most = Math.max(0, ...steps.map(step => rowsOf(step) ?? 0));
  return most > 0 ? {by: 'rows', most} : undefined;
}

export function rowsOf({rows, estimatedRows}: PlanStep): number | undefined {
  return rows ?? estimatedRows;
}

/** A step and all below it. */
export function stepsOf(root: PlanStep): PlanStep[] {
  return [root, ...root.children.flatMap(stepsOf)];
}

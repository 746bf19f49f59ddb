/** A step of a plan, with those that it reads from. */
export type PlanStep = {
  readonly name: string;
  /** What it does with what, a line each. */
  readonly details: readonly string[];
  /** Why it is worth a look whatever its figures are. */
  readonly note?: string | undefined;
  /** Rows that it gives, as the engine thinks before it has run. */
  readonly estimatedRows: number | undefined;
  /** How large they are together, as the engine thinks. */
  readonly estimatedBytes?: number | undefined;
  /** What it costs itself, in the units of the engine, as that thinks. */
  readonly cost?: number | undefined;
  /** Rows that it gave, and how long it took itself, where it was run. */
  readonly rows: number | undefined;
  readonly ms: number | undefined;
  readonly children: readonly PlanStep[];
};

/** What is worth a look in a plan: the step that took longest, or has most rows or bytes. */
export type Heaviest = {readonly by: keyof typeof figures; readonly most: number};

/** The one that tells most of what a plan costs comes first. */
const figures = {
  ms: ({ms}: PlanStep) => ms,
  cost: ({cost}: PlanStep) => cost,
  rows: ({rows, estimatedRows}: PlanStep) => rows ?? estimatedRows,
  bytes: ({estimatedBytes}: PlanStep) => estimatedBytes,
};

/** Undefined where the plan tells nothing in figures. */
export function heaviestOf(root: PlanStep): Heaviest | undefined {
  const steps = stepsOf(root);
  for (const by of ['ms', 'cost', 'rows', 'bytes'] as const) {
    const most = Math.max(0, ...steps.map(step => figures[by](step) ?? 0));
    if (most > 0) return {by, most};
  }
  return undefined;
}

/** How much of the heaviest step a step is, from 0 to 1. */
export function weightOf(step: PlanStep, heaviest: Heaviest | undefined): number {
  return heaviest === undefined ? 0 : (figures[heaviest.by](step) ?? 0) / heaviest.most;
}

/** A step and all below it. */
export function stepsOf(root: PlanStep): PlanStep[] {
  return [root, ...root.children.flatMap(stepsOf)];
}

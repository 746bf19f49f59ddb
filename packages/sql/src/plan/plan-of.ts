import {duckDbPlan} from './duckdb-plan.ts';
import type {PlanStep} from './plan.ts';
import {sparkPlan} from './spark-plan.ts';

/**
 * The steps of a plan, from what an engine answers to EXPLAIN; undefined for what is no plan, or
 * none that is known here.
 * @param data where the engine has the plan as data
 * @param text what people read
 */
export function planOf(data: string, text: string): PlanStep | undefined {
  return data === '' ? sparkPlan(text) : duckDbPlan(data);
}

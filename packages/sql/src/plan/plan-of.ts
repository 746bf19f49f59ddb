import {duckDbPlan} from './duckdb-plan.ts';
import {hivePlan} from './hive-plan.ts';
import {impalaPlan} from './impala-plan.ts';
import {mySqlPlan} from './mysql-plan.ts';
import {mySqlTreePlan} from './mysql-tree-plan.ts';
import type {PlanStep} from './plan.ts';
import {postgresPlan} from './postgres-plan.ts';
import {sparkPlan} from './spark-plan.ts';
import {trinoPlan} from './trino-plan.ts';

/** What a plan looks like tells whose it is. */
const readers = [
  hivePlan,
  duckDbPlan,
  postgresPlan,
  mySqlPlan,
  mySqlTreePlan,
  sparkPlan,
  trinoPlan,
  impalaPlan,
];

/**
 * The steps of a plan, from what an engine answers to EXPLAIN; undefined for what is no plan, or
 * none that is known here.
 * @param data where the engine has the plan as data
 * @param text what people read
 */
export function planOf(data: string, text: string): PlanStep | undefined {
  for (const written of [data, text])
    for (const read of readers) {
      const plan = read(written);
      if (plan !== undefined) return plan;
    }
  return undefined;
}

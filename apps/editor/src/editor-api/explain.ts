import {form} from '@gazetteer/kernel';
import {flag, text, textIn} from '@gazetteer/kernel/loose-fields';
import {flag as flagShape, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {readsOnly, withVariables} from '@gazetteer/sql';
import type {Answer} from '../engine/sql-dialect.ts';
import {chooseStatement} from '../statement/choose-statement.ts';
import {ask, metadataLimits, queryOnce} from '../engine/query-once.ts';
import {withSessionTurn} from '../statement/session-turns.ts';
import {numberOf, status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {query} from '../operation.ts';
import {findEngine} from './find-engine.ts';
import {notebookFields, preparationOf, variablesOf} from './notebook-fields.ts';

/** The plan of a statement. What is wrong with the statement is told in place of its plan. */
export const explain = query('POST /explain', {
  summary: 'The plan of a statement',
  description: 'What is wrong with the statement is told in place of its plan.',
  body: form({
    ...notebookFields,
    type: text('The engine, in place of a snippet'),
    statement: text('In place of a snippet'),
    database: text('In place of a snippet', 'default'),
    analyze: flag('Runs the statement for rows and times in `plan`, where `can_analyze` says so'),
  }),
  answer: answer({
    explanation: textShape('The plan'),
    statement: textShape('The statement'),
    plan: textShape('The plan as data, in the form of the engine; empty where it has none'),
    can_analyze: flagShape(
      'Whether it reads only, on an engine that tells rows and times of a run',
    ),
  }),
  run: async (e, {snippet, variables, properties, analyze, ...given}, {actor, signal}) => {
    const engine = findEngine(e, textIn(snippet, 'type') || given.type);
    const whole = withVariables(
      textIn(snippet, 'statement') || given.statement,
      variablesOf(snippet, variables),
    );
    const statement = chooseStatement(whole, engine.dialect)?.statement ?? '';
    if (statement === '') return explained('There is no statement to explain', statement);
    const measured = readsOnly(statement, engine.dialect)
      ? engine.sql.explainMeasured?.(statement, engine.dialect)
      : undefined;
    if (analyze && measured === undefined)
      throw new AppError('BAD_REQUEST', [
        'Only statements that read can be run for their plan, on engines that tell rows and times.',
      ]);
    const preparation = preparationOf(engine, snippet['properties'], properties);
    const wanted = {
      database: textIn(snippet, 'database') || given.database,
      keepsDatabase: true,
      settings: preparation.settings,
      preparations: preparation.statements,
    };
    try {
      return await e.pool.use(engine, {name: actor.userName}, async session => {
        return await withSessionTurn(session, engine, wanted, async () => {
          const told = await queryOnce(session, `EXPLAIN ${statement}`, metadataLimits, signal());
          const asData = analyze ? measured : engine.sql.explainAsData?.(statement, engine.dialect);
          const plan =
            asData === undefined
              ? ''
              : await ask(session, asData, signal()).catch((error: unknown) => {
                  if (analyze || numberOf(error) !== status.queryFailed) throw error;
                  // The text tells the plan as well.
                  return '';
                });
          return explained(planOf(told), statement, {plan, can_analyze: measured !== undefined});
        });
      });
    } catch (error) {
      if (numberOf(error) !== status.queryFailed) throw error;
      return explained((error as Error).message, statement);
    }
  },
});

function explained(explanation: string, statement: string, known = {plan: '', can_analyze: false}) {
  return {status: status.ok, explanation, statement, ...known};
}

/**
 * Engines answer lines. The embedded one names its plans in a column beside them, which would push
 * the first line aside.
 */
function planOf({columns, rows}: Answer): string {
  const only = columns.findIndex(({name}) => name === 'explain_value');
  return rows.map(row => (only < 0 ? row.join('\t') : String(row[only]))).join('\n');
}

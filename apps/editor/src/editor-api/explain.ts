import {form} from '@gazetteer/kernel';
import {text, textIn} from '@gazetteer/kernel/loose-fields';
import {text as textShape} from '@gazetteer/kernel/shape';
import {withVariables} from '@gazetteer/sql';
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
  }),
  answer: answer({
    explanation: textShape('The plan'),
    statement: textShape('The statement'),
    plan: textShape('The plan as data, in the form of the engine; empty where it has none'),
  }),
  run: async (e, {snippet, variables, properties, ...given}, {actor: {userName}}) => {
    const engine = findEngine(e, textIn(snippet, 'type') || given.type);
    const whole = withVariables(
      textIn(snippet, 'statement') || given.statement,
      variablesOf(snippet, variables),
    );
    const statement = chooseStatement(whole, engine.dialect)?.statement ?? '';
    if (statement === '') return explained('There is no statement to explain', statement);
    const preparation = preparationOf(engine, snippet['properties'], properties);
    const database = textIn(snippet, 'database') || given.database;
    try {
      const found = await e.pool.use(engine, {name: userName}, async session => {
        const wanted = {
          database,
          keepsDatabase: true,
          settings: preparation.settings,
          preparations: preparation.statements,
        };
        return await withSessionTurn(session, engine, wanted, async () => {
          const text = planOf(await queryOnce(session, `EXPLAIN ${statement}`, metadataLimits));
          const asData = engine.sql.explainAsData?.(statement);
          return {text, plan: asData === undefined ? '' : await ask(session, asData)};
        });
      });
      return explained(found.text, statement, found.plan);
    } catch (error) {
      if (numberOf(error) !== status.queryFailed) throw error;
      return explained((error as Error).message, statement);
    }
  },
});

function explained(explanation: string, statement: string, plan = '') {
  return {status: status.ok, explanation, statement, plan};
}

/**
 * Engines answer lines. The embedded one names its plans in a column beside them, which would push
 * the first line aside.
 */
function planOf({columns, rows}: Answer): string {
  const only = columns.findIndex(({name}) => name === 'explain_value');
  return rows.map(row => (only < 0 ? row.join('\t') : String(row[only]))).join('\n');
}

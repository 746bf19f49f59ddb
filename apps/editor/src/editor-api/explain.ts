import {withVariables} from '@gazetteer/sql';
import type {Editor} from '../editor.ts';
import type {Answer} from '../engine/sql-dialect.ts';
import {chooseStatement} from '../statement/choose-statement.ts';
import {metadataLimits, queryOnce} from '../statement/query-once.ts';
import {inTurn} from '../statement/session-turns.ts';
import {failureOf, type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';
import {preparationOf, variablesOf} from './notebook-fields.ts';

/** The plan of a statement. What is wrong with the statement is told in place of its plan. */
export async function explain(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const snippet = fields.object('snippet');
  const engine = findEngine(e, textIn(snippet, 'type') || fields.text('type'));
  const text = withVariables(textIn(snippet, 'statement') || fields.text('statement'), variablesOf(fields));
  const statement = chooseStatement(text, engine.dialect)?.statement ?? '';
  if (statement === '') return {status: status.ok, explanation: 'There is no statement to explain', statement};
  const preparation = preparationOf(engine, snippet['properties'], fields.object('properties'));
  const database = textIn(snippet, 'database') || fields.text('database', 'default');
  try {
    const answer = await e.pool.use(engine, {name: userName}, async session => {
      const wanted = {database, settings: preparation.settings, preparations: preparation.statements};
      return await inTurn(session, engine, wanted, () => queryOnce(session, `EXPLAIN ${statement}`, metadataLimits));
    });
    return {status: status.ok, explanation: planOf(answer), statement};
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || failure.status !== status.queryFailed) throw error;
    return {status: status.ok, explanation: failure['message'], statement};
  }
}

/** Engines answer lines. The embedded one names its plans in a column beside them, which would push the first line aside. */
function planOf({columns, rows}: Answer): string {
  const only = columns.findIndex(({name}) => name === 'explain_value');
  return rows.map(row => (only < 0 ? row.join('\t') : String(row[only]))).join('\n');
}

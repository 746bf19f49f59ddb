import type {Editor} from '../editor.ts';
import {chooseStatement} from '../statement/choose-statement.ts';
import {metadataLimits, queryOnce} from '../statement/query-once.ts';
import {inTurn} from '../statement/session-turns.ts';
import {withVariables} from '../statement/variables.ts';
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
    const {rows} = await e.pool.use(engine, {name: userName}, async session => {
      const wanted = {database, settings: preparation.settings, preparations: preparation.statements};
      return await inTurn(session, engine, wanted, () => queryOnce(session, `EXPLAIN ${statement}`, metadataLimits));
    });
    return {status: status.ok, explanation: rows.map(row => row.join('\t')).join('\n'), statement};
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || failure.status !== status.queryFailed) throw error;
    return {status: status.ok, explanation: failure['message'], statement};
  }
}

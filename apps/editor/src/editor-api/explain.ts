import type {Editor} from '../editor.ts';
import {chooseStatement} from '../statement/choose-statement.ts';
import {metadataLimits, queryOnce} from '../statement/query-once.ts';
import {failureOf, type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';

/** The plan of a statement. What is wrong with the statement is told in place of its plan. */
export async function explain(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const snippet = fields.object('snippet');
  const engine = findEngine(e, textIn(snippet, 'type') || fields.text('type'));
  const text = textIn(snippet, 'statement') || fields.text('statement');
  const statement = chooseStatement(text, engine.dialect)?.statement ?? '';
  if (statement === '') return {status: status.ok, explanation: 'There is no statement to explain', statement};
  const database = textIn(snippet, 'database') || fields.text('database', 'default');
  try {
    const {rows} = await e.pool.use(engine, {name: userName}, async session => {
      await queryOnce(session, engine.sql.useDatabase(database), metadataLimits);
      return await queryOnce(session, `EXPLAIN ${statement}`, metadataLimits);
    });
    return {status: status.ok, explanation: rows.map(row => row.join('\t')).join('\n'), statement};
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || failure.status !== status.queryFailed) throw error;
    return {status: status.ok, explanation: failure['message'], statement};
  }
}

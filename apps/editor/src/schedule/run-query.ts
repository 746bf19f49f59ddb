import {AppError} from '@gazetteer/model';
import {withVariables} from '@gazetteer/sql';
import type {Onlooker} from '../config/sharing.ts';
import {readDocument} from '../document/documents.ts';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {runScript} from '../editor-api/run-script.ts';
import type {ExecuteRequest} from '../editor-api/submit.ts';
import {fingerprintOf, noteLatest} from '../result/latest-results.ts';
import {jsonCell} from '../result/formats/result-format.ts';
import {chooseStatement} from '../statement/choose-statement.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import {readPreparation} from '../statement/preparation.ts';
import {verdictOf} from './check.ts';
import {checkSql} from './check-sql.ts';
import {isMet} from './condition.ts';
import type {RunEnd, RunOutcome, Schedule} from './schedule.ts';

/** Of a first value so much is kept. */
const maxValue = 1000;

/** A run that cannot be as its schedule wants it, and would not be the next time. */
class Refused extends Error {}

export type QueryRun = {
  readonly e: Editor;
  readonly actor: Onlooker;
  readonly schedule: Schedule;
  /** Somebody has canceled it, or the process ends. */
  readonly signal: AbortSignal;
};

/**
 * Runs the saved query of a schedule as it is now, statement after statement, as its person may
 * now. The result is that of the last statement.
 */
export async function runQuery(run: QueryRun): Promise<RunEnd> {
  const seen: {statement: string | undefined} = {statement: undefined};
  let isPrivate = false;
  try {
    const order = await orderOf(run);
    if (chooseStatement(order.text, order.engine.dialect) === undefined)
      throw new Refused('The saved query has no statement to run.');
    isPrivate = !run.e.access.may('editor-share', order.engine.id);
    const live = await runScript(run.e, run.actor.userName, order, run.signal, uuid => {
      seen.statement = uuid;
    });
    const outcome = await outcomeOf(run, live);
    const statement = live.statement.uuid;
    await note(run, order, statement);
    return {is: 'done', outcome, statement, bytes: live.size, isPrivate};
  } catch (error) {
    if (error instanceof Refused) return {is: 'refused', why: error.message};
    const why = (error as Error).message;
    return {is: 'failed', why, statement: seen.statement, isPrivate};
  }
}

/** So that dashboards show it. The run has gone well without that. */
async function note({e, actor}: QueryRun, order: ExecuteRequest, statement: string): Promise<void> {
  try {
    const fingerprint = fingerprintOf(order.engine.id, order.database, order.text);
    await noteLatest(e.db, actor.userName, fingerprint, statement);
  } catch (error) {
    e.log.warn({error, statement}, 'the result of a schedule was not noted as the latest');
  }
}

async function orderOf(run: QueryRun): Promise<ExecuteRequest> {
  const {e, schedule} = run;
  const {check} = schedule;
  if (check === undefined) return await savedOrder(run);
  const engine = engineOf(e, check.engine);
  return orderFor(engine, check.database, checkSql(check, engine));
}

function orderFor(
  engine: ExecuteRequest['engine'],
  database: string,
  text: string,
): ExecuteRequest {
  return {
    engine,
    text,
    database: database === '' ? 'default' : database,
    previousFields: {},
    preparation: readPreparation(),
  };
}

async function savedOrder({e, actor, schedule}: QueryRun): Promise<ExecuteRequest> {
  const query = await readDocument(e.db, actor, schedule.document).catch((error: unknown) => {
    if (error instanceof AppError) throw new Refused(`The saved query: ${error.message}`);
    throw error;
  });
  const {content} = query;
  const others = await othersSince(e, schedule, query);
  if (others !== undefined)
    throw new Refused(`${others} changed the saved query. Check it and resume the schedule.`);
  if (content === undefined) throw new Refused('It is no saved query.');
  const {text, database} = content;
  const filled = withVariables(text, new Map(Object.entries(schedule.variables)));
  return orderFor(engineOf(e, content.engine), database, filled);
}

/**
 * Who else has changed the query since its person knew it, and be it that this person has saved it
 * again: others would run what they like with the rights of this person.
 */
async function othersSince(
  {db}: Editor,
  {document, owner, version: known}: Schedule,
  {version, changedBy}: {version: number; changedBy: string},
): Promise<string | undefined> {
  if (version === known) return undefined;
  const [found] = await db.read(session =>
    session.all<{saved_by: string}>(
      `SELECT saved_by FROM editor_document_version WHERE document = ? AND version > ? AND saved_by <> ?
       ORDER BY version DESC LIMIT 1`,
      [document, known, owner],
    ),
  );
  // Not all versions are remembered.
  return found?.saved_by ?? (changedBy === owner ? undefined : changedBy);
}

function engineOf(e: Editor, name: string): ExecuteRequest['engine'] {
  try {
    return findEngine(e, name);
  } catch (error) {
    throw new Refused((error as Error).message, {cause: error});
  }
}

/** Fetches the rows, as far as they are kept, and lets go of the session. */
async function outcomeOf(
  {e, schedule: {condition, check}, signal}: QueryRun,
  live: LiveStatement,
): Promise<RunOutcome> {
  const outcome = live.lastProgress.hasResultSet ? await fetched(e, live, signal) : {};
  if (check !== undefined) return {...outcome, verdict: verdictOf(check, outcome)};
  return condition === undefined ? outcome : {...outcome, isMet: isMet(condition, outcome)};
}

async function fetched(e: Editor, live: LiveStatement, signal: AbortSignal): Promise<RunOutcome> {
  const {rows, bytes} = e.schedules.limits;
  try {
    await live.columns();
    await live.drain(() => !signal.aborted && live.fetched.rowCount < rows && live.size < bytes);
    signal.throwIfAborted();
    const {rowCount, isComplete} = live.fetched;
    const {page} = await live.rowsAt(0, 1);
    return {
      rows: rowCount,
      ...(!isComplete && {isCut: true}),
      ...(rowCount > 0 && {value: textOf(page.columns[0]?.[0])}),
    };
  } finally {
    await live.close();
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const shown = jsonCell(value);
  return (typeof shown === 'string' ? shown : (JSON.stringify(shown) ?? '')).slice(0, maxValue);
}

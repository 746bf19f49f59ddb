import {setTimeout as delay} from 'node:timers/promises';
import {form, type At, type Parameters, type ValuesOf} from '@gazetteer/kernel';
import {id} from '@gazetteer/kernel/fields';
import type {Route} from '@gazetteer/kernel/http';
import {
  described,
  flag,
  integer,
  list,
  named,
  nullable,
  number,
  oneOf,
  type Shape,
  text,
} from '@gazetteer/kernel/shape';
import type {FastifyReply} from 'fastify';
import type {Editor} from '../editor.ts';
import {whole} from '../http/shapes.ts';
import {change, type Door, stream} from '../operation.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import {findResult} from './find-result.ts';
import {cell, cells, fetchedSoFar, kindMembers, kindsAbsent, resultColumn} from './shapes.ts';
import {
  groupingFields,
  groupRows,
  queryFields,
  queryRows,
  summarise,
  summaryFields,
} from './analysis/ask-result.ts';
import {compareResults, comparisonFields} from './analysis/compare-results.ts';
import {changes} from './analysis/compare-sql.ts';
import type {Prepared} from './analysis/result-analyses.ts';

/** How long a page waits for the rows to be there before it is told how far they are. */
const waitMs = 10_000;
const errors = ['NOT_FOUND', 'CONFLICT', 'GONE'] as const;
const pending = whole({message: text('That rows are on their way'), ...fetchedSoFar});
const asked = {
  rowCount: integer('Rows that were asked'),
  isWhole: flag('Whether these are all; of more than 10,000,000 the first are asked'),
};

/**
 * Where all rows are here already, what the first question would wait for is begun before it is
 * asked.
 */
const prepare = change('POST /results/{uuid}/prepare', {
  summary: 'Make ready what questions about a result need',
  description: 'Only where all rows are here.',
  segments: {uuid: id},
  answer: whole({isBegun: flag('Whether it was begun')}),
  errors,
  run: async (e, {uuid}, {actor}) => {
    const live = await findResult(e, actor, uuid);
    const {isComplete: isBegun} = live.fetched;
    if (isBegun) noteFailure(e, live, e.analyses.prepare(live));
    return {isBegun};
  },
});

/** A result as a whole, asked again without its server. */
export const analysisOperations = {prepareResult: prepare};

export const analysisQuestions = [
  question(
    'POST /results/{uuid}/query',
    'Rows of a result that fit, in the order asked for',
    queryFields,
    named('QueriedRows', 'Rows of a result that fit', () =>
      whole({
        from: integer('Place of the first among those that fit'),
        rows: cells,
        numbers: list(integer(), 'Their places in the result'),
        total: integer('How many fit'),
        ...asked,
      }),
    ),
    queryRows,
  ),
  question(
    'POST /results/{uuid}/summary',
    'What is in a column of a result',
    summaryFields,
    named('ColumnSummary', 'What is in a column', () =>
      whole(
        {
          column: described(
            whole({name: text('Its name'), type: text('Its type'), ...kindMembers}, kindsAbsent),
            'The column',
          ),
          count: integer('Rows that fit'),
          nulls: integer('How many of them have none'),
          unreadable: integer('Values that are not of the type of the column'),
          distinct: integer('How many different values'),
          min: described(cell, 'The least'),
          max: described(cell, 'The greatest'),
          mean: nullable(number('Of numbers: their mean')),
          deviation: nullable(number('Of numbers: their standard deviation')),
          quartiles: list(
            nullable(number()),
            'Of numbers: the lower one, the median, the upper one',
          ),
          top: list(
            whole({value: described(cell, 'The value'), count: integer('How often it occurs')}),
            'The most frequent ones',
          ),
          histogram: described(
            whole(
              {
                low: nullable(number('Where it begins; of times, milliseconds since 1970')),
                high: nullable(number('Where it ends; of times, milliseconds since 1970')),
                isTime: flag('Whether these are times'),
                counts: list(integer(), 'How many values each of the equal parts between has'),
              },
              ['isTime'],
            ),
            'Of numbers and times: how the values are distributed',
          ),
          ...asked,
        },
        ['mean', 'deviation', 'quartiles', 'histogram'],
      ),
    ),
    summarise,
  ),
  question(
    'POST /results/{uuid}/group',
    'Groups of rows of a result, for charts',
    groupingFields,
    named('GroupedRows', 'Groups of rows', () =>
      whole({
        columns: list(
          whole(
            {
              name: text('Of the column'),
              unit: text('As far as times agree'),
              left: integer('Of a column with `most`: how many of its values are left out'),
              aggregate: text('What was made of the values'),
              type: text('Type of the values'),
            },
            ['name', 'unit', 'left', 'aggregate'],
          ),
          'First those that groups are made by, then the values',
        ),
        rows: cells,
        isTruncated: flag('Whether there are more groups'),
        ...asked,
      }),
    ),
    groupRows,
  ),
  stream(
    'POST /results/{uuid}/compare',
    {
      summary: 'What has changed from an earlier result to this one',
      description:
        'Answered here by the embedded engine. Columns are the same by their names; rows by their keys, of equal keys the first by the first. Columns are counted from 0.',
      segments: {uuid: id},
      body: form(comparisonFields),
      answer: named('ComparedRows', 'What is not the same in two results', () =>
        whole({
          columns: list(resultColumn, 'Those of this result'),
          onlyNow: list(text(), 'Columns that the earlier one has not'),
          onlyBefore: list(text(), 'Columns that this one has not'),
          keys: list(integer(), 'Places of the columns that rows were found again by'),
          changed: integer('Rows of both with other cells'),
          added: integer('Rows of this result alone'),
          removed: integer('Rows of the earlier result alone'),
          same: integer('Rows that are the same in both'),
          repeated: integer('Keys that several rows of a result have'),
          from: integer('Place of the first row'),
          total: integer('Rows of the kind that was asked for'),
          rows: list(
            whole(
              {
                change: oneOf(changes, 'What became of it'),
                cells: list(cell, 'The row; of a removed one as it was'),
                changed: list(integer(), 'Places of its cells that were others'),
                before: list(cell, 'What these were'),
              },
              ['before'],
            ),
            'In the order of the results',
          ),
        }),
      ),
      pending,
      errors,
      change: 'plain',
    },
    async ({uuid, other, ...given}, request, reply, {editorFor, callerOf}) => {
      const e = editorFor(request);
      const {actor} = callerOf(request, reply);
      const live = await findResult(e, actor, uuid);
      const earlier = await findResult(e, actor, other);
      const preparing = Promise.all([e.analyses.prepare(live), e.analyses.prepare(earlier)]);
      return await answered(e, live, reply, preparing, ([now, before]) =>
        compareResults(now, before, given),
      );
    },
  ),
] as const;

/** The next call hears of it, if it comes to nothing. */
function noteFailure({log}: Editor, {statement}: LiveStatement, preparing: Promise<unknown>): void {
  preparing.catch((error: unknown) =>
    log.info({statement: statement.uuid, error}, 'result cannot be asked'),
  );
}

function question<P extends Parameters>(
  at: At & `POST ${string}`,
  summary: string,
  fields: P,
  answer: Shape,
  ask: (prepared: Prepared, fields: ValuesOf<P>) => Promise<object>,
): Route<Door> {
  const definition = {
    summary,
    description:
      'Answered here, of all rows, by the embedded engine: the SQL server hears nothing of it. Columns are counted from 0.',
    segments: {uuid: id},
    body: form(fields as Parameters),
    answer,
    pending,
    errors,
    change: 'plain',
  } as const;
  return stream(at, definition, async (input, request, reply, {editorFor, callerOf}) => {
    const e = editorFor(request);
    const {uuid, ...given} = input as {uuid: string} & ValuesOf<P>;
    const live = await findResult(e, callerOf(request, reply).actor, uuid);
    const preparing = e.analyses.prepare(live);
    return await answered(e, live, reply, preparing, prepared =>
      ask(prepared, given as ValuesOf<P>),
    );
  });
}

async function answered<Ready extends Prepared | readonly Prepared[]>(
  e: Editor,
  live: LiveStatement,
  reply: FastifyReply,
  preparing: Promise<Ready>,
  ask: (prepared: Ready) => Promise<object>,
): Promise<FastifyReply> {
  const late = new AbortController();
  try {
    const prepared = await Promise.race([
      preparing,
      delay(waitMs, undefined, {signal: late.signal}),
    ]);
    if (prepared !== undefined) {
      // Numbers of more digits than a double has are printed by this, not by the framework.
      const json = JSON.stringify(await ask(prepared));
      return await reply.type('application/json; charset=utf-8').send(json);
    }
  } finally {
    late.abort();
  }
  noteFailure(e, live, preparing);
  const message = 'The rows are still on their way; ask again.';
  return await reply.code(202).send({message, ...live.fetched});
}

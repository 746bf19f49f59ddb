import {form} from '@gazetteer/kernel';
import {id, object, optional, wholeNumber} from '@gazetteer/kernel/fields';
import {flag, list, named, text} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Onlooker} from '../config/sharing.ts';
import {absentLook, latestOf, lookMembers, runNoted} from '../dashboard/latest-runs.ts';
import {readDocument} from '../document/documents.ts';
import type {Notebook} from '../document/notebook.ts';
import {readValues} from '../document/variable-values.ts';
import type {Editor} from '../editor.ts';
import {whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {cellFingerprint} from '../result/latest-results.ts';
import {databasesOf, prepareCell, runs} from './prepare-cell.ts';

const byId = {uuid: id};
const values = object('Values for `${name}` in the statements, by name');

const result = named('NotebookResult', 'What the caller ran last in a cell', () =>
  whole(
    {
      cell: text('Id of the cell'),
      ...lookMembers,
      hasResultSet: flag('Whether what was run has rows, kept or not'),
      isCurrent: flag('Whether the cell would run the same now, with the values that are given'),
    },
    absentLook,
  ),
);

const results = query('POST /notebooks/{uuid}/results', {
  summary: 'The latest results of a notebook',
  description:
    'Of what the caller ran in its cells. Nothing is run, and results of others are not shown. The state is `sending` while a statement waits for its session.',
  segments: byId,
  body: form({variables: values}),
  answer: whole({results: list(result, 'One for each cell with a statement')}),
  errors: ['NOT_FOUND', 'GONE'],
  run: async (e, {uuid, variables}, {actor}) => {
    const given = readValues(variables);
    const notebook = await readNotebook(e, actor, uuid);
    const cells = notebook.cells.filter(({kind}) => kind === 'sql').map(one => one.id);
    return {results: await resultsOf(e, actor, {uuid, notebook, cells, given})};
  },
});

const run = change('POST /notebooks/{uuid}/cells/{cell}/runs', {
  summary: 'Run a cell of a notebook',
  description:
    'As it is saved, and as the caller, with the permissions of the caller. It has to be a single statement. It answers when the server has accepted it. In a `session` that has ended nothing is run.',
  segments: byId,
  body: form({
    variables: values,
    session: optional(
      wholeNumber('A session of `create_session`, so that cells see what others have set', {
        max: 2 ** 31,
      }),
    ),
  }),
  answer: result,
  status: 201,
  errors: ['NOT_FOUND', 'GONE', 'SESSION_ENDED'],
  run: async (e, {uuid, cell, variables, session: sessionId}, {actor}) => {
    const given = readValues(variables);
    const notebook = await readNotebook(e, actor, uuid);
    const prepared = prepareCell(e, notebook, cell, given);
    const fingerprint = cellFingerprint(uuid, cell);
    await runNoted(e, actor, {...prepared, fingerprint, sessionId});
    const [made] = await resultsOf(e, actor, {uuid, notebook, cells: [cell], given});
    return made;
  },
});

/** Cells are run as whoever looks, and each sees only results of their own. */
export const notebookOperations = {listNotebookResults: results, runNotebookCell: run};

/** @throws AppError 404, 403, 410 as for any document, 400 for another kind */
async function readNotebook(e: Editor, actor: Onlooker, uuid: string): Promise<Notebook> {
  const {notebook, name} = await readDocument(e.db, actor, uuid);
  if (notebook === undefined) throw new AppError('BAD_REQUEST', [`${name} is no notebook.`]);
  return notebook;
}

type Wanted = {
  readonly uuid: string;
  readonly notebook: Notebook;
  readonly cells: readonly string[];
  readonly given: Readonly<Record<string, string>>;
};

async function resultsOf(
  e: Editor,
  actor: Onlooker,
  {uuid, notebook, cells, given}: Wanted,
): Promise<object[]> {
  const looks = cells.map(cell => ({fingerprint: cellFingerprint(uuid, cell)}));
  const found = await latestOf(e, actor.userName, looks);
  const databases = databasesOf(notebook, given);
  return cells.map((cell, n) => {
    const {ran, hasResultSet = false, ...one} = found[n] ?? {isKept: false};
    const isCurrent =
      ran !== undefined &&
      ran.database === databases.get(cell) &&
      runs(e, notebook, cell, given, ran);
    return {...one, cell, hasResultSet, isCurrent};
  });
}

import {also, form} from '@gazetteer/kernel';
import {isAdmin} from '@gazetteer/server';
import {number, text} from '@gazetteer/kernel/loose-fields';
import {integer, text as textShape} from '@gazetteer/kernel/shape';
import {clearHistory} from '../history/clear-history.ts';
import {resultFormats} from '../result/formats/formats.ts';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {config, history as historyShape} from './shapes.ts';

const maxStatementLength = 1001;

/** What the user ran, newest first. */
export const getHistory = query('GET /get_history', {
  summary: 'What the caller ran, newest first',
  description: '`/api/v1/history` has more of it.',
  query: {
    doc_connector: text('The engine'),
    doc_type: text('The same'),
    doc_text: text('Words that all have to occur in the statement'),
    limit: number('How many at once; 0 stands for 50', 50, 100),
    page: number('Which of the pages, from 1', 1, 100),
  },
  answer: historyShape,
  run: async (e, {doc_connector, doc_type, doc_text, ...given}, {actor: {userName}}) => {
    const type = doc_connector || doc_type;
    const limit = given.limit || 50;
    const page = Math.max(1, given.page);
    const {count, found} = await e.statements.history({
      userName,
      engine: type === '' ? undefined : (e.engines.get(type)?.id ?? type),
      text: doc_text,
      limit,
      offset: (page - 1) * limit,
    });
    const history = found.map(({id, uuid, engine, sql, submittedAt, state}) => ({
      name: '',
      id,
      uuid,
      type: `query-${engine}`,
      data: {
        statement: sql.slice(0, maxStatementLength),
        lastExecuted: submittedAt,
        status: state,
        parentSavedQueryUuid: '',
      },
      absoluteUrl: `/editor?editor=${id}`,
    }));
    return {status: status.ok, count, message: 'History fetched', history};
  },
});

/** Forgets what the user ran on the engine of `doc_type`, or on all of them. */
export const forgetHistory = change('POST /clear_history', {
  summary: 'Forget what the caller ran',
  description: 'What a server still works on stays.',
  body: form({doc_type: text('On this engine alone')}),
  answer: answer({
    updated: integer('How many statements were forgotten'),
    message: textShape('Always the same'),
  }),
  run: async (e, {doc_type}, {actor: {userName}}) => {
    const type = doc_type.replace(/^query-/, '');
    const updated = await clearHistory(
      e,
      userName,
      type === '' ? undefined : (e.engines.get(type)?.id ?? type),
    );
    return {status: status.ok, updated, message: 'History cleared'};
  },
});

/** The engines that can be chosen, in the shape in which clients of the reference look for them. */
export const getConfig = query('GET /get_config', {
  summary: 'The engines that the caller may use, and what else the editor has to offer',
  description: 'In the order of the configuration.',
  answer: config,
  run: async ({engines, notebook, sharing, jobs, mayDownload}, _input, {actor}) => {
    const {default_limit, default_interpreter, interpreters_shown_on_wheel: first} = notebook;
    const places = new Map(first.map((type, place) => [type, place]));
    const placeOf = ({id}: {readonly id: string}): number => places.get(id) ?? first.length;
    const inOrder = [...engines.values()].sort((a, b) => placeOf(a) - placeOf(b));
    const interpreters = inOrder.map(({id, displayName, dialect, features}) => ({
      name: displayName,
      type: id,
      id,
      displayName,
      buttonName: 'Query',
      tooltip: `${displayName} Query`,
      page: `/editor/?type=${id}`,
      is_sql: true,
      is_batchable: false,
      dialect,
      dialect_properties: {},
      features,
    }));
    const isOffered = engines.has(default_interpreter ?? '');
    const chosen = (isOffered ? default_interpreter : undefined) ?? interpreters[0]?.type ?? '';
    const editor = {
      name: 'editor',
      displayName: 'Editor',
      interpreters,
      default_sql_interpreter: chosen,
      default_limit,
      download_formats: Object.entries(resultFormats).map(([format, one]) => ({
        format,
        label: one.label,
        ...('note' in one && {note: one.note}),
      })),
    };
    return {
      status: status.ok,
      app_config: {editor},
      default_sql_interpreter: chosen,
      main_button_action: interpreters.find(({type}) => type === chosen) ?? null,
      button_actions: [editor],
      cluster_type: 'direct',
      has_computes: false,
      clusters: [{id: 'default', name: 'default', type: 'direct'}],
      hue_config: {
        enable_sharing: sharing.isOn,
        enable_link_sharing: sharing.byLink,
        is_admin: isAdmin(actor),
        is_yarn_enabled: jobs.sources.has('jobs'),
        enable_download: mayDownload,
      },
      documents: {types: ['directory', 'gist', ...interpreters.map(({type}) => `query-${type}`)]},
    };
  },
});

export const postConfig = also('POST /get_config', getConfig, {
  summary: 'The same for clients that only post',
  description: 'As with GET.',
  answer: config,
});

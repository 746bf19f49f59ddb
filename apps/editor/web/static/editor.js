import {call, engines, Problem} from './editor-api.js';
import {appendRows, showHead} from './result-table.js';

const at = id => document.getElementById(id);
const form = at('query');
const engine = at('engine');
const database = at('database');
const statement = at('statement');
const run = at('run');
const cancel = at('cancel');
const state = at('state');
const progress = at('progress');
const problem = at('problem');
const log = at('log');
const result = at('result');
const more = at('more');

const pageRows = 100;
/** The statement on the screen; answers for another one are too late. */
let operationId;
let rowCount = 0;

for (const {type, displayName} of await engines()) engine.append(new Option(`${displayName} (${type})`, type));

form.addEventListener('submit', event => {
  event.preventDefault();
  void guarded(runStatement);
});
statement.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
cancel.addEventListener('click', () => void guarded(() => call('cancel_statement', {operationId})));
at('explain').addEventListener('click', () => void guarded(explain));
more.addEventListener('click', () => void guarded(showRows));
database.addEventListener('focus', () => void listDatabases(), {once: true});
engine.addEventListener('change', () => void listDatabases());

async function guarded(work) {
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    problem.textContent = error instanceof Problem ? error.message : `The server cannot be reached. (${error.message})`;
    problem.hidden = false;
    state.textContent = '';
  }
}

async function runStatement() {
  if (run.disabled) return;
  run.disabled = true;
  result.hidden = true;
  log.hidden = true;
  const begin = performance.now();
  state.textContent = 'Sending…';
  try {
    const {history_uuid} = await call('execute', {
      statement: statement.value,
      database: database.value,
      snippet: {type: engine.value, statement: statement.value, database: database.value},
    });
    operationId = history_uuid;
    cancel.disabled = false;
    progress.hidden = false;
    const {status, has_result_set} = await ended(begin);
    state.textContent = `${status}, ${seconds(begin)}`;
    if (status !== 'available') return;
    if (has_result_set) await showFirstRows();
    else state.textContent = `Done in ${seconds(begin)}; there are no rows.`;
  } finally {
    run.disabled = false;
    cancel.disabled = true;
    progress.hidden = true;
  }
}

async function ended(begin) {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, 2000)) {
    // The log of a statement that fails tells why.
    const [checked] = await Promise.allSettled([call('check_status', {operationId}), showLog()]);
    if (checked.status === 'rejected') throw checked.reason;
    const {query_status} = checked.value;
    if (!['waiting', 'starting', 'running'].includes(query_status.status)) return query_status;
    state.textContent = `${query_status.status}, ${seconds(begin)}`;
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

async function showLog() {
  const answer = await call('get_logs', {operationId});
  log.hidden = answer.logs === '';
  const text = log.querySelector('pre');
  text.textContent = answer.logs;
  text.scrollTop = text.scrollHeight;
  progress.value = answer.progress;
}

async function showFirstRows() {
  rowCount = 0;
  result.querySelector('tbody').replaceChildren();
  await showRows();
  result.hidden = false;
}

async function showRows() {
  const answer = await call('fetch_result_data', {
    operationId,
    rows: pageRows,
    startOver: rowCount === 0,
    format: 'json',
  });
  const {meta, data, has_more} = answer.result;
  if (rowCount === 0) showHead(result.querySelector('thead'), meta);
  appendRows(result.querySelector('tbody'), data);
  rowCount += data.length;
  at('count').textContent = `${rowCount}${has_more ? ' rows so far' : rowCount === 1 ? ' row' : ' rows'}`;
  more.hidden = !has_more;
}

async function explain() {
  const snippet = {type: engine.value, statement: statement.value, database: database.value};
  state.textContent = 'Explaining…';
  const {explanation} = await call('explain', {snippet});
  state.textContent = '';
  log.hidden = false;
  log.open = true;
  log.querySelector('pre').textContent = explanation;
}

async function listDatabases() {
  const {databases} = await call('autocomplete/', {snippet: {type: engine.value}}).catch(() => ({databases: []}));
  at('databases').replaceChildren(...databases.map(name => new Option(name)));
}

function seconds(begin) {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}

// The search page: reads what is asked for from the part of the address behind #, so that every view is a link.
import {askApi, startSession} from './search-api.js';
import {showDetail} from './search-detail.js';
import {parseLink, searchLink} from './search-link.js';
import {showSearch} from './search-results.js';
import {suggestWhileTyping} from './search-suggestions.js';
import {element, problemView} from './search-view.js';

const view = document.getElementById('view');
const form = document.getElementById('search');
const query = document.getElementById('query');
const type = document.getElementById('type');

let current = new AbortController();

/** Shows what the address asks for; a newer request replaces an older one, whichever answers first. */
async function show() {
  current.abort();
  current = new AbortController();
  const {signal} = current;
  const link = parseLink(location.hash);
  if (link.page === 'search') {
    query.value = link.query;
    selectType(link.type);
  }
  view.setAttribute('aria-busy', 'true');
  // Only after a moment: a flash of "Loading" on every fast answer would be worse than none.
  const loading = setTimeout(() => view.replaceChildren(element('p', {class: 'loading'}, 'Loading…')), 250);
  try {
    const content = link.page === 'detail' ? await showDetail(link, signal) : await showSearch(link, signal);
    if (!signal.aborted) view.replaceChildren(...content);
  } catch (error) {
    if (!signal.aborted) view.replaceChildren(problemView(error, show));
  } finally {
    clearTimeout(loading);
    if (!signal.aborted) view.setAttribute('aria-busy', 'false');
  }
}

/** The list may not hold the type of a link: not loaded yet, or unknown, which the search will tell. */
function selectType(name) {
  if (![...type.options].some(option => option.value === name)) type.append(element('option', {value: name}, name));
  type.value = name;
}

async function fillTypes() {
  const headers = await askApi('/v2/types/typedefs/headers?type=entity');
  const names = headers
    .filter(header => header.category === 'ENTITY' && !header.name.startsWith('__'))
    .map(header => header.name)
    .sort((a, b) => a.localeCompare(b));
  const chosen = type.value;
  type.replaceChildren(type.options[0], ...names.map(name => element('option', {value: name}, name)));
  selectType(chosen);
}

form.addEventListener('submit', event => {
  event.preventDefault();
  const link = searchLink({query: query.value.trim(), type: type.value});
  if (link === location.hash) void show();
  else location.hash = link;
});
type.addEventListener('change', () => form.requestSubmit());
document.addEventListener('keydown', event => {
  const isTyping = event.target.closest('input, select, textarea') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  query.focus();
  query.select();
});
window.addEventListener('hashchange', async () => {
  await show();
  window.scrollTo(0, 0);
});
suggestWhileTyping(query, document.getElementById('suggestions'), () => form.requestSubmit());

try {
  const session = await startSession();
  document.getElementById('user').textContent = session.userName;
} catch (error) {
  view.replaceChildren(problemView(error, () => location.reload()));
}
await show();
// The page is usable without the list, and a failure of the server has been shown already.
fillTypes().catch(() => undefined);

import {askApi} from './search-api.js';
import {allTypes, detailLink, searchLink} from './search-link.js';
import {command, element} from './search-view.js';

const columns = ['Name', 'Type', 'Owner', 'Description', 'Classifications'];

export async function showSearch(link, signal) {
  document.title = `${link.query === '' ? 'Search' : link.query} · Gazetteer`;
  let found = await search(link, signal);
  const isPlain = /^[\p{L}\p{N}_.@-]+$/u.test(link.query);
  let note;
  if (isEmpty(found) && isPlain && link.offset === 0) {
    const wider = await search({...link, query: `${link.query}*`}, signal);
    if (!isEmpty(wider)) {
      found = wider;
      link = {...link, query: `${link.query}*`};
      note = element(
        'p',
        {class: 'note'},
        `Nothing holds exactly this word. These hold one that begins with it: ${link.query}`,
      );
    }
  }
  if (isEmpty(found)) return await emptyView(link, signal);
  return [
    heading(link, found),
    ...(note === undefined ? [] : [note]),
    resultTable(found.entities),
    paging(link, found),
  ];
}

async function search({query, type, tag, offset, limit, withDeleted}, signal) {
  const parameters = new URLSearchParams({typeName: type, offset, limit, excludeDeletedEntities: !withDeleted});
  if (query !== '') parameters.set('query', query);
  if (tag !== '') parameters.set('classification', tag);
  return await askApi(`/v2/search/basic?${parameters}`, signal);
}

function isEmpty(found) {
  return (found.entities ?? []).length === 0;
}

function heading(link, found) {
  const first = link.offset + 1;
  const last = link.offset + found.entities.length;
  const count = Math.max(found.approximateCount, last);
  const text =
    count === 1
      ? '1 result'
      : `${first.toLocaleString()} to ${last.toLocaleString()} of ${count.toLocaleString()} results`;
  return element('div', {class: 'heading'}, element('h1', {}, text), deletedToggle(link), ...tagChip(link));
}

function deletedToggle(link) {
  const go = () => (location.hash = searchLink({...link, withDeleted: !link.withDeleted, offset: 0}));
  return element(
    'label',
    {class: 'toggle'},
    element('input', {type: 'checkbox', checked: link.withDeleted, change: go}),
    ' Deleted ones, too',
  );
}

function tagChip(link) {
  if (link.tag === '') return [];
  const away = searchLink({...link, tag: '', offset: 0});
  return [element('a', {class: 'tag', href: away, 'aria-label': `Not only ${link.tag}`}, `${link.tag} ✕`)];
}

function resultTable(entities) {
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...columns.map(name => element('th', {scope: 'col'}, name)))),
    element('tbody', {}, ...entities.map(resultRow)),
  );
}

function resultRow(entity) {
  const {name, qualifiedName, owner, description} = entity.attributes;
  const title = entity.displayText || name || qualifiedName || entity.guid;
  const isDeleted = entity.status === 'DELETED';
  const cells = [
    [
      element('a', {href: detailLink(entity.guid)}, title),
      ...(isDeleted ? [element('span', {class: 'deleted'}, 'deleted')] : []),
      ...(qualifiedName && qualifiedName !== title ? [element('small', {}, qualifiedName)] : []),
    ],
    [element('a', {href: searchLink({type: entity.typeName}), class: 'quiet'}, entity.typeName)],
    [owner ?? ''],
    [description ?? ''],
    entity.classificationNames.map(tag => element('a', {class: 'tag', href: searchLink({tag})}, tag)),
  ];
  return element('tr', {}, ...cells.map((content, n) => element('td', {'data-label': columns[n]}, ...content)));
}

function paging(link, found) {
  const {offset, limit} = link;
  const isLast = offset + found.entities.length >= found.approximateCount && found.entities.length < limit;
  const hasNext =
    !isLast &&
    offset + limit < Math.max(found.approximateCount, offset + limit + (found.entities.length === limit ? 1 : 0));
  const step = (text, to, isPossible) =>
    isPossible
      ? element('a', {class: 'button', href: searchLink({...link, offset: to})}, text)
      : element('span', {class: 'button off'}, text);
  if (offset === 0 && !hasNext) return element('div');
  return element(
    'nav',
    {'aria-label': 'Pages'},
    step('← Previous', Math.max(0, offset - limit), offset > 0),
    element('span', {}, `Page ${Math.floor(offset / limit) + 1}`),
    step('Next →', offset + limit, hasNext),
  );
}

/** Nothing found: is the catalog empty, the page behind the last one, or the search too narrow? */
async function emptyView(link, signal) {
  const isWholeCatalog = link.query === '' && link.type === allTypes && link.tag === '';
  const holdsSomething = isWholeCatalog
    ? false
    : !isEmpty(await search({...link, query: '', tag: '', type: allTypes, offset: 0, limit: 1}, signal));
  if (link.offset > 0) {
    return [
      heading0('Nothing on this page'),
      element('p', {}, element('a', {href: searchLink({...link, offset: 0})}, 'Go to the first page')),
    ];
  }
  if (holdsSomething) {
    return [
      heading0('Nothing found'),
      element('ul', {class: 'advice'}, ...advice(link).map(item => element('li', {}, ...item))),
    ];
  }
  return [heading0('The catalog is empty'), ...firstSteps()];
}

function heading0(text) {
  return element('h1', {}, text);
}

function advice(link) {
  const items = [];
  if (link.query !== '')
    items.push(['Words are searched as wholes. ', element('b', {}, 'cust*'), ' also finds words that only begin so.']);
  if (link.type !== allTypes)
    items.push([
      element('a', {href: searchLink({...link, type: allTypes})}, 'Search in all types'),
      `, not only ${link.type}`,
    ]);
  if (link.tag !== '')
    items.push([
      element('a', {href: searchLink({...link, tag: ''})}, 'Search without the classification'),
      ` ${link.tag}`,
    ]);
  if (!link.withDeleted)
    items.push([element('a', {href: searchLink({...link, withDeleted: true})}, 'Search deleted entities, too')]);
  items.push([element('a', {href: searchLink({})}, 'Show everything')]);
  return items;
}

function firstSteps() {
  const user = document.getElementById('user').textContent || 'admin';
  const api = `${location.origin}/api/meta/v2`;
  const attributes = JSON.stringify({qualifiedName: 'sales@demo', name: 'sales', clusterName: 'demo', owner: user});
  const entity = `{"entity": {"typeName": "hive_db",\n    "attributes": ${attributes}}}`;
  return [
    element('p', {}, 'Put something in. This asks for your password and stores a database named sales:'),
    command(`curl -u ${user} -H 'Content-Type: application/json' -d '${entity}' \\\n  ${api}/entity`),
    element('p', {}, 'Then search for it, here or there:'),
    command(`curl -u ${user} '${api}/search/basic?typeName=hive_db&query=sales'`),
    element('p', {}, 'Clients and hooks of the Atlas API need only this address:'),
    command(location.origin),
  ];
}

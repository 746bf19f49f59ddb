import {askApi} from './search-api.js';
import {detailLink, searchLink} from './search-link.js';
import {element} from './search-view.js';

export async function showDetail({guid}, signal) {
  const {entity, referredEntities} = await askApi(`/v2/entity/guid/${encodeURIComponent(guid)}`, signal);
  const types = await attributeTypes(entity.typeName, signal);
  const title = entity.attributes.name ?? entity.attributes.qualifiedName ?? entity.guid;
  document.title = `${title} · Gazetteer`;
  const names = namesOf(entity, referredEntities);
  const relationships = entity.relationshipAttributes ?? {};
  const attributes = Object.entries(entity.attributes).filter(([name]) => !(name in relationships));
  return [
    element('a', {class: 'quiet', href: searchLink({type: entity.typeName})}, entity.typeName),
    element(
      'div',
      {class: 'heading'},
      element('h1', {}, title),
      ...(entity.status === 'DELETED' ? [element('span', {class: 'deleted'}, 'deleted')] : []),
      ...(entity.classifications ?? []).map(one =>
        element('a', {class: 'tag', href: searchLink({tag: one.typeName})}, one.typeName),
      ),
    ),
    ...section('Attributes', attributes, ([name, value]) => valueView(value, types.get(name), names)),
    ...section('Relationships', Object.entries(relationships), ([, value]) => valueView(value, undefined, names)),
    ...section('Record', recordOf(entity), ([, value]) => element('span', {}, value)),
  ];
}

function recordOf(entity) {
  const by = (user, time) => `${user ?? 'unknown'}, ${new Date(time).toLocaleString()}`;
  return [
    ['guid', entity.guid],
    ['created', by(entity.createdBy, entity.createTime)],
    ['updated', by(entity.updatedBy, entity.updateTime)],
    ...(entity.labels?.length > 0 ? [['labels', entity.labels.join(', ')]] : []),
  ];
}

/** A list of names and values; what has none stands together at the end, so that it is not in the way. */
function section(title, entries, render) {
  const isMissing = value => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const full = entries.filter(([, value]) => !isMissing(value)).sort(([a], [b]) => a.localeCompare(b));
  const missing = entries.filter(([, value]) => isMissing(value)).map(([name]) => name);
  if (entries.length === 0) return [];
  return [
    element('h2', {}, title),
    element('dl', {}, ...full.flatMap(entry => [element('dt', {}, entry[0]), element('dd', {}, render(entry))])),
    ...(missing.length > 0 ? [element('p', {class: 'missing'}, `Without a value: ${missing.sort().join(', ')}`)] : []),
  ];
}

function valueView(value, type, names) {
  if (Array.isArray(value)) {
    const isLong = value.length > 20;
    const list = element('ul', {class: 'values'}, ...value.map(one => element('li', {}, valueView(one, type, names))));
    return isLong ? element('details', {}, element('summary', {}, `${value.length} values`), list) : list;
  }
  if (typeof value === 'object' && value !== null) {
    if (typeof value.guid === 'string') return entityReference(value, names);
    return element('pre', {}, JSON.stringify(value.attributes ?? value, undefined, 2));
  }
  if (typeof value === 'number' && type === 'date')
    return element('span', {}, value === 0 ? 'never' : new Date(value).toLocaleString());
  return element('span', {}, String(value));
}

function entityReference(reference, names) {
  const text = reference.displayText ?? names.get(reference.guid) ?? reference.guid;
  const isDeleted = reference.entityStatus === 'DELETED' || reference.relationshipStatus === 'DELETED';
  const link = element('a', {href: detailLink(reference.guid)}, text);
  const type = element('small', {}, reference.typeName ?? '');
  return element('span', {class: isDeleted ? 'reference gone' : 'reference'}, link, ' ', type);
}

/** Names of the entities around this one, as far as the answer tells them. */
function namesOf(entity, referred) {
  const related = Object.values(entity.relationshipAttributes ?? {})
    .flat()
    .filter(one => one?.displayText !== undefined);
  return new Map([
    ...Object.values(referred ?? {}).map(one => [one.guid, one.attributes.name ?? one.guid]),
    ...related.map(one => [one.guid, one.displayText]),
  ]);
}

const known = new Map();

/** Types of all attributes of an entity type, inherited ones included; needed to tell a date from a number. */
async function attributeTypes(typeName, signal) {
  if (!known.has(typeName)) {
    const def = await askApi(`/v2/types/entitydef/name/${encodeURIComponent(typeName)}`, signal);
    const inherited = await Promise.all((def.superTypes ?? []).map(name => attributeTypes(name, signal)));
    const own = def.attributeDefs.map(one => [one.name, one.typeName]);
    known.set(typeName, new Map([...inherited.flatMap(types => [...types]), ...own]));
  }
  return known.get(typeName);
}

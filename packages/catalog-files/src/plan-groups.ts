import {existing} from './batch.ts';
import {groupsIn, isNothing, whatIs, type Groups, type Json, type Placed} from './declared.ts';
import {changesIn, type Planning} from './planning.ts';
import type {GroupsThere} from './read-catalog.ts';

export type GroupsOfCatalog = {readonly domains: GroupsThere; readonly products: GroupsThere};

const kinds = {
  domains: {at: '/v2/domains', above: 'parentGuid', what: whatIs.domain},
  products: {at: '/v2/products', above: 'domainGuid', what: whatIs.product},
} as const;
type Kind = keyof typeof kinds;

/** Domains before what is in them. */
export function planGroups(planning: Planning, declared: Groups, there: GroupsOfCatalog): void {
  const all = groupsIn(declared);
  for (const kind of ['domains', 'products'] as const)
    for (const one of all[kind]) planGroup(planning, kind, one, there[kind]);
}

function planGroup(
  {batch, differences, domains, products}: Planning,
  kind: Kind,
  {name, texts, parent, path}: Placed,
  there: GroupsThere,
): void {
  const {at, above, what} = kinds[kind];
  const known = there.get(path);
  if (known === undefined) {
    const body = {
      name,
      ...written(texts),
      ...(parent === '' ? {} : {[above]: domains.get(parent)?.body}),
    };
    (kind === 'domains' ? domains : products).set(path, batch.make(at, body));
    differences.push({kind: 'add', what: what(path), details: []});
    return;
  }
  const details = changesIn(known.json, texts);
  if (details.length === 0) return;
  batch.add('PUT', `${at}/${existing(known.guid).path}`, written(texts));
  differences.push({kind: 'change', what: what(path), details});
}

/** A text that is nothing is taken away. */
function written(texts: Json): Json {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, isNothing(value) ? null : String(value)]),
  );
}

/** What files say nothing of is removed on request, what is in a domain before the domain. */
export function removeOtherGroups(
  {batch, differences, prunes}: Planning,
  declared: Groups,
  there: GroupsOfCatalog,
): void {
  const all = groupsIn(declared);
  for (const kind of ['products', 'domains'] as const) {
    const {at, what} = kinds[kind];
    const named = new Set(all[kind].map(one => one.path));
    for (const [path, {guid}] of [...there[kind]].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
      if (named.has(path)) continue;
      if (prunes) batch.add('DELETE', `${at}/${existing(guid).path}`);
      differences.push({kind: prunes ? 'remove' : 'extra', what: what(path), details: []});
    }
  }
}

import {membershipGroup, membershipOf} from '@gazetteer/model';
import {hasAll, merged, whatIs, type Asset, type Json} from './declared.ts';
import {existing} from './batch.ts';
import {changesIn, directTags, planTags, type Planning} from './planning.ts';
import type {EntityThere} from './read-catalog.ts';

/** Assets come from their sources: what files say of one that is not there is a problem. */
export function planAssets(
  planning: Planning,
  declared: readonly Asset[],
  there: ReadonlyMap<string, ReadonlyMap<string, EntityThere>>,
): void {
  for (const asset of declared) {
    const {typeName, qualifiedName} = asset;
    const what = whatIs.asset(asset);
    const entity = there.get(typeName)?.get(qualifiedName);
    if (entity === undefined) {
      const details = ['it is not in the catalog'];
      planning.differences.push({kind: 'problem', what, details});
      continue;
    }
    const details = [
      ...planValues(planning, asset, entity),
      ...planMetadata(planning, asset, entity),
      ...planTags(planning.batch, existing(entity.guid).path, directTags(entity.json), asset.tags),
      ...planLabels(planning, asset, entity),
      ...planTerms(planning, asset, entity),
      ...planMembership(planning, asset, entity),
    ];
    if (details.length > 0) planning.differences.push({kind: 'change', what, details});
  }
}

function planValues({batch}: Planning, asset: Asset, {json}: EntityThere): string[] {
  const {typeName, qualifiedName, attributes, customAttributes} = asset;
  const there = (json['attributes'] ?? {}) as Json;
  const custom = (json['customAttributes'] ?? {}) as Json;
  const details = [
    ...changesIn(there, attributes),
    ...changesIn(custom, customAttributes, 'customAttributes.'),
  ];
  if (details.length === 0) return [];
  const name = new URLSearchParams({'attr:qualifiedName': qualifiedName});
  batch.add(
    'PUT',
    `/v2/entity/uniqueAttribute/type/${encodeURIComponent(typeName)}?${String(name)}`,
    {
      entity: {
        typeName,
        attributes: Object.fromEntries(
          Object.entries(attributes)
            .filter(([name, value]) => !hasAll(there[name], value))
            .map(([name, value]) => [name, merged(there[name], value)]),
        ),
        ...(hasAll(custom, customAttributes)
          ? {}
          : {customAttributes: textsOf(merged(custom, customAttributes) as Json)}),
      },
    },
  );
  return details;
}

function planMetadata({batch}: Planning, {businessMetadata}: Asset, entity: EntityThere): string[] {
  const {guid, json} = entity;
  const there = (json['businessAttributes'] ?? {}) as Readonly<Record<string, Json>>;
  const details = Object.entries(businessMetadata).flatMap(([group, values]) =>
    changesIn(there[group] ?? {}, values, `${group}.`),
  );
  if (details.length > 0)
    batch.add('POST', `/v2/entity/guid/${existing(guid).path}/businessmetadata`, businessMetadata);
  return details;
}

function planLabels({batch}: Planning, {labels}: Asset, {guid, json}: EntityThere): string[] {
  if (labels === undefined) return [];
  const there = (json['labels'] ?? []) as readonly string[];
  const [added, removed] = [
    labels.filter(one => !there.includes(one)),
    there.filter(one => !labels.includes(one)),
  ];
  const at = `/v2/entity/guid/${existing(guid).path}/labels`;
  if (added.length > 0) batch.add('PUT', at, added);
  if (removed.length > 0) batch.add('DELETE', at, removed);
  return [...added.map(one => `+ label ${one}`), ...removed.map(one => `- label ${one}`)];
}

/** What business metadata keeps by guid is named by paths. */
export function membershipPaths(
  json: Json,
  paths: ReadonlyMap<string, string>,
): {readonly domain: string; readonly products: readonly string[]} {
  const {domain, products} = membershipOf(json);
  const nameOf = (guid: string) => paths.get(guid) ?? guid;
  return {domain: domain === undefined ? '' : nameOf(domain), products: products.map(nameOf)};
}

function planMembership(planning: Planning, asset: Asset, {guid, json}: EntityThere): string[] {
  const there = membershipPaths(json, planning.groupPaths);
  const {domain = there.domain, products = there.products} = asset;
  const known = new Set(there.products);
  const isSameProducts = products.length === known.size && products.every(one => known.has(one));
  if (domain === there.domain && isSameProducts) return [];
  const missing = [
    ...(['', there.domain].includes(domain) || planning.domains.has(domain)
      ? []
      : [`there is no domain ${domain}`]),
    ...products
      .filter(one => !known.has(one) && !planning.products.has(one))
      .map(one => `there is no data product ${one}`),
  ];
  if (missing.length > 0) {
    planning.differences.push({kind: 'problem', what: whatIs.asset(asset), details: missing});
    return [];
  }
  const values = {
    ...(domain === there.domain ? {} : {domain: planning.domains.get(domain)?.body ?? null}),
    // One that is there already, and that whoever asks may not read, is named by its guid.
    ...(isSameProducts
      ? {}
      : {products: products.map(one => planning.products.get(one)?.body ?? one)}),
  };
  const at = `/v2/entity/guid/${existing(guid).path}/businessmetadata`;
  planning.batch.add('POST', at, {[membershipGroup]: values});
  const shown = (path: string) => (path === '' ? '(nothing)' : path);
  return [
    ...(domain === there.domain ? [] : [`domain: ${shown(there.domain)} -> ${shown(domain)}`]),
    ...products.filter(one => !known.has(one)).map(one => `+ data product ${one}`),
    ...there.products.filter(one => !products.includes(one)).map(one => `- data product ${one}`),
  ];
}

type Meaning = {
  readonly guid: string;
  readonly relationshipGuid: string;
  readonly relationshipStatus?: string;
};

function planTerms(
  {batch, differences, terms, termNames: names}: Planning,
  asset: Asset,
  {guid, json}: EntityThere,
): string[] {
  const {terms: wanted} = asset;
  if (wanted === undefined) return [];
  const there = meaningsOf(json);
  const known = new Set(there.map(one => names.get(one.guid) ?? one.guid));
  const at = (path: string) => `/v2/glossary/terms/${path}/assignedEntities`;
  const added = wanted.filter(name => !known.has(name));
  const missing = added.filter(name => !terms.has(name));
  const removed = there.filter(one => !wanted.includes(names.get(one.guid) ?? one.guid));
  if (missing.length > 0)
    differences.push({
      kind: 'problem',
      what: whatIs.asset(asset),
      details: missing.map(name => `there is no term ${name}`),
    });
  for (const name of added) {
    const ref = terms.get(name);
    if (ref !== undefined) batch.add('POST', at(ref.path), [{guid}]);
  }
  for (const {guid: termGuid, relationshipGuid} of removed)
    batch.add('DELETE', at(existing(termGuid).path), [{guid, relationshipGuid}]);
  return [
    ...added.map(name => `+ term ${name}`),
    ...removed.map(one => `- term ${names.get(one.guid) ?? one.guid}`),
  ];
}

/** The terms that are assigned to it. */
export function meaningsOf(json: Json): readonly Meaning[] {
  const {meanings = []} = (json['relationshipAttributes'] ?? {}) as {meanings?: Meaning[]};
  return meanings.filter(one => one.relationshipStatus !== 'DELETED');
}

/** What YAML takes for numbers is a text there. */
function textsOf(values: Json): Json {
  return Object.fromEntries(Object.entries(values).map(([name, one]) => [name, String(one)]));
}

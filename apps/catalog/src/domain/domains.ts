import {body} from '@gazetteer/kernel';
import type {Guid} from '@gazetteer/model';
import {change, query} from '../operation.ts';
import {deleteGroup, listGroups, readGroup, saveGroup, type AssetGroup} from './asset-groups.ts';
import * as shapes from './shapes.ts';

export type DomainJson = Omit<AssetGroup, 'parent'> & {readonly parentGuid?: Guid};
type DomainInput = {
  name?: string;
  description?: string | null;
  owner?: string | null;
  parentGuid?: Guid | null;
};

const badDomain = ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS', 'CONFLICT'] as const;

/** GET /domains */
export const listDomains = query('GET /v2/domains', {
  summary: 'Domains',
  description:
    'All domains that the caller may read, each with the one above it. An addition to the Atlas API.',
  answer: shapes.domains,
  logAs: 'Domains.list',
  run: async (graph): Promise<{domains: DomainJson[]}> => ({
    domains: (await listGroups(graph, 'domain')).map(domainJson),
  }),
});

/** GET /domains/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export const readDomain = query('GET /v2/domains/{guid}', {
  summary: 'A domain',
  description: 'It is an entity of the type `DataDomain` as well, with all that entities have.',
  answer: shapes.domain,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'Domains.read',
  run: async (graph, {guid}): Promise<DomainJson> =>
    domainJson(await readGroup(graph, 'domain', guid)),
});

/** POST /domains @throws INVALID_PARAMETERS, CONFLICT, INSTANCE_GUID_NOT_FOUND */
export const createDomain = change('POST /v2/domains', {
  summary: 'Create a domain',
  description:
    '`parentGuid` is the domain that it is in. With the first domain the types of domains and data products are created.',
  body: body(shapes.domainInput, json => inputOf((json ?? {}) as DomainInput)),
  answer: shapes.domain,
  errors: badDomain,
  isAlone: true,
  logAs: 'Domains.create',
  run: async (tx, {body: input}, c): Promise<DomainJson> =>
    domainJson(await saveGroup(c, tx, 'domain', input)),
});

/** PUT /domains/{guid} @throws INSTANCE_GUID_NOT_FOUND, INVALID_PARAMETERS, CONFLICT */
export const updateDomain = change('PUT /v2/domains/{guid}', {
  summary: 'Rename, move or describe a domain',
  description:
    'What is left out is kept. A domain moves with all that is in it; null as `parentGuid` moves it to the top. Its `qualifiedName` is kept.',
  body: body(shapes.domainInput, json => inputOf((json ?? {}) as DomainInput)),
  answer: shapes.domain,
  errors: badDomain,
  isAlone: true,
  logAs: 'Domains.update',
  run: async (tx, {guid, body: input}, c): Promise<DomainJson> =>
    domainJson(await saveGroup(c, tx, 'domain', input, guid)),
});

/** DELETE /domains/{guid} @throws INSTANCE_GUID_NOT_FOUND, CONFLICT for one that is not empty */
export const deleteDomain = change('DELETE /v2/domains/{guid}', {
  summary: 'Delete an empty domain',
  description: 'Refused while it has domains, data products or assets.',
  errors: ['INSTANCE_GUID_NOT_FOUND', 'CONFLICT'],
  isAlone: true,
  logAs: 'Domains.delete',
  run: async (tx, {guid}, c): Promise<void> => await deleteGroup(c, tx, 'domain', guid),
});

function domainJson({parent, ...group}: AssetGroup): DomainJson {
  return {...group, ...(parent === undefined ? {} : {parentGuid: parent})};
}

function inputOf({parentGuid, ...input}: DomainInput) {
  return {...input, ...(parentGuid === undefined ? {} : {parent: parentGuid})};
}

import {body} from '@gazetteer/kernel';
import {change, query} from '../operation.ts';
import {
  badGroup,
  deleteGroup,
  groupForms,
  type GroupJson,
  listGroups,
  readGroup,
  saveGroup,
} from './asset-groups.ts';
import * as shapes from './shapes.ts';

const {jsonOf, inputOf} = groupForms('parentGuid');
type DomainJson = GroupJson<'parentGuid'>;

/** GET /domains */
export const listDomains = query('GET /v2/domains', {
  summary: 'Domains',
  description:
    'All domains that the caller may read, each with the one above it. An addition to the Atlas API.',
  answer: shapes.domains,
  logAs: 'Domains.list',
  run: async (graph): Promise<{domains: DomainJson[]}> => ({
    domains: (await listGroups(graph, 'domain')).map(jsonOf),
  }),
});

/** GET /domains/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export const readDomain = query('GET /v2/domains/{guid}', {
  summary: 'A domain',
  description: 'It is an entity of the type `DataDomain` as well, with all that entities have.',
  answer: shapes.domain,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'Domains.read',
  run: async (graph, {guid}): Promise<DomainJson> => jsonOf(await readGroup(graph, 'domain', guid)),
});

/** POST /domains @throws INVALID_PARAMETERS, CONFLICT, INSTANCE_GUID_NOT_FOUND */
export const createDomain = change('POST /v2/domains', {
  summary: 'Create a domain',
  description:
    '`parentGuid` is the domain that it is in. With the first domain the types of domains and data products are created.',
  body: body(shapes.domainInput, inputOf),
  answer: shapes.domain,
  errors: badGroup,
  // The first one makes the types of domains, and types change alone.
  isAlone: true,
  logAs: 'Domains.create',
  run: async (tx, {body: input}, c): Promise<DomainJson> =>
    jsonOf(await saveGroup(c, tx, 'domain', input)),
});

/** PUT /domains/{guid} @throws INSTANCE_GUID_NOT_FOUND, INVALID_PARAMETERS, CONFLICT */
export const updateDomain = change('PUT /v2/domains/{guid}', {
  summary: 'Rename, move or describe a domain',
  description:
    'What is left out is kept. A domain moves with all that is in it; null as `parentGuid` moves it to the top. Its `qualifiedName` is kept.',
  body: body(shapes.domainInput, inputOf),
  answer: shapes.domain,
  errors: badGroup,
  isAlone: true,
  logAs: 'Domains.update',
  run: async (tx, {guid, body: input}, c): Promise<DomainJson> =>
    jsonOf(await saveGroup(c, tx, 'domain', input, guid)),
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

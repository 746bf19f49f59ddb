import type {Guid} from '@gazetteer/model';
import {listGroups, readGroup} from '../domain/asset-groups.ts';
import {query} from '../operation.ts';
import type {DictionaryHead} from './write-dictionary.ts';

/** More domains in one are not searched. */
const maxDomains = 1000;

type Found = {
  readonly head: Omit<DictionaryHead, 'time'>;
  readonly searchParameters: Record<string, unknown>;
};

/** What is to be searched for a dictionary of a domain and of all in it. */
export const domainDictionary = query({
  logAs: 'Dictionary.domain',
  run: async (graph, {guid}: {guid: Guid}): Promise<Found> => {
    const {name, description = '', owner = ''} = await readGroup(graph, 'domain', guid);
    const below = Map.groupBy(await listGroups(graph, 'domain'), one => one.parent ?? '');
    const guids = new Set([guid]);
    for (const at of guids) for (const one of below.get(at) ?? []) guids.add(one.guid);
    return {
      head: {title: name, description, owner},
      searchParameters: {
        typeName: '_ALL_ENTITY_TYPES',
        facets: {domain: [...guids].slice(0, maxDomains)},
        excludeDeletedEntities: true,
      },
    };
  },
});

import {queryOptions} from '@tanstack/react-query';
import {client} from '../api/client.ts';

/**
 * Why an entity carries a classification that propagated from a source. Not kept longer than other
 * answers: any change of lineage may cut the path.
 */
export const whyQuery = (guid: string, name: string, source: string) =>
  queryOptions({
    queryKey: ['why', guid, name, source],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/entity/guid/{guid}/classification/{name}/why',
        {path: {guid, name}, query: {source}},
        {signal},
      ),
  });

import {AppError} from '@gazetteer/model';
import {open} from '../access/needs.ts';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';

export type ServerJson = Record<string, unknown>;

/**
 * GET /admin/server/{serverName}: another catalog that entities were exported to or imported from,
 * by its full name.
 * @throws INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND
 */
export const readServer = query('GET /admin/server/{serverName}', {
  summary: 'Another catalog that entities were exchanged with',
  description: 'Catalogs are recorded when entities are exported to them or imported from them.',
  answer: shapes.server,
  errors: ['INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'],
  may: open,
  on: 'main',
  logAs: 'AtlasServerService.get',
  run: async (graph, {serverName: name}): Promise<ServerJson> => {
    const [record] = await graph.byUnique([
      {typeName: 'AtlasServer', attribute: 'fullName', value: name},
    ]);
    if (record === undefined) {
      throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [
        'AtlasServer',
        `{fullName=${name}}`,
      ]);
    }
    const {attributes, guid} = record;
    const known = ['name', 'fullName', 'displayName'].filter(one => attributes[one] !== undefined);
    return {
      guid,
      ...Object.fromEntries(known.map(one => [one, attributes[one]])),
      additionalInfo: attributes['additionalInfo'] ?? {},
      urls: attributes['urls'] ?? [],
    };
  },
});

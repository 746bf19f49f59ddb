import {AppError} from '@gazetteer/model';
import type {Catalog} from '../catalog.ts';

export type ServerJson = Record<string, unknown>;

/**
 * GET /admin/server/{serverName}: another catalog that entities were exported to or imported from, by its full name.
 * @throws INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND
 */
export async function readServer(c: Catalog, {name}: {name: string}): Promise<ServerJson> {
  return await c.read('AtlasServerService.get', async graph => {
    const [record] = await graph.byUnique([{typeName: 'AtlasServer', attribute: 'fullName', value: name}]);
    if (record === undefined) {
      throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', ['AtlasServer', `{fullName=${name}}`]);
    }
    const {attributes, guid} = record;
    const known = ['name', 'fullName', 'displayName'].filter(one => attributes[one] !== undefined);
    return {
      guid,
      ...Object.fromEntries(known.map(one => [one, attributes[one]])),
      additionalInfo: attributes['additionalInfo'] ?? {},
      urls: attributes['urls'] ?? [],
    };
  });
}

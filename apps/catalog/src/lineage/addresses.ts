import {flag, list} from '@gazetteer/kernel/parameters';
export const attributes = list('Further attributes of each entity, once for each', 'attributes');

export const hideProcess = flag('From data set to data set, without the processes between them');

export const wrongStart = [
  'INSTANCE_GUID_NOT_FOUND',
  'INVALID_LINEAGE_ENTITY_TYPE',
  'INSTANCE_LINEAGE_INVALID_PARAMS',
] as const;

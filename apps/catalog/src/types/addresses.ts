import {type TypeCategory} from '@gazetteer/model';
export const categories = {
  enumdef: 'ENUM',
  structdef: 'STRUCT',
  classificationdef: 'CLASSIFICATION',
  entitydef: 'ENTITY',
  relationshipdef: 'RELATIONSHIP',
  businessmetadatadef: 'BUSINESS_METADATA',
} as const satisfies Record<string, TypeCategory>;

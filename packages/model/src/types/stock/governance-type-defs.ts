import {
  membershipGroup,
  ownershipGroup,
  qualityGroup,
  trustGroup,
} from '../../governance/governance.ts';
import {qualityAttributes, qualityChoices} from '../../governance/quality.ts';
import {trustAttributes, trustChoices} from '../../governance/trust.ts';
import type {AttributeDef, BusinessMetadataDef} from '../type-def.ts';
import governance from './governance.json' with {type: 'json'};
import {expandArea, type StockTypes} from './expand-area.ts';

type BusinessMetadataInput = Pick<BusinessMetadataDef, 'name' | 'description'> & {
  typeVersion: string;
  attributeDefs: (Pick<AttributeDef, 'name' | 'typeName'> & Partial<AttributeDef>)[];
};
type GovernanceTypes = StockTypes & {businessMetadataDefs: BusinessMetadataInput[]};

/**
 * Types of domains and products, and business metadata for what people say of an asset beside its
 * attributes. A catalog has them once the first of it is said: until then clients of the Atlas API
 * meet the stock types alone.
 */
export function governanceTypeDefs(): GovernanceTypes {
  return {
    ...expandArea(governance),
    enumDefs: Object.entries({...trustChoices, ...qualityChoices}).map(([name, values]) => ({
      name,
      typeVersion: '1.0',
      elementDefs: values.map((value, ordinal) => ({value, ordinal})),
    })),
    businessMetadataDefs: [
      group(membershipGroup, 'The domain and the data products that an asset belongs to', {
        domain: 'string',
        products: 'array<string>',
      }),
      group(ownershipGroup, 'Who is responsible for an asset, beside its owner', {
        owners: 'array<string>',
        stewards: 'array<string>',
        technicalContacts: 'array<string>',
      }),
      group(
        trustGroup,
        'How far an asset can be relied on, and what its users have to know',
        trustAttributes,
      ),
      group(qualityGroup, 'How the checks of what is in an asset ended last', qualityAttributes),
    ],
  };
}

function group(
  name: string,
  description: string,
  attributes: Readonly<Record<string, string>>,
): BusinessMetadataInput {
  return {
    name,
    description,
    typeVersion: '1.0',
    attributeDefs: Object.entries(attributes).map(([attribute, typeName]) => ({
      name: attribute,
      typeName,
      isOptional: true,
      ...(typeName.startsWith('array') ? {cardinality: 'SET' as const} : {}),
      options: {applicableEntityTypes: '["Referenceable"]', maxStrLength: '2000'},
    })),
  };
}

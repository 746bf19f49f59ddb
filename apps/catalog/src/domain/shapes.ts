import {integer, list, named, nullable, object, text, described} from '@gazetteer/kernel/shape';

/** What people write; null takes a text away. */
const texts = {
  name: text('What it is called; no other one beside it has the same name'),
  description: nullable(text('What is in it, in Markdown')),
  owner: nullable(text('Who is responsible')),
};
/** What the server adds. */
const shown = {
  guid: text('Of the entity'),
  qualifiedName: text('Made of the names at its creation, and kept since'),
};
const parent = text('The domain that it is in; none at the top');
const home = text('The domain that it belongs to');

export const domain = named('Domain', 'A domain, which assets belong to', () =>
  object({...shown, ...texts, parentGuid: parent}, ['guid', 'name', 'qualifiedName']),
);
export const domains = object({domains: list(domain, 'By name')}, ['domains']);
export const domainInput = named('DomainInput', 'What a domain is given', () =>
  object({
    ...texts,
    parentGuid: described(nullable(parent), 'The domain that it is in; null for the top'),
  }),
);

export const product = named('DataProduct', 'A set of assets that is offered as one', () =>
  object({...shown, ...texts, domainGuid: home}, ['guid', 'name', 'qualifiedName']),
);
export const products = object({products: list(product, 'By name')}, ['products']);
export const productInput = named('DataProductInput', 'What a data product is given', () =>
  object({
    ...texts,
    domainGuid: described(nullable(home), 'The domain that it belongs to; null for none'),
  }),
);

export const members = named('AssetsToAssign', 'Assets by their guids', () =>
  object({guids: list(text(), 'Of the assets')}, ['guids']),
);
export const assigned = named('AssignedAssets', 'What became of assets', () =>
  object(
    {
      changed: integer('Those that were changed'),
      unchanged: integer('Those that were so already'),
      refused: list(
        object({guid: text('Of the asset'), reason: text('Why')}, ['guid', 'reason']),
        'Those that cannot belong to it, or that the caller may not change',
      ),
    },
    ['changed', 'unchanged', 'refused'],
  ),
);

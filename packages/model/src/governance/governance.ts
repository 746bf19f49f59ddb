import type {Guid} from '../entity/record.ts';

/** What people say of assets beside their attributes stands in business metadata of these names. */
export const membershipGroup = 'AssetMembership';
export const ownershipGroup = 'AssetOwnership';
export const trustGroup = 'AssetTrust';
export const qualityGroup = 'AssetQuality';

/** Shown in places of their own, not among other business metadata. */
export const governanceGroups: ReadonlySet<string> = new Set([
  membershipGroup,
  ownershipGroup,
  trustGroup,
  qualityGroup,
]);

/** What groups assets; both are entities with a page. */
export const groupTypes = {domain: 'DataDomain', product: 'DataProduct'} as const;
export type GroupKind = keyof typeof groupTypes;

/** Facets of roles, by their attribute; owners are those of the attribute `owner` as well. */
export const ownershipFacets = {
  owner: 'owners',
  steward: 'stewards',
  technicalContact: 'technicalContacts',
} as const;

/** The facets that narrow a search to the members of domains and products, by their attribute. */
export const membershipFacets = {domain: 'domain', product: 'products'} as const;

/** The facets of how far assets can be relied on, by their attribute. */
export const trustFacets = {
  certification: 'certification',
  tier: 'tier',
  announcement: 'announcementType',
} as const;

/** The facet of how the checks of assets ended, by its attribute. */
export const qualityFacets = {checks: 'checks'} as const;

type Described = {
  readonly businessAttributes?:
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | null
    | undefined;
};

/** Guids of the domain and the products that an asset belongs to. */
export function membershipOf({businessAttributes}: Described): {
  domain: Guid | undefined;
  products: readonly Guid[];
} {
  const {domain, products} = businessAttributes?.[membershipGroup] ?? {};
  return {
    domain: typeof domain === 'string' && domain !== '' ? domain : undefined,
    products: textsOf(products),
  };
}

/** What is a text, of a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one !== '')
    : [];
}

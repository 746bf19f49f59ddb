import {trustGroup} from './governance.ts';

/** Elements of the enumerations of a new catalog; administrators can add others. */
export const trustChoices = {
  AssetCertification: ['Certified', 'Draft', 'Deprecated'],
  AssetTier: ['Tier 1', 'Tier 2', 'Tier 3', 'Tier 4', 'Tier 5'],
  AnnouncementType: ['Information', 'Warning', 'Issue'],
} as const;

/** Those certifications that searches rank by. */
export const [certified, , deprecated] = trustChoices.AssetCertification;

/**
 * How far an asset can be relied on, and what its users have to know; what is not said is absent.
 */
export type Trust = {
  readonly certification?: string;
  /** Of deprecated ones. */
  readonly deprecationReason?: string;
  /** Of deprecated ones: a guid. */
  readonly successor?: string;
  readonly tier?: string;
  readonly announcement?: string;
  readonly announcementType?: string;
  readonly announcedBy?: string;
  readonly announcedTime?: number;
};

/** The attributes with the types of their values. */
export const trustAttributes = {
  certification: 'AssetCertification',
  deprecationReason: 'string',
  successor: 'string',
  tier: 'AssetTier',
  announcement: 'string',
  announcementType: 'AnnouncementType',
  announcedBy: 'string',
  announcedTime: 'date',
} as const satisfies Record<keyof Trust, string>;

/** What a header has to be asked for to tell all of it. */
export const trustAsked: readonly string[] = Object.keys(trustAttributes).map(
  name => `${trustGroup}.${name}`,
);

type Told = {
  readonly attributes?: Readonly<Record<string, unknown>> | null | undefined;
  readonly businessAttributes?:
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | null
    | undefined;
};

/** Of an entity, or of a header that was asked for `trustAsked`. */
export function trustOf({attributes, businessAttributes}: Told): Trust {
  const values = businessAttributes?.[trustGroup] ?? {};
  const said = Object.entries(trustAttributes).flatMap(([name, type]) => {
    const value = values[name] ?? attributes?.[`${trustGroup}.${name}`];
    const isSaid = type === 'date' ? typeof value === 'number' : typeof value === 'string';
    return isSaid && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(said);
}

import {ownershipGroup, textsOf} from './governance.ts';

/** Names of users and groups, or other texts, by what they are responsible for. */
export type OwnerRoles = {
  readonly owners: readonly string[];
  readonly stewards: readonly string[];
  readonly technicalContacts: readonly string[];
};

type Owned = {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly businessAttributes?:
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | null
    | undefined;
};

/** The owner that the attribute names comes first. */
export function ownersOf({attributes, businessAttributes}: Owned): OwnerRoles {
  const {owners, stewards, technicalContacts} = businessAttributes?.[ownershipGroup] ?? {};
  return {
    owners: [...new Set([...textsOf([attributes['owner']]), ...textsOf(owners)])],
    stewards: textsOf(stewards),
    technicalContacts: textsOf(technicalContacts),
  };
}

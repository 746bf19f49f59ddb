import type {AdminPrivilege} from '@gazetteer/model';

/**
 * What an operation needs of a policy, beside what the entities and types that it touches need by
 * themselves.
 */
export type Need = {
  /** Asked for before anything is done. */
  readonly privilege?: AdminPrivilege;
  /** Whether it sees only what its user may read. */
  readonly reads: 'readable' | 'all';
  /** Whether its changes are those of its user, of types alone, or the catalog's own. */
  readonly writes: 'checked' | 'types' | 'free';
  /**
   * Asked for by the catalog itself, never by a request: as a part of what its user was already
   * allowed to do.
   */
  readonly isInternal?: true;
  /** It tells of everything at once, so its user must be allowed to read everything. */
  readonly wantsAll?: true;
};

export const own = {reads: 'readable', writes: 'checked'} as const satisfies Need;
export const types = {reads: 'all', writes: 'types'} as const satisfies Need;
/** It tells nothing of entities. */
export const open = {reads: 'all', writes: 'free'} as const satisfies Need;
export const internal = {...open, isInternal: true} as const satisfies Need;
export const statistics = {...open, wantsAll: true} as const satisfies Need;
export const audits = {...open, privilege: 'admin-audits'} as const satisfies Need;
export const purge = {...open, privilege: 'admin-purge'} as const satisfies Need;
export const subscriptions = {...open, privilege: 'admin-subscriptions'} as const satisfies Need;
export const imports = {...open, privilege: 'admin-import'} as const satisfies Need;

/** What a refusal calls that which a privilege is for. */
export const adminTexts: Readonly<Record<AdminPrivilege, string>> = {
  'admin-export': 'export entities',
  'admin-import': 'import entities',
  'admin-purge': 'purge entities and other upkeep',
  'admin-audits': 'read the audit of administrators',
  'admin-usage': 'see who uses assets',
  'admin-subscriptions': 'manage subscriptions to changes',
  'service-notification-post': 'post notifications',
};

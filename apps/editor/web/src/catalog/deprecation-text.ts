import type {KnownAsset} from './known-tables.ts';

/**
 * That a table should not be used, and what to use; undefined for one that may be. Reasons are
 * texts of people, with a full stop or without.
 */
export function deprecationText({deprecation}: KnownAsset): string | undefined {
  if (deprecation === undefined) return undefined;
  const {reason, successor} = deprecation;
  const use = successor === undefined ? '' : ` Use ${successor} instead.`;
  return `Deprecated${reason === '' ? '.' : `: ${reason.replace(/\.$/, '')}.`}${use}`;
}

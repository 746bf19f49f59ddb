import {createHmac, timingSafeEqual} from 'node:crypto';
import type {SnapshotLink} from './snapshot.ts';

/** What a link has in its query, where no log has it. */
export type Signed = {readonly expires: string; readonly signature: string};

/** The address of a link, below that of the server: when it ends is signed. */
export function addressOf({uuid, secret, expiresAt}: SnapshotLink): string {
  const expires = String(expiresAt);
  return `/embed/${uuid}?${new URLSearchParams({expires, signature: sign(secret, uuid, expires)})}`;
}

/** Whether the link has not expired, and the query is its own. */
export function isValid(
  {uuid, secret, expiresAt}: SnapshotLink,
  {expires, signature}: Signed,
  now: number,
): boolean {
  const expected = Buffer.from(sign(secret, uuid, String(expiresAt)));
  const given = Buffer.from(signature);
  const isSame = given.length === expected.length && timingSafeEqual(given, expected);
  return isSame && expires === String(expiresAt) && now < expiresAt;
}

function sign(secret: string, uuid: string, expires: string): string {
  return createHmac('sha256', secret).update(`${uuid}.${expires}`).digest('base64url');
}

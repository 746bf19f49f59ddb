import {createHash} from 'node:crypto';
import type {Session} from './session.ts';

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The token that a browser must send back with every change. It follows from the session, so that
 * all processes expect the same, and does not tell it. Made on first use, because most sessions
 * never ask.
 */
export function csrfTokenOf(session: Session): string {
  session.csrfToken ??= tokenFrom(session.id);
  return session.csrfToken;
}

function tokenFrom(id: string): string {
  const digest = createHash('sha256').update(`token of ${id}`).digest().subarray(0, 20);
  return Array.from(digest, byte => alphanumerics[byte % alphanumerics.length]).join('');
}

import {createHash} from 'node:crypto';

// Clients of Hue know documents, people and groups by numbers, and its two folders that everybody
// has by ids. Here documents have ids, people have names, and the top of one's documents is no
// document: numbers and ids are made of these, the same ones each time, so that nothing of it has
// to be kept.

/** The number of a document: 48 bits of its id, as many as a number of JSON holds. */
export function documentNumber(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}

/** How ids of the document with this number begin. */
export function uuidStart(number: number): string {
  const digits = number.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`;
}

/** The number of a user or a group. */
export function nameNumber(kind: 'user' | 'group', name: string): number {
  return Number.parseInt(digest(`${kind} ${name}`).slice(0, 8), 16) >>> 1;
}

/** Id of the folder that holds all that somebody has. */
export function homeOf(userName: string): string {
  return asUuid(digest(`home ${userName}`));
}

/** Id of the folder of what somebody threw away. */
export function trashOf(userName: string): string {
  return asUuid(digest(`trash ${userName}`));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function asUuid(hex: string): string {
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

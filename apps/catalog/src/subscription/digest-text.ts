import {countText, linkTo, short} from './change-text.ts';
import {followedChangeText} from '@gazetteer/model/followed';
import type {FollowedChange} from '../follow/read-followed-changes.ts';

/** More lines are only counted. */
const maxLines = 50;

/**
 * A mail about changes, the newest first.
 * @param address where users find the catalog; empty where that is not known
 * @param isMore whether there are more than these
 */
export function digestMail(
  changes: readonly FollowedChange[],
  address: string,
  isMore: boolean,
): {subject: string; text: string} {
  const count = `${countText(changes.length)}${isMore ? ' or more' : ''}`;
  const left = changes.length - maxLines;
  const rest = `and ${countText(left).toLowerCase()}${isMore ? ' or more' : ''}`;
  const more = left > 0 ? [rest] : isMore ? ['There are more.'] : [];
  const bell = address === '' ? '' : `\n${address}/n/index.html#!/notifications`;
  const end = `You get this mail because you follow these assets, terms, domains or classifications. To change how often, or to stop it, open Notifications in the catalog.${bell}`;
  return {
    subject: `Catalog: ${count.toLowerCase()} to what you follow`,
    text: [...changes.slice(0, maxLines).map(one => lineOf(one, address)), ...more, '', end].join(
      '\n',
    ),
  };
}

function lineOf(change: FollowedChange, address: string): string {
  const {entity, count, user, time, action} = change;
  const others = count > 1 ? ` and ${(count - 1).toLocaleString('en')} more` : '';
  const what = followedChangeText(change, name => name);
  const at = `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const line = `- ${short(entity.name)} (${entity.typeName})${others}: ${short(what)}, by ${short(user)}, ${at}`;
  return address === '' || action === 'ENTITY_PURGE'
    ? line
    : `${line}\n  ${linkTo(address, entity)}`;
}

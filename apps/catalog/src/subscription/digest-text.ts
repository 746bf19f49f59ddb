import {breakingChange} from '@gazetteer/model';
import {followedChangeText} from '@gazetteer/model/followed';
import {changeLines, countText, linkTo, short} from './change-text.ts';
import type {FollowedBreak} from './followed-breaks.ts';
import type {FollowedChange} from '../follow/read-followed-changes.ts';

/** More lines are only counted. */
const maxLines = 50;

/** What a mail tells, each the newest first. */
export type Digest = {
  readonly changes: readonly FollowedChange[];
  /** What may break what its reader owns or follows. */
  readonly breaks: readonly FollowedBreak[];
  /** Whether there are more changes than these. */
  readonly isMore: boolean;
};

/** @param address where users find the catalog; empty where that is not known */
export function digestMail(
  {changes, breaks, isMore}: Digest,
  address: string,
): {subject: string; text: string} {
  const count = `${countText(changes.length)}${isMore ? ' or more' : ''}`;
  const left = changes.length - maxLines;
  const rest = `and ${countText(left).toLowerCase()}${isMore ? ' or more' : ''}`;
  const more = left > 0 ? [rest] : isMore ? ['There are more.'] : [];
  const bell = address === '' ? '' : `\n${address}/n/index.html#!/notifications`;
  const end = `You get this mail because you own or follow these assets, or follow these terms, domains or classifications. To change how often, or to stop it, open Notifications in the catalog.${bell}`;
  const breaking =
    breaks.length === 1 ? 'one breaking change' : `${breaks.length} breaking changes`;
  const subjects = [
    ...(breaks.length > 0 ? [breaking] : []),
    ...(changes.length > 0 ? [count.toLowerCase()] : []),
  ];
  return {
    subject: `Catalog: ${subjects.join(' and ')} to what you ${breaks.length > 0 ? 'own or ' : ''}follow`,
    text: [
      ...breakLines(breaks, address),
      ...changes.slice(0, maxLines).map(one => lineOf(one, address)),
      ...more,
      '',
      end,
    ].join('\n'),
  };
}

/** As messages of subscriptions say it. */
function breakLines(breaks: readonly FollowedBreak[], address: string): readonly string[] {
  if (breaks.length === 0) return [];
  const {lines, more} = changeLines(
    breaks.map(({time, user, entity, ...breaking}, n) => ({
      id: String(n),
      operationType: breakingChange,
      eventTime: time,
      user,
      entity,
      breaking,
    })),
    address,
  );
  return [
    'Breaking changes:',
    ...lines.map(({before, name, after, link}) => {
      const line = `- ${before}${name}${after}`;
      return link === undefined ? line : `${line}\n  ${link}`;
    }),
    ...(more > 0 ? [`and ${countText(more).toLowerCase()}`] : []),
    '',
  ];
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

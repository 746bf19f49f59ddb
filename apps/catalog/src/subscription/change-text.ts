import {filledTemplate, splitAtName, type EntityHeader} from '@gazetteer/model';
import type {Breaking, Change} from '../notification/read-changes.ts';

/** One line of a message: what was done, to what, by whom. */
export type ChangeLine = {
  readonly before: string;
  /** Named with a link, where the address of the catalog is known; empty for none. */
  readonly name: string;
  readonly after: string;
  readonly link: string | undefined;
};

/** More lines are only counted. */
const maxLines = 20;
/** Names of people and things are cut: a message has to fit. */
const maxName = 200;

/** What a message says of changes: the same thing done several times is one line. */
export function changeLines(
  changes: readonly Change[],
  address: string,
  template?: string,
): {readonly lines: readonly ChangeLine[]; readonly more: number} {
  const groups = [...Map.groupBy(changes, keyOf).values()];
  const lines = groups.slice(0, maxLines).map(alike => lineOf(alike, address, template));
  const shown = groups.slice(0, maxLines).reduce((sum, alike) => sum + alike.length, 0);
  return {lines, more: changes.length - shown};
}

/** *12 changes*, *One change* */
export function countText(count: number): string {
  return count === 1 ? 'One change' : `${count.toLocaleString('en')} changes`;
}

function keyOf({
  id,
  operationType,
  user,
  classification = '',
  entity,
  relationship,
  breaking,
}: Change): string {
  if (breaking !== undefined) return id;
  const guid = entity?.guid ?? relationship?.guid ?? '';
  return JSON.stringify([operationType, user, classification, guid]);
}

function lineOf(
  alike: readonly Change[],
  address: string,
  template: string | undefined,
): ChangeLine {
  const [change] = alike as [Change, ...Change[]];
  const {user, entity, relationship, eventTime} = change;
  const times = alike.length === 1 ? '' : `, ${alike.length.toLocaleString('en')} times`;
  const linked = change.operationType === 'ENTITY_PURGE' || address === '' ? undefined : entity;
  const link = linked && linkTo(address, linked);
  const own = entity?.displayText === '' ? entity.guid : entity?.displayText;
  const type = entity?.typeName ?? relationship?.typeName ?? '';
  const details = breakingText(change.breaking);
  if (template === undefined)
    return {
      before: `${wordsOf(change)} `,
      name: short(own === undefined ? type : `${own} (${type})`),
      after: `${endsOf(change)} by ${short(user)}${times}${details}`,
      link,
    };
  const values = {
    what: wordsOf(change),
    type: short(type),
    user: short(user),
    time: `${new Date(eventTime).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    times: times.replace(/^, /, ''),
    details: `${endsOf(change)}${details}`.replace(/^[:. ]+/, ''),
    link: link ?? '',
  };
  const [before = '', ...rest] = splitAtName(template);
  return {
    before: filledTemplate(before, values),
    name: rest.length === 0 ? '' : short(own ?? type),
    after: filledTemplate(rest.join(''), {...values, name: short(own ?? type)}),
    link,
  };
}

/** Where users see an entity. */
export function linkTo(address: string, {guid}: Pick<EntityHeader, 'guid'>): string {
  return `${address}/n/index.html#!/detailPage/${encodeURIComponent(guid)}`;
}

function wordsOf(change: Change): string {
  const {operationType, classification = ''} = change;
  switch (operationType) {
    case 'ENTITY_CREATE':
      return 'Created';
    case 'ENTITY_UPDATE':
      return 'Updated';
    case 'ENTITY_DELETE':
      return 'Deleted';
    case 'ENTITY_PURGE':
      return 'Permanently deleted';
    case 'CLASSIFICATION_ADD':
      return `Added ${short(classification)} to`;
    case 'CLASSIFICATION_UPDATE':
      return `Changed ${short(classification)} of`;
    case 'CLASSIFICATION_DELETE':
      return `Removed ${short(classification)} from`;
    case 'BREAKING_CHANGE':
      return change.breaking?.kind === 'TABLE_DROPPED' ? 'Dropped' : 'Changed columns of';
    case 'RELATIONSHIP_CREATE':
      return 'Added the relationship';
    case 'RELATIONSHIP_UPDATE':
      return 'Changed the relationship';
    case 'RELATIONSHIP_DELETE':
      return 'Removed the relationship';
  }
}

/** More columns and affected assets are only counted. */
const maxNames = 10;

/** *: amount removed, day retyped from int to string. Affects margins (amount) and 2 more* */
function breakingText(breaking: Breaking | undefined): string {
  if (breaking === undefined) return '';
  const columns = breaking.columns.map(({name, change, from = '', to = ''}) =>
    change === 'REMOVED'
      ? `${short(name)} removed`
      : `${short(name)} retyped from ${short(from)} to ${short(to)}`,
  );
  const affected = breaking.affected.map(({entity, columns: names}) => {
    const name = short(entity.displayText === '' ? entity.guid : entity.displayText);
    return names.length === 0 ? name : `${name} (${someOf(names.map(short), names.length)})`;
  });
  const what = columns.length === 0 ? '' : `: ${someOf(columns, columns.length)}`;
  if (breaking.affectedCount === 0)
    return `${what}. There is more downstream than is followed, so what it affects is not known`;
  const atLeast = breaking.isPartial ? ' or more' : '';
  return `${what}. Affects ${someOf(affected, breaking.affectedCount)}${atLeast}`;
}

function someOf(texts: readonly string[], count: number): string {
  const shown = texts.slice(0, maxNames);
  const more = count - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

function endsOf({relationship}: Change): string {
  if (relationship === undefined) return '';
  const names = [relationship.end1, relationship.end2].map(end =>
    short(String(end.uniqueAttributes?.['qualifiedName'] ?? end.guid)),
  );
  return ` between ${names.join(' and ')}`;
}

/** On one line, and not too long. */
export function short(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length > maxName ? `${line.slice(0, maxName - 1).toWellFormed()}…` : line;
}

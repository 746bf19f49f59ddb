import {form} from '@gazetteer/kernel';
import {any, flag, id, list, object, optional, wholeNumber} from '@gazetteer/kernel/fields';
import {
  anything,
  described,
  integer,
  list as listShape,
  mapOf,
  named,
  text,
} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {readPreferences, savePreference} from './preferences.ts';
import {
  closeTab,
  listTabHeads,
  listTabs,
  orderTabs,
  readTab,
  reopenTab,
  saveTab,
} from './tab-store.ts';

const byId = {uuid: id};
const members = {
  uuid: text('Its id, made by the page'),
  revision: integer('Counts the savings'),
  changedAt: statementTime('When it was last saved'),
  closedAt: statementTime('When it was closed'),
};
const content = described(mapOf(anything), 'What the page keeps of it');
export const tab = named('Tab', 'A tab of the editor', () =>
  whole({...members, content}, ['closedAt']),
);
const listed = named(
  'ListedTab',
  'A tab in a list: with its content or, if that was asked for, with its title alone',
  () => whole({...members, content, title: text('Its title')}, ['closedAt', 'content', 'title']),
);

const listAll = query('GET /tabs', {
  summary: 'The tabs of the caller, in their order',
  description: 'Closed ones are the last 50, the last closed first.',
  query: {
    closed: flag('Those that were closed'),
    brief: flag('With `title` in place of `content`'),
  },
  answer: whole({tabs: listShape(listed, 'The tabs')}),
  run: async ({db}, {closed, brief}, {actor: {userName}}) => ({
    tabs: await (brief ? listTabHeads : listTabs)(db, userName, closed),
  }),
});

const read = query('GET /tabs/{uuid}', {
  summary: 'A tab',
  description: 'With its content.',
  segments: byId,
  answer: tab,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => await readTab(db, userName, uuid),
});

const order = change('PUT /tabs', {
  summary: 'Put tabs in order',
  description: 'As listed; what is not listed comes behind.',
  body: form({order: list('Ids of tabs', text())}),
  run: async ({db}, {order: uuids}, {actor: {userName}}) => {
    if (!uuids.every(uuid => typeof uuid === 'string')) {
      throw new AppError('BAD_REQUEST', ['order has to be a list of ids.']);
    }
    await orderTabs(db, userName, uuids);
  },
});

const save = change('PUT /tabs/{uuid}', {
  summary: 'Save a tab, or begin one',
  description:
    'The page makes the id. What somebody saved meanwhile is not overwritten: 409 with the tab as it is.',
  segments: byId,
  body: form({
    revision: wholeNumber('The one that the caller knows; 0 for a new tab', {
      max: 2 ** 31 - 2,
      default: 0,
    }),
    content: object('What the page keeps of it'),
    kept: optional(list('Members of the content that stay as that revision has them', text())),
  }),
  answer: named('SavedTab', 'What a saving came to', () =>
    whole({uuid: members.uuid, revision: members.revision, changedAt: members.changedAt}),
  ),
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({db}, {uuid, revision, content, kept = []}, {actor: {userName}}) => {
    const saved = await saveTab(db, userName, uuid, {revision, content, kept: kept.map(String)});
    return {uuid: saved.uuid, revision: saved.revision, changedAt: saved.changedAt};
  },
});

const close = change('DELETE /tabs/{uuid}', {
  summary: 'Close a tab',
  description: 'It can be opened again while it is one of the last 50.',
  segments: byId,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => await closeTab(db, userName, uuid),
});

const reopen = change('POST /tabs/{uuid}/reopen', {
  summary: 'Open a closed tab again',
  description: 'Behind the others.',
  segments: byId,
  answer: tab,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => await reopenTab(db, userName, uuid),
});

const preferences = query('GET /preferences', {
  summary: 'What the pages keep for the caller',
  description: 'By name: the theme, the width of a panel.',
  answer: mapOf(anything),
  run: async ({db}, _input, {actor: {userName}}) => await readPreferences(db, userName),
});

const prefer = change('PUT /preferences/{name}', {
  summary: 'Keep a preference',
  description: 'Without a value it is taken away.',
  body: form({value: any('Any JSON')}),
  errors: ['CONFLICT'],
  run: async ({db}, {name, value}, {actor: {userName}}) =>
    await savePreference(db, userName, name, value),
});

/** What a page needs to look after a reload as it did before. */
export const tabOperations = {
  listTabs: listAll,
  readTab: read,
  orderTabs: order,
  saveTab: save,
  closeTab: close,
  reopenTab: reopen,
  readPreferences: preferences,
  savePreference: prefer,
};

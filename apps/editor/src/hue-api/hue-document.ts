import {
  anything,
  described,
  flag,
  integer,
  list,
  named,
  nullable,
  text,
} from '@gazetteer/kernel/shape';
import {levels} from '../document/access.ts';
import {textList, whole} from '../http/shapes.ts';
import type {FoundDocument, GrantRow} from './find-documents.ts';
import {documentNumber, homeOf, nameNumber, trashOf} from './identity.ts';

const grantees = (words: string) =>
  described(
    whole({
      users: list(whole({id: integer('Number'), username: text('Name')}), 'Users'),
      groups: list(whole({id: integer('Number'), name: text('Name')}), 'Groups'),
    }),
    words,
  );

/** A document as clients of Hue know it. */
export const hueDocument = named('HueDocument', 'A document, as clients of Hue know it', () =>
  whole({
    owner: text('Whose it is'),
    name: text('Its name'),
    path: text('Folders and name, from the top of its owner'),
    description: text('What it is for'),
    uuid: text('Its id'),
    id: integer('Its number, made of its id'),
    doc1_id: integer('The same'),
    parent_uuid: nullable(text('Id of its folder')),
    type: text('`directory`, `dashboard`, `notebook`, `gist`, or `query-` with the engine'),
    perms: described(
      whole({
        read: grantees('Who may read it, beside its owner'),
        write: grantees('Who may change it'),
        link_sharing_on: flag('Whether its address is enough'),
        link_read: flag('For reading'),
        link_write: flag('For changing'),
      }),
      'Who can use it',
    ),
    last_modified: text('When it was last saved, ISO 8601'),
    last_modified_ts: integer('The same in seconds since 1970'),
    is_managed: flag('Always false'),
    isSelected: flag('Always false: of the page'),
    absoluteUrl: text('Its page'),
  }),
);

export const foundPage = {
  count: integer('How many there are'),
  page: integer('Which of the pages this is, from 1'),
  limit: integer('How many are on a page; 0 for all'),
  types: textList('What was asked for'),
  text: nullable(text('What was asked for')),
  sort: text('What was asked for'),
};

export const openedHueDocument = named('OpenedHueDocument', 'A document with its neighbours', () =>
  whole(
    {
      status: integer('0: it went well'),
      document: described(hueDocument, 'What was asked for'),
      parent: described(nullable(hueDocument), 'Its folder; null for the top'),
      children: list(hueDocument, 'What is in a folder'),
      dependencies: list(hueDocument, 'Always empty'),
      dependents: list(hueDocument, 'Always empty'),
      data: described(anything, 'With `data=true` the notebook; an empty text otherwise'),
      user_perms: described(
        whole({
          can_read: flag('Whether the caller may read it'),
          can_write: flag('Whether the caller may change it'),
        }),
        'What the caller can do with it',
      ),
      ...foundPage,
    },
    Object.keys(foundPage),
  ),
);

/** What clients are told of a document. */
export function hueDocumentOf(found: FoundDocument): object {
  const {owner, name, uuid, kind, engine, isShort, folder, changedAt, trashedAt} = found;
  const number = documentNumber(uuid);
  const path = [...(trashedAt === undefined ? [] : ['.Trash']), ...found.above, name];
  return {
    owner,
    name,
    path: `/${path.join('/')}`,
    description: found.description,
    uuid,
    id: number,
    doc1_id: number,
    parent_uuid: trashedAt === undefined ? (folder ?? homeOf(owner)) : trashOf(owner),
    type: typeOf(kind, isShort ? 'gist' : `query-${engine || 'notebook'}`),
    perms: permsOf(found.grants),
    ...times(changedAt),
    is_managed: false,
    isSelected: false,
    absoluteUrl: urlOf(found),
  };
}

/** The folder that everybody has: the top of their documents, or what they threw away. */
export function specialFolder(userName: string, kind: 'home' | 'trash', changedAt: number): object {
  const uuid = kind === 'home' ? homeOf(userName) : trashOf(userName);
  const number = documentNumber(uuid);
  const name = kind === 'home' ? '' : '.Trash';
  return {
    owner: userName,
    name,
    path: `/${name}`,
    description: '',
    uuid,
    id: number,
    doc1_id: number,
    parent_uuid: kind === 'home' ? null : homeOf(userName),
    type: 'directory',
    perms: permsOf([]),
    ...times(changedAt),
    is_managed: false,
    isSelected: false,
    absoluteUrl: kind === 'home' ? '/app/documents/' : '/app/documents/?folder=trash',
  };
}

/** Where it is opened. */
export function urlOf({kind, uuid}: Pick<FoundDocument, 'kind' | 'uuid'>): string {
  if (kind === 'dashboard') return `/app/dashboards/${uuid}`;
  if (kind === 'notebook') return `/app/notebooks/${uuid}`;
  return kind === 'folder' ? `/app/documents/?folder=${uuid}` : `/hue/editor?editor=${uuid}`;
}

/** The word for a kind of document; a query has several. */
export function typeOf(kind: FoundDocument['kind'], query: string): string {
  return {folder: 'directory', dashboard: 'dashboard', notebook: 'notebook', query}[kind];
}

function times(changedAt: number): object {
  return {
    last_modified: new Date(changedAt).toISOString().replace(/\.\d+Z$/, ''),
    last_modified_ts: Math.floor(changedAt / 1000),
  };
}

function permsOf(grants: readonly GrantRow[]): object {
  const of = (level: number) => {
    const those = grants.filter(grant => grant.level === level);
    const named = (kind: 'user' | 'group') =>
      those.flatMap(grant =>
        grant.kind === kind ? [{id: nameNumber(kind, grant.name), name: grant.name}] : [],
      );
    return {
      users: named('user').map(({id, name}) => ({id, username: name})),
      groups: named('group'),
    };
  };
  const link = (level: number) =>
    grants.some(grant => grant.kind === 'link' && grant.level === level);
  return {
    read: of(levels.read),
    write: of(levels.write),
    link_sharing_on: grants.some(({kind}) => kind === 'link'),
    link_read: link(levels.read),
    link_write: link(levels.write),
  };
}

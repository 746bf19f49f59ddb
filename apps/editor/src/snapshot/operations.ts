import {form} from '@gazetteer/kernel';
import {id, wholeNumber} from '@gazetteer/kernel/fields';
import {flag, integer, list} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {checkSharing, type Onlooker} from '../config/sharing.ts';
import {readDashboard, readQueries} from '../dashboard/dashboard-query.ts';
import type {Editor} from '../editor.ts';
import {whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {changeFields, contentOf, enginesOf, pictureOf, snapshotFields} from './fields.ts';
import {addressOf} from './link-address.ts';
import * as shapes from './shapes.ts';
import type {SnapshotHead, SnapshotLink} from './snapshot.ts';
import {
  addLink,
  addSnapshot,
  changeSnapshot,
  deleteSnapshot,
  dropLink,
  listLinks,
  listOwn,
  listSnapshots,
  maxSnapshots,
  readSnapshot,
} from './snapshots.ts';

const byId = {uuid: id};
const dayMs = 86_400_000;
const rules = {
  most: integer('How many the caller may have, of all dashboards'),
  canPreview: flag('Whether previews without a login can be turned on'),
  canEmbed: flag('Whether links that need no login can be created'),
};

const listAll = query('GET /dashboards/{uuid}/snapshots', {
  summary: 'Snapshots of a dashboard',
  description: 'Those of the caller, and those for all users who can open it; the last first.',
  segments: byId,
  answer: whole({snapshots: list(shapes.snapshotHead, 'The snapshots'), ...rules}),
  errors: ['NOT_FOUND', 'GONE'],
  run: async (e, {uuid}, {actor}) => ({
    snapshots: (await listSnapshots(e.db, actor, uuid)).map(one => shown(one, actor)),
    ...rulesOf(e),
  }),
});

const listMine = query('GET /snapshots', {
  summary: 'Your snapshots',
  description:
    'Of all dashboards, also of those that the caller can no longer open, with their links; the last first.',
  answer: whole({snapshots: list(shapes.ownSnapshot, 'The snapshots'), ...rules}),
  run: async (e, _, {actor}) => ({
    snapshots: (await listOwn(e.db, actor.userName)).map(({links, ...one}) => ({
      ...shown(one, actor),
      links: links.map(shownLink),
    })),
    ...rulesOf(e),
  }),
});

const take = change('POST /dashboards/{uuid}/snapshots', {
  summary: 'Keep what a dashboard shows',
  description: 'As the caller sees it, with the time of the server. It stays as it is.',
  segments: byId,
  body: form(snapshotFields),
  answer: shapes.snapshotHead,
  status: 201,
  errors: ['NOT_FOUND', 'GONE', 'CONFLICT', 'NOT_ALLOWED'],
  run: async (e, {uuid, name, description, audience, picture, ...given}, {actor}) => {
    const content = contentOf(given);
    const drawn = pictureOf(picture);
    const {dashboard} = await readDashboard(e, actor, uuid);
    const queries = await readQueries(e, actor, dashboard);
    const engines = enginesOf(content.tiles, dashboard, queries);
    if (audience === 'dashboard') checkShown(e, engines, 'group');
    const wanted = {document: uuid, name, description, audience, engines, content};
    return shown(await addSnapshot(e.db, actor, {...wanted, picture: drawn}), actor);
  },
});

const read = query('GET /snapshots/{uuid}', {
  summary: 'A snapshot',
  description: 'Also as a page, at `/snapshots/{uuid}`.',
  segments: byId,
  answer: shapes.openedSnapshot,
  errors: ['NOT_FOUND', 'GONE'],
  run: async ({db}, {uuid}, {actor}) => {
    const {content, engines: _, ...head} = await readSnapshot(db, actor, uuid);
    return {...shown(head, actor), ...content};
  },
});

const save = change('PUT /snapshots/{uuid}', {
  summary: 'Change who may see a snapshot',
  description: 'By its owner. What it shows stays as it is.',
  segments: byId,
  body: form(changeFields),
  answer: shapes.snapshotHead,
  errors: ['NOT_FOUND', 'GONE', 'NOT_ALLOWED'],
  run: async (e, {uuid, ...wanted}, {actor}) => {
    const {engines, audience, hasPreview} = await readSnapshot(e.db, actor, uuid);
    if (wanted.audience === 'dashboard' && audience !== 'dashboard')
      checkShown(e, engines, 'group');
    if (wanted.hasPreview && !hasPreview) {
      if (!e.snapshotRules.hasPreviews)
        throw new AppError('NOT_ALLOWED', ['Previews are switched off here (--link-previews).']);
      checkShown(e, engines, 'link');
    }
    return shown(await changeSnapshot(e.db, actor.userName, uuid, wanted), actor);
  },
});

const remove = change('DELETE /snapshots/{uuid}', {
  summary: 'Delete a snapshot and its links',
  description: 'By its owner. It can’t be restored.',
  segments: byId,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => await deleteSnapshot(db, userName, uuid),
});

const listItsLinks = query('GET /snapshots/{uuid}/links', {
  summary: 'Links that show a snapshot without a login',
  description: 'For its owner. Those that have expired are left out.',
  segments: byId,
  answer: whole({links: list(shapes.snapshotLink, 'The links, the last first')}),
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => ({
    links: (await listLinks(db, userName, uuid)).map(shownLink),
  }),
});

const link = change('POST /snapshots/{uuid}/links', {
  summary: 'Create a link that shows a snapshot without a login',
  description:
    'By its owner. Its address is signed, and may be in a frame of the pages that the administrator has named.',
  segments: byId,
  body: form({
    days: wholeNumber('How many days until it expires, 1 to 365', {max: 365, default: 30}),
  }),
  answer: shapes.snapshotLink,
  status: 201,
  errors: ['NOT_FOUND', 'GONE', 'CONFLICT', 'NOT_ALLOWED'],
  run: async (e, {uuid, days}, {actor}) => {
    if (days === 0) throw new AppError('BAD_REQUEST', ['days has to be 1 at least.']);
    const {engines} = await readSnapshot(e.db, actor, uuid);
    if (e.snapshotRules.embedOrigins.length === 0)
      throw new AppError('NOT_ALLOWED', ['Embedding is switched off here (--embed-origins).']);
    checkShown(e, engines, 'link');
    return shownLink(await addLink(e.db, actor.userName, uuid, Date.now() + days * dayMs));
  },
});

const revoke = change('DELETE /snapshots/{uuid}/links/{link}', {
  summary: 'Revoke a link to a snapshot',
  description: 'By its owner. From then on it shows nothing.',
  segments: {...byId, link: id},
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid, link: which}, {actor: {userName}}) =>
    await dropLink(db, userName, uuid, which),
});

export const snapshotOperations = {
  listSnapshots: listAll,
  listOwnSnapshots: listMine,
  takeSnapshot: take,
  readSnapshot: read,
  changeSnapshot: save,
  deleteSnapshot: remove,
  listSnapshotLinks: listItsLinks,
  addSnapshotLink: link,
  revokeSnapshotLink: revoke,
};

function rulesOf({snapshotRules, sharing}: Editor) {
  const canLink = sharing.isOn && sharing.byLink;
  return {
    most: maxSnapshots,
    canPreview: canLink && snapshotRules.hasPreviews,
    canEmbed: canLink && snapshotRules.embedOrigins.length > 0,
  };
}

/**
 * @param kind other users, or whoever has an address
 * @throws AppError 403 where the caller may not show them results of the engines
 */
function checkShown(
  {sharing, access}: Editor,
  engines: readonly string[],
  kind: 'group' | 'link',
): void {
  checkSharing(sharing, [{kind}]);
  for (const engine of engines) access.check('editor-share', engine);
}

function shown(head: SnapshotHead, {userName}: Onlooker): object {
  return {...head, isOwner: head.owner === userName};
}

function shownLink(one: SnapshotLink): object {
  const {uuid, expiresAt, createdAt} = one;
  return {uuid, path: addressOf(one), expiresAt, createdAt};
}

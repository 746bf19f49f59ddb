import type {FastifyInstance} from 'fastify';
import type {Editor} from '../editor.ts';
import {Refusal} from '../http/refusal.ts';
import {restRoutes} from '../http/rest.ts';
import {RestInput, uuidIn} from '../http/rest-input.ts';
import {addShare, type Audience, dropShare, findShare, listSharedResults, listShares, type Share} from './shares.ts';
import {forOnlookers} from './for-onlookers.ts';
import {checkSharing} from './sharing.ts';

const maxGrants = 100;
const maxView = 50_000;

/** Results that others may look at. Their rows are read as those of one's own, by the id of the share. */
export function shareRoutes(app: FastifyInstance, e: Editor): void {
  const {db} = e;
  const routes = forOnlookers(e, {
    'GET /api/v1/results/:uuid/shares': async ({actor, path}) => ({
      shares: (await listShares(db, actor.userName, uuidIn(path))).map(own),
    }),
    'POST /api/v1/results/:uuid/shares': async ({actor, path, body, reply}) => {
      const statement = await e.statements.byUuid(actor.userName, uuidIn(path));
      if (statement === undefined) throw new Refusal(404, 'There is no such statement of yours.');
      const view = body.object('view');
      if (JSON.stringify(view).length > maxView) throw new Refusal(400, `view has at most ${maxView} characters.`);
      const title = body.text('title', '', 200).trim();
      const grants = body.items('grants').map(audienceIn);
      checkSharing(e.sharing, grants);
      if (grants.length === 0 || grants.length > maxGrants)
        throw new Refusal(400, `A result is shared with 1 to ${maxGrants}.`);
      const share = await addShare(db, {statement: statement.uuid, owner: actor.userName, title, view, grants});
      void reply.code(201);
      return own(share);
    },
    'GET /api/v1/shares': async ({actor}) => {
      const kept = await e.live.storedResults();
      const shares = (await listSharedResults(db, actor)).map(({statement, sql, ...share}) => ({
        ...share,
        statement: sql,
        isKept: kept.has(statement),
      }));
      return {shares};
    },
    'GET /api/v1/shares/:uuid': async ({actor, path}) => {
      const share = await findShare(db, actor, uuidIn(path));
      if (share === undefined) throw new Refusal(404, 'There is no such result, or it is not shared with you.');
      const statement = await e.statements.byUuid(share.owner, share.statement);
      if (statement === undefined) throw new Refusal(410, `${share.owner} has deleted this from the history.`);
      const {uuid, owner, title, view, createdAt} = share;
      const {engine, database, sql, finishedAt} = statement;
      const isOwner = owner === actor.userName;
      const facts = {uuid, owner, isOwner, title, view, createdAt, engine, database, statement: sql, finishedAt};
      return {...facts, keptMs: e.live.keptMs};
    },
    'DELETE /api/v1/shares/:uuid': async ({actor, path}) => {
      await dropShare(db, actor.userName, uuidIn(path));
      return undefined;
    },
  });
  restRoutes(app, routes);
}

function own({uuid, title, grants, createdAt}: Share): object {
  return {uuid, title, grants, createdAt};
}

function audienceIn(grant: RestInput): Audience {
  const kind = grant.choice('kind', ['user', 'group', 'link']);
  const name = kind === 'link' ? '' : grant.text('name', undefined, 200).trim();
  if (kind !== 'link' && name === '') throw new Refusal(400, 'name of a grant is empty.');
  return {kind, name};
}

import {isUuid} from '@gazetteer/kernel/fields';
import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Editor} from '../editor.ts';
import type {PersonOf} from '../schedule/schedule-runner.ts';
import {isValid} from './link-address.ts';
import type {Preview} from './snapshot.ts';
import {previewPage, snapshotPage, type StillPage} from './snapshot-page.ts';
import {
  canReadDashboard,
  findLink,
  findPicture,
  findPreview,
  findSnapshot,
  readSnapshot,
} from './snapshots.ts';

type Parts = {
  readonly personOf: PersonOf;
  /** Of a page for what there is not. */
  readonly unknownPage: (path: string) => string;
};

type Named = {Params: {uuid: string}};

/**
 * Snapshots as pages. They are shown to whoever is logged in and may see them; to others a preview
 * where the owner has turned that on, or the whole by a link that the owner has signed. Whatever is
 * not shown looks as if it were not there.
 */
export function snapshotPages(
  app: FastifyInstance,
  e: Editor,
  {personOf, unknownPage}: Parts,
): void {
  const {snapshotRules: rules, db} = e;
  const missing = (reply: FastifyReply, path: string) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(unknownPage(path));
  const {isShown, previewOf} = withoutLogin(e, personOf);
  app.get<Named>('/snapshots/:uuid', {config: {open: 'named'}}, async (request, reply) => {
    const {uuid} = request.params;
    if (request.actor.userName === '') {
      const found = await previewOf(request, uuid);
      // As for any page: whoever is not logged in does not learn what there is.
      if (found === undefined)
        return reply
          .header('cache-control', 'no-store')
          .redirect(`/hue/accounts/login?next=${encodeURIComponent(request.url)}`, 302);
      return send(reply, previewPage(found, originOf(request), true), "'self'");
    }
    if (!isUuid(uuid)) return missing(reply, request.url);
    try {
      const actor = {...request.actor, sharing: e.sharing};
      return send(reply, await snapshotPage(await readSnapshot(db, actor, uuid)), 'data:');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const found = await previewOf(request, uuid);
      if (found === undefined) return missing(reply, request.url);
      return send(reply, previewPage(found, originOf(request), false), "'self'");
    }
  });
  const open = {config: {open: true}};
  app.get<Named>('/snapshots/:uuid/picture.png', open, async (request, reply) => {
    const found = await previewOf(request, request.params.uuid);
    const picture = found && (await findPicture(db, found.uuid));
    if (picture === undefined) return missing(reply, request.url);
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(picture);
  });
  app.get<Named & {Querystring: {expires?: unknown; signature?: unknown}}>(
    '/embed/:uuid',
    open,
    async (request, reply) => {
      const {uuid} = request.params;
      const {expires, signature} = request.query;
      const link =
        rules.embedOrigins.length > 0 && isUuid(uuid) ? await findLink(db, uuid) : undefined;
      const isTheirs =
        link !== undefined &&
        typeof expires === 'string' &&
        typeof signature === 'string' &&
        isValid(link, {expires, signature}, Date.now());
      const found = isTheirs ? await findSnapshot(db, link.snapshot) : undefined;
      if (found === undefined || !(await isShown(found, request.id)))
        return missing(reply, '/embed');
      // The policy of frames is newer than this header, which knows no list of origins.
      reply.removeHeader('x-frame-options');
      return send(reply, await snapshotPage(found), 'data:', rules.embedOrigins);
    },
  );
}

/** What is shown to those who are not logged in. */
function withoutLogin({snapshotRules: rules, db, sharing}: Editor, personOf: PersonOf) {
  /** An owner who has left, or may not open the dashboard or share any more, shows nothing. */
  const isShown = async (
    {owner, engines, document}: Pick<Preview, 'owner' | 'engines' | 'document'>,
    requestId: string,
  ) => {
    const person = await personOf(owner, requestId);
    if (person === undefined || !sharing.isOn || !sharing.byLink) return false;
    if (!engines.every(engine => person.e.access.may('editor-share', engine))) return false;
    return await canReadDashboard(db, person.actor, document);
  };
  const previewOf = async (request: FastifyRequest, uuid: string) => {
    if (!rules.hasPreviews || !isUuid(uuid)) return undefined;
    const found = await findPreview(db, uuid);
    return found !== undefined && (await isShown(found, request.id)) ? found : undefined;
  };
  return {isShown, previewOf};
}

/** Nothing in such a page runs, is sent, or is loaded, whatever is in it. */
function send(
  reply: FastifyReply,
  {html, nonce}: StillPage,
  images: string,
  origins: readonly string[] = [],
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `img-src ${images}`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ];
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);
}

function originOf({protocol, host}: FastifyRequest): string {
  return `${protocol}://${host}`;
}

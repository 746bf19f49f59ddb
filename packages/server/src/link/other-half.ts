import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Log} from '../log.ts';
import type {Link} from './link.ts';

/** A page of one half, as the menu of the other one shows it. */
type HalfPage = {readonly label: string; readonly path: string};

/** What one half has found in the other. */
export type FoundThere = {
  readonly kind: string;
  readonly label: string;
  /** Tells those of one name from each other. */
  readonly place?: string;
  /** Of its page there. */
  readonly path: string;
};

type OtherHalf = {
  /** The pages of this half. */
  readonly pages: readonly HalfPage[];
  /** Of them those of the user's account, for the menu of the user. */
  readonly account?: readonly HalfPage[];
  /** Asks the other one for what fits a text, with a `fetch` in the name of the user. */
  readonly find?: (ask: typeof fetch, text: string) => Promise<readonly FoundThere[]>;
  readonly log: Log;
};

/** Neither a menu nor a list waits longer. */
const timeoutMs = 3000;
const maxTextLength = 200;

const titles = {catalog: 'Catalog', editor: 'Editor'} as const;

/**
 * The pages of this half for the menu of the other one, those of the other one for the menu here,
 * and what a search here finds there: asked as the user, so that nobody sees there what is hidden
 * from them, and left out while the other half is away.
 */
export function otherHalfRoutes(
  app: FastifyInstance,
  link: Link | undefined,
  {pages, account = [], find, log}: OtherHalf,
): void {
  app.get('/account/pages', async (_request, reply) => await send(reply, {pages, account}));
  app.get('/account/other', async (request, reply) => {
    const there = otherHalfFor(request, link);
    if (there === undefined) return await send(reply, {});
    const answer = await orNone(log, async () => await askJson(there.ask, '/account/pages'));
    if (answer === undefined) return await send(reply, {});
    const told = answer as {pages: HalfPage[]; account: HalfPage[]};
    const linked = (list: readonly HalfPage[]) =>
      list.map(({label, path}) => ({label, url: there.address + path}));
    return await send(reply, {
      name: there.title,
      pages: linked(told.pages),
      account: linked(told.account),
    });
  });
  if (find === undefined) return;
  app.get('/account/other/found', async (request, reply) => {
    const {text} = request.query as {text?: unknown};
    if (typeof text !== 'string' || text.trim() === '' || text.length > maxTextLength)
      return await reply.code(400).send({message: `text has 1 to ${maxTextLength} characters`});
    const there = otherHalfFor(request, link);
    const found = there && (await orNone(log, async () => await find(there.ask, text.trim())));
    const shown = (found ?? []).map(({path, ...one}) => ({...one, url: there?.address + path}));
    return await send(reply, {found: shown});
  });
}

/** Tells a page whether there is another half to ask for. */
export function withOtherHalf(html: string, link: Link | undefined): string {
  return html.replace('OTHER_HALF', link?.neighbour() === undefined ? '' : 'there');
}

function otherHalfFor(request: FastifyRequest, link: Link | undefined) {
  const neighbour = link?.neighbour();
  const address = neighbour?.pagesFor(request);
  if (link === undefined || neighbour === undefined || address === undefined) return undefined;
  const {userName, groups, scope} = request.actor;
  const send = neighbour.fetchAs({userName, groups, scope});
  const signal = AbortSignal.timeout(timeoutMs);
  const ask: typeof fetch = async (path, init) => await send(path, {...init, signal});
  return {address, ask, title: titles[link.other]};
}

/** @throws when it refuses, which it does for users that are not known there */
export async function askJson(ask: typeof fetch, path: string): Promise<unknown> {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(`${path.split('?', 1)[0]} answers with status ${answer.status}`);
  return await answer.json();
}

/** What the other half cannot say now is left out. */
async function orNone<T>(log: Log, asked: () => Promise<T>): Promise<T | undefined> {
  try {
    return await asked();
  } catch (error) {
    log.info({error}, 'the other server was asked in vain');
    return undefined;
  }
}

async function send(reply: FastifyReply, answer: object): Promise<FastifyReply> {
  return await reply.header('cache-control', 'no-store').send(answer);
}

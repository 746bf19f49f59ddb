import type {Session} from '@gazetteer/db';
import {inner, type GraphRead} from './graph.ts';
import {tokenTable} from './schema.ts';

/** Tokens of programs that talk to the catalog, in the transaction of a graph. */
export const accessTokens = {
  list: within(tokenTable.list),
  create: within(tokenTable.create),
  revoke: within(tokenTable.revoke),
  revokeAllOf: within(tokenTable.revokeAllOf),
  ownerOf: within(tokenTable.ownerOf),
  noteUse: within(tokenTable.noteUse),
};

function within<Args extends unknown[], Answer>(
  verb: (session: Session, ...args: Args) => Promise<Answer>,
): (graph: GraphRead, ...args: Args) => Promise<Answer> {
  return async (graph, ...args) => await verb.apply(tokenTable, [graph[inner].session, ...args]);
}

import {makers} from '@gazetteer/kernel';
import {streams} from '@gazetteer/kernel/http';
import type {Run} from '@gazetteer/kernel/http';
import type {Login} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Editor} from './editor.ts';
import type {Onlooker} from './config/sharing.ts';
import type {SignedTokens} from './token/signed-tokens.ts';

/**
 * Who asks: a person, who sees what others share as far as sharing goes, or somebody who is not
 * logged in yet.
 */
export type Caller = {
  readonly actor: Onlooker;
  /** Of the client. */
  readonly address: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: () => AbortSignal;
  /** Who else there is. */
  readonly people: Login['people'];
  /** Where this client finds the pages of the catalog, as far as that is known. */
  readonly catalogPages: () => string | undefined;
};

/**
 * Who may ask: whoever is logged in, for what is theirs or shared with them, and with the engines
 * that they may use, which are those that their editor has; only what is `open` needs no login.
 * What only administrators may do more is decided where it is done.
 */
export type Permission = 'own';

/**
 * The constructors of the editor's operations. Both get the editor as it is for whoever asks;
 * nothing of it is rehearsed.
 */
export const {query, change} = makers<Editor, Editor, Caller, never, Permission, object>(
  'own',
  'plain',
);

/** What addresses need that answer by themselves: files, other statuses. */
export type Door = {
  readonly run: Run;
  readonly editorFor: (request: FastifyRequest) => Editor;
  readonly callerOf: (request: FastifyRequest, reply: FastifyReply) => Caller;
} & LoginParts;

/** What logs in, and the tokens that it gives. */
export type LoginParts = {
  readonly login: Pick<Login, 'credentials' | 'tokenRevisionOf' | 'people'>;
  readonly tokens: SignedTokens;
};
/** What answers by itself. */
export const stream = streams<Door>();

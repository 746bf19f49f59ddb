import {type AtlasServer, Refused} from '../atlas-server.ts';
import type {Stored, StoredStatement} from './compare-documents.ts';
import type {Moved} from './convert.ts';
import type {HueStatement} from './hue-types.ts';

export type Outcome = {
  readonly uuid: string;
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'kept' | 'refused';
  readonly reason: string;
};

/** The editor that documents and statements are copied to, with the login of an administrator. */
export class EditorTarget {
  readonly #server: AtlasServer;
  /** By kind and owner: why nothing more of theirs is taken. */
  readonly #full = new Map<string, string>();

  constructor(server: AtlasServer) {
    this.#server = server;
  }

  get url(): string {
    return this.#server.url;
  }

  async documents(uuids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
    const found = await this.#server.post('/migration/find', {documents: uuids});
    const {documents} = found as {readonly documents: readonly Stored[]};
    return new Map(documents.map(one => [one.uuid, one]));
  }

  async statements(uuids: readonly string[]): Promise<ReadonlyMap<string, StoredStatement>> {
    const found = await this.#server.post('/migration/find', {statements: uuids});
    const {statements} = found as {readonly statements: readonly StoredStatement[]};
    return new Map(statements.map(one => [one.uuid, one]));
  }

  /** Where all of them are refused at once, each is sent by itself. */
  async store(owner: string, moved: readonly Moved[]): Promise<readonly Outcome[]> {
    const full = this.#full.get(`documents ${owner}`);
    if (full !== undefined) return moved.map(({uuid}) => refusedFor(uuid, full));
    const documents = moved.map(({owner: _owner, ...one}) => one);
    try {
      const answer = await this.#server.post('/migration/documents', {owner, documents});
      return (answer as {readonly outcomes: readonly Outcome[]}).outcomes;
    } catch (error) {
      const [first] = moved;
      if (!isOfContent(error) || first === undefined) throw error;
      if (moved.length === 1) {
        if (error.status === 409) this.#full.set(`documents ${owner}`, error.message);
        return [refusedFor(first.uuid, error.message)];
      }
      const each: Outcome[] = [];
      for (const one of moved) each.push(...(await this.store(owner, [one])));
      return each;
    }
  }

  /** Returns how many were added, and those that were refused with the reason. */
  async storeStatements(
    userName: string,
    given: readonly HueStatement[],
  ): Promise<{readonly added: number; readonly refused: readonly Outcome[]}> {
    const full = this.#full.get(`statements ${userName}`);
    if (full !== undefined)
      return {added: 0, refused: given.map(({uuid}) => refusedFor(uuid, full))};
    const statements = given.map(({userName: _userName, note: _note, ...one}) => one);
    try {
      const answer = await this.#server.post('/migration/statements', {userName, statements});
      return {added: (answer as {readonly added: number}).added, refused: []};
    } catch (error) {
      const [first] = given;
      if (!isOfContent(error) || first === undefined) throw error;
      if (given.length === 1) {
        if (error.status === 409) this.#full.set(`statements ${userName}`, error.message);
        return {added: 0, refused: [refusedFor(first.uuid, error.message)]};
      }
      let added = 0;
      const refused: Outcome[] = [];
      for (const one of given) {
        const alone = await this.storeStatements(userName, [one]);
        added += alone.added;
        refused.push(...alone.refused);
      }
      return {added, refused};
    }
  }
}

const refusedFor = (uuid: string, reason: string): Outcome => ({
  uuid,
  outcome: 'refused',
  reason,
});

/** Whether the server took no offence at who asked, but at what was sent. */
function isOfContent(error: unknown): error is Refused {
  return error instanceof Refused && [400, 409, 413].includes(error.status);
}

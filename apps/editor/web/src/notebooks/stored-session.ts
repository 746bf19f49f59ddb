import type {SheetSession} from '../editor/sheet-session.ts';

type OpenSession = Pick<SheetSession, 'engine' | 'id'>;

/**
 * The session of a notebook in this tab of the browser. A reload keeps it: without it the next cell
 * would run in a new one, and nobody would be told what is missing there.
 */
export class StoredSession {
  readonly #key: string;
  #session: OpenSession | undefined;

  constructor(uuid: string) {
    this.#key = `gazetteer.notebook-session.${uuid}`;
    try {
      this.#session = JSON.parse(sessionStorage.getItem(this.#key) ?? 'null') ?? undefined;
    } catch {
      // Storage may be forbidden; the session then is known as long as the page.
    }
  }

  get(): OpenSession | undefined {
    return this.#session;
  }

  set(session: OpenSession | undefined): void {
    this.#session = session;
    try {
      if (session === undefined) sessionStorage.removeItem(this.#key);
      else sessionStorage.setItem(this.#key, JSON.stringify(session));
    } catch {
      // Forbidden or full, as above.
    }
  }
}

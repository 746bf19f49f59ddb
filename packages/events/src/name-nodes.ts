type Parameters = Readonly<Record<string, string>>;

/**
 * The NameNodes of a Hadoop cluster as WebHDFS has them, of which one is active: each is asked
 * until one does not say that it stands by.
 */
export class NameNodes {
  /** The one that answered last is asked first. */
  #bases: readonly string[];

  /** @param bases with the path of the API, such as `http://<host>:<port>/webhdfs/v1` */
  constructor(bases: readonly string[]) {
    this.#bases = bases.map(base => base.replace(/\/+$/, ''));
  }

  /** Whether it is one of them, and no DataNode that they have named. */
  has(url: URL): boolean {
    return this.#bases.some(base => new URL(base).origin === url.origin);
  }

  /**
   * @param ask one of them; what it throws is the answer of all where `isAnswer` says so, as of a
   * file that is not there
   */
  async ask<Answer>(
    path: string,
    parameters: Parameters,
    ask: (url: URL) => Promise<Answer>,
    isAnswer: (error: unknown) => boolean,
  ): Promise<Answer> {
    let last: unknown;
    for (const base of this.#bases) {
      const url = new URL(base + path.split('/').map(encodeURIComponent).join('/'));
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      try {
        const answer = await ask(url);
        this.#bases = [base, ...this.#bases.filter(other => other !== base)];
        return answer;
      } catch (error) {
        if (isAnswer(error)) throw error;
        last = error;
      }
    }
    throw last;
  }
}

/** What a NameNode or DataNode has thrown, as it says it; stack traces are cut off. */
export type RemoteException = {
  /** The Java class's short name, such as `FileNotFoundException`; empty where none is named. */
  readonly exception: string;
  readonly message: string;
};

export function remoteExceptionIn(text: string): RemoteException {
  try {
    const {RemoteException: thrown} = JSON.parse(text) as {
      RemoteException?: {exception?: string; message?: string};
    };
    return {
      exception: thrown?.exception ?? '',
      message: (thrown?.message ?? '').split('\n', 1)[0] ?? '',
    };
  } catch {
    // A page of its web server, such as when a ticket is not accepted.
    const shown = text.replaceAll(/<[^>]*>|\s+/g, ' ').trim();
    return {exception: '', message: shown.slice(0, 200)};
  }
}

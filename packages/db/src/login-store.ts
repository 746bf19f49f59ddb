import type {Database, Session, Table} from './database.ts';
import type {Dialect} from './dialect.ts';

const sessionTable = {
  name: 'login_session',
  columns: {
    key: 'text',
    user_name: 'text',
    /**
     * Where somebody else has logged the person in: as which client there, whom, and in which stay.
     */
    client: 'text',
    subject: 'text',
    stay: 'text',
    used_at: 'number',
    ends_at: 'number',
    content: 'json',
  },
} as const satisfies Table;

const noteTable = {
  name: 'login_note',
  columns: {name: 'text', value: 'text', ends_at: 'number'},
} as const satisfies Table;

const tryTable = {
  name: 'login_try',
  columns: {
    id: 'text',
    kind: 'text',
    address: 'text',
    name: 'text',
    /** By the database's clock, as is how long it counts. */
    written_at: 'number',
    ends_at: 'number',
  },
} as const satisfies Table;

/** A login that failed, or from where somebody logged in; who and whence are digests. */
type TryRow = {
  readonly id: string;
  readonly kind: 'failed' | 'known';
  readonly address: string;
  readonly name: string;
};

/** How long it counts that somebody failed, and that they logged in. */
const triesCountMs = {failed: 3_600_000, known: 7 * 24 * 3_600_000} as const;
/** The oldest of a kind go, those of one moment together: anybody can have them made. */
const maxTries = 20_000;

/** When the last was written of those that are too many. */
const beyond = (kind: TryRow['kind']) =>
  `(SELECT written_at FROM login_try WHERE kind = '${kind}' ORDER BY written_at DESC LIMIT 1 OFFSET ${maxTries})`;

/** Times are epoch ms. */
export type LoginRow = {
  readonly key: string;
  readonly userName: string;
  readonly provider:
    | {readonly client: string; readonly subject: string; readonly stay: string | undefined}
    | undefined;
  readonly usedAt: number;
  readonly endsAt: number;
  /** JSON text. */
  readonly content: string;
};

type StoredLogin = {
  readonly key: string;
  readonly user_name: string;
  readonly client: string | null;
  readonly subject: string | null;
  readonly stay: string | null;
  readonly used_at: number;
  readonly ends_at: number;
  readonly content: string;
};

/**
 * Notes beyond this number are dropped, those that end first before others: anybody can have them
 * made.
 */
const maxNotes = 10_000;
const never = Number.MAX_SAFE_INTEGER;

const logoutOf = (userName: string) => `logout ${userName}`;

/** In every database of a server, and once in one that several servers share. */
export function loginTables({types}: Dialect): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS login_session (key ${types.text} PRIMARY KEY, user_name ${types.text} NOT NULL,
     client ${types.text}, subject ${types.text}, stay ${types.text}, used_at ${types.number} NOT NULL,
     ends_at ${types.number} NOT NULL, content ${types.json} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS login_note (name ${types.text} PRIMARY KEY, value ${types.text} NOT NULL,
     ends_at ${types.number} NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS login_note_end ON login_note (ends_at)',
  ];
}

/** In every database of a server, and once in one that several servers share. */
export function loginTryTable({types}: Dialect): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS login_try (id ${types.text} PRIMARY KEY, kind ${types.text} NOT NULL,
     address ${types.text} NOT NULL, name ${types.text} NOT NULL, written_at ${types.number} NOT NULL,
     ends_at ${types.number} NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS login_try_written ON login_try (written_at)',
  ];
}

/** Whoever logs in again and again fills no table. */
const maxSessionsPerUser = 500;

/**
 * Who is logged in, for processes that share a database. It keeps no secret that lets anybody in:
 * keys are digests.
 */
export class LoginStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Beyond a number of one user's sessions the one unused for longest goes.
   * @param old rows that nobody can use any more, which go
   */
  async addSession(row: LoginRow, old: {usedBefore: number; endedBefore: number}): Promise<void> {
    const {key, userName, provider, usedAt, endsAt, content} = row;
    const {client = null, subject = null, stay = null} = provider ?? {};
    await this.#db.write(async session => {
      await session.run('DELETE FROM login_session WHERE used_at < ? OR ends_at < ?', [
        old.usedBefore,
        old.endedBefore,
      ]);
      await session.insert(sessionTable, [
        [key, userName, client, subject, stay, usedAt, endsAt, content],
      ]);
      await session.run(
        `DELETE FROM login_session WHERE user_name = ? AND key NOT IN
          (SELECT key FROM login_session WHERE user_name = ? ORDER BY used_at DESC, key LIMIT ${maxSessionsPerUser})`,
        [userName, userName],
      );
    });
  }

  async session(key: string): Promise<LoginRow | undefined> {
    return (await this.#sessions('WHERE key = ?', key))[0];
  }

  async sessionsOf(userName: string): Promise<LoginRow[]> {
    return await this.#sessions('WHERE user_name = ?', userName);
  }

  async newestSessions(limit: number): Promise<LoginRow[]> {
    return await this.#sessions('ORDER BY used_at DESC LIMIT ?', limit);
  }

  async #sessions(which: string, value: string | number): Promise<LoginRow[]> {
    const rows = await this.#db.read(
      async session =>
        await session.all<StoredLogin>(`SELECT * FROM login_session ${which}`, [value]),
    );
    return rows.map(
      ({
        key,
        user_name: userName,
        client,
        subject,
        stay,
        used_at: usedAt,
        ends_at: endsAt,
        content,
      }) => {
        const provider =
          client === null || subject === null
            ? undefined
            : {client, subject, stay: stay ?? undefined};
        return {key, userName, provider, usedAt, endsAt, content};
      },
    );
  }

  async useSession(key: string, usedAt: number): Promise<void> {
    await this.#run('UPDATE login_session SET used_at = ? WHERE key = ? AND used_at < ?', [
      usedAt,
      key,
      usedAt,
    ]);
  }

  async endSession(key: string): Promise<void> {
    await this.#run('DELETE FROM login_session WHERE key = ?', [key]);
  }

  async endSessionsOf(userName: string): Promise<void> {
    await this.#run('DELETE FROM login_session WHERE user_name = ?', [userName]);
  }

  /**
   * Those of one stay, where both sides know it, else those of the person.
   * @returns which
   */
  async endSessionsAt(
    client: string,
    subject: string | undefined,
    stay: string | undefined,
  ): Promise<{key: string; userName: string}[]> {
    const [which, values] =
      stay === undefined
        ? ['subject = ?', [subject ?? null]]
        : ['(stay = ? OR (stay IS NULL AND subject = ?))', [stay, subject ?? null]];
    const rows = await this.#db.write(
      async session =>
        await session.all<{key: string; user_name: string}>(
          `DELETE FROM login_session WHERE client = ? AND ${which} RETURNING key, user_name`,
          [client, ...values],
        ),
    );
    return rows.map(({key, user_name: userName}) => ({key, userName}));
  }

  /** Keeps a value until somebody takes it or its time is over. */
  async keep(name: string, value: string, endsAt: number): Promise<void> {
    await this.#db.write(async session => {
      await session.run(
        `DELETE FROM login_note WHERE ends_at < ? OR name IN (SELECT name FROM login_note WHERE ends_at < ?
         ORDER BY ends_at DESC LIMIT ${maxNotes} OFFSET ${maxNotes - 1})`,
        [Date.now(), never],
      );
      await session.insert(noteTable, [[name, value, endsAt]]);
    });
  }

  /** What was kept, for the first who asks. */
  async take(name: string): Promise<string | undefined> {
    const [row] = await this.#db.write(
      async session =>
        await session.all<{value: string; ends_at: number}>(
          'DELETE FROM login_note WHERE name = ? RETURNING value, ends_at',
          [name],
        ),
    );
    return row === undefined || row.ends_at < Date.now() ? undefined : row.value;
  }

  /** When somebody logged out everywhere; 0 for never. */
  async loggedOutAt(userName: string): Promise<number> {
    const sql = 'SELECT value FROM login_note WHERE name = ?';
    const [row] = await this.#db.read(session =>
      session.all<{value: string}>(sql, [logoutOf(userName)]),
    );
    return Number(row?.value ?? 0);
  }

  async keepLogout(userName: string, at: number): Promise<void> {
    await this.#db.write(session =>
      session.insert(noteTable, [[logoutOf(userName), String(at), never]], {
        key: ['name'],
        set: ['value'],
      }),
    );
  }

  /** What all who share the database have in common under this name: `made` by whoever is first. */
  async secret(name: string, made: string): Promise<string> {
    const key = `secret ${name}`;
    return await this.#db.write(async session => {
      await session.insert(noteTable, [[key, made, never]], {key: ['name']});
      const [row] = await session.all<{value: string}>(
        'SELECT value FROM login_note WHERE name = ?',
        [key],
      );
      return row?.value ?? made;
    });
  }

  /**
   * Keeps tries to log in, and tells of those that were kept since then by the database's clock,
   * those of others as well.
   */
  async exchangeTries(
    own: readonly TryRow[],
    since = 0,
  ): Promise<{tries: (TryRow & {ageMs: number})[]; now: number}> {
    const recent = async (session: Session) => {
      const [{now} = {now: 0}] = await session.all<{now: number}>(
        `SELECT ${session.dialect.now} AS now`,
      );
      const rows = await session.all<TryRow & {written_at: number}>(
        'SELECT id, kind, address, name, written_at FROM login_try WHERE written_at >= ? AND ends_at > ? ORDER BY written_at',
        [since, now],
      );
      const tries = rows.map(({written_at: at, ...one}) => ({
        ...one,
        ageMs: Math.max(0, now - at),
      }));
      return {tries, now};
    };
    if (own.length === 0) return await this.#db.read(recent);
    return await this.#db.write(async session => {
      const {tries, now} = await recent(session);
      await session.run(
        `DELETE FROM login_try WHERE ends_at <= ? OR (kind = 'failed' AND written_at <= ${beyond('failed')})
         OR (kind = 'known' AND written_at <= ${beyond('known')})`,
        [now],
      );
      await session.insert(
        tryTable,
        own.map(({id, kind, address, name}) => [
          id,
          kind,
          address,
          name,
          now,
          now + triesCountMs[kind],
        ]),
      );
      return {tries, now};
    });
  }

  async #run(sql: string, params: readonly (string | number | null)[]): Promise<number> {
    return await this.#db.write(async session => await session.run(sql, params));
  }
}

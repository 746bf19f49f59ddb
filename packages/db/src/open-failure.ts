import {postgresAddresses} from '@gazetteer/model';

type StoreAddress = {
  /** The option that names the database. */
  readonly option: string;
  /**
   * `sqlite:<file>`, or the address of a PostgreSQL database without its password: it is printed.
   */
  readonly shown: string;
};

type Coded = Error & {readonly code?: string; readonly errcode?: number};

/**
 * What to say to an operator whose store cannot be opened: which option, which database, what is
 * wrong, what to do.
 */
export function openFailure(error: unknown, {option, shown}: StoreAddress): Error {
  const causes = causesOf(error);
  const remedy = shown.startsWith('sqlite:')
    ? fileRemedy(shown.slice('sqlite:'.length), causes)
    : serverRemedy(shown, causes);
  // What is not known here speaks for itself: steps of a newer version, an encoding, a bug.
  const why = remedy ?? causes.at(-1)?.message ?? String(error);
  return new Error(`Cannot open ${option} ${shown}: ${why}`, {cause: error});
}

const sqliteCodes = {readOnly: 8, corrupt: 11, full: 13, cannotOpen: 14, noDatabase: 26};

function fileRemedy(file: string, causes: readonly Coded[]): string | undefined {
  const code = causes.map(cause => (cause.errcode ?? 0) % 256).find(one => one > 0);
  switch (code) {
    case sqliteCodes.noDatabase:
    case sqliteCodes.corrupt:
      return `${file} is damaged, or no database. Move it away and put a backup back with "npm run restore", or name another file`;
    case sqliteCodes.readOnly:
      return `this user may not write to ${file} or its folder. Make both the user's own (chown)`;
    case sqliteCodes.cannotOpen:
      return `this user may not open ${file}, or its folder is missing. Make both the user's own (chown)`;
    case sqliteCodes.full:
      return 'the disk is full. Make room on it';
    default:
      return undefined;
  }
}

function serverRemedy(shown: string, causes: readonly Coded[]): string | undefined {
  const {host, port, user, database, isParsed} = partsOf(shown);
  const at = `${host}:${port}`;
  for (const {code = '', message} of causes) {
    switch (code) {
      case 'ECONNREFUSED':
        return `nothing listens at ${at}. Start PostgreSQL there, or correct host and port`;
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return `there is no host ${host}. Correct the name; in a user name or password write @ as %40, : as %3A, / as %2F, # as %23`;
      case 'ETIMEDOUT':
      case 'EHOSTUNREACH':
      case 'ENETUNREACH':
        return `${at} does not answer. Look at the network and at firewalls`;
      case '3D000':
        return `there is no database ${database}. Create it: createdb -h ${host} -p ${port} -O ${user} --encoding=UTF8 --template=template0 ${database}`;
      case '28P01':
        return `the password of ${user} is wrong. Correct it in the address; @ is written as %40, : as %3A, / as %2F, # as %23`;
      case '28000':
        return /role .* does not exist/.test(message)
          ? `there is no user ${user}. Create it: createuser -h ${host} -p ${port} --pwprompt ${user}`
          : `PostgreSQL lets ${user} not in from here (${message}). Add a line for it to pg_hba.conf`;
      case '42501':
        return `${user} may not create tables (${message}). Run in ${database}: GRANT CREATE, USAGE ON SCHEMA public TO ${user}; or make it the owner: ALTER DATABASE ${database} OWNER TO ${user}`;
      case '53300':
        return `PostgreSQL has no connection left (${message}). Raise max_connections, or end others`;
      default:
    }
    if (message.startsWith('timeout exceeded'))
      return `${at} does not answer. Look at the network and at firewalls`;
    if (message.includes('does not support SSL'))
      return `the server at ${at} speaks no TLS. Leave out sslmode`;
    if (message.includes('client password must be a string')) {
      return `${user} needs a password: postgres://${user}:<password>@${at}/${database}`;
    }
  }
  return isParsed
    ? undefined
    : 'this is no address. Write postgres://<user>:<password>@<host>:<port>/<database>';
}

function partsOf(shown: string) {
  const url = URL.parse(postgresAddresses(shown)[0] ?? shown);
  return {
    host: url?.hostname || 'localhost',
    port: url?.port || '5432',
    user: decodeURIComponent(url?.username || 'postgres'),
    database: decodeURIComponent(url?.pathname.slice(1) || 'postgres'),
    isParsed: url !== null,
  };
}

/**
 * The error, what is behind it, and where several addresses were tried, those of each: the
 * outermost first.
 */
function causesOf(error: unknown): readonly Coded[] {
  if (!(error instanceof Error)) return [];
  const others: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...others, error.cause].flatMap(causesOf)];
}

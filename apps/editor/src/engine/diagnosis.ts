import {parsePrincipal} from '@gazetteer/thrift';

/**
 * What is known of a connection that could not be made: plain data, without secrets, fit to be
 * shown.
 */
export type Diagnosis = {
  /** Host and port, or the URL, that the connection went to. */
  readonly contacted: string;
  /** The service that Kerberos was asked for; undefined without Kerberos. */
  readonly principal: string | undefined;
  readonly failure: string;
  readonly findings: readonly Finding[];
  /** What to try, the likeliest first. */
  readonly advice: readonly string[];
};

export type Finding = {
  readonly check: 'principal' | 'ticket' | 'clock' | 'dns';
  /** Undefined where it could not be found out. */
  readonly isFine: boolean | undefined;
  readonly text: string;
};

/** What was looked at; `undefined` where that was not possible. */
export type Facts = {
  readonly contacted: string;
  readonly host: string;
  readonly principal: string | undefined;
  readonly failure: string;
  readonly ticket: TicketState | undefined;
  /** Whether the editor fetches its tickets itself, with hue_keytab. */
  readonly fetchesTickets?: boolean;
  /** Why it got none when it last tried. */
  readonly ticketProblem?: string | undefined;
  /** Whether krb5.conf tells the library to take names as they are. */
  readonly takesNames?: boolean;
  readonly dns:
    | {readonly addresses: readonly string[]; readonly names: readonly string[]}
    | undefined;
};

/** The credential cache as `klist` tells it. */
export type TicketState = {
  readonly isValid: boolean;
  /** Whose tickets these are; undefined without a cache. */
  readonly owner: string | undefined;
};

/** Decides from facts alone, so that each cause can be tried without a broken Kerberos at hand. */
export function diagnose(facts: Facts): Diagnosis {
  const {contacted, principal, failure} = facts;
  const findings = [
    ...(principal === undefined
      ? []
      : [principalFinding(principal, facts.host), ticketFinding(facts.ticket)]),
    ...(/clock skew/i.test(failure) ? [clockFinding] : []),
    dnsFinding(facts.host, facts.dns),
  ];
  return {contacted, principal, failure, findings, advice: [...new Set(advice(facts, findings))]};
}

function principalFinding(principal: string, contactedHost: string): Finding {
  const {service, host} = parsePrincipal(principal);
  const isFine = host.toLowerCase() === contactedHost.toLowerCase();
  const text = isFine
    ? `The service asked for, ${service} on ${host}, is on the host that was contacted`
    : `The principal is for the host ${host}, but the connection went to ${contactedHost}`;
  return {check: 'principal', isFine, text};
}

function ticketFinding(ticket: TicketState | undefined): Finding {
  if (ticket === undefined)
    return {check: 'ticket', isFine: undefined, text: 'There is no klist to ask for tickets'};
  if (ticket.owner === undefined)
    return {check: 'ticket', isFine: false, text: 'There is no credential cache'};
  return ticket.isValid
    ? {check: 'ticket', isFine: true, text: `There is a valid ticket of ${ticket.owner}`}
    : {check: 'ticket', isFine: false, text: `The ticket of ${ticket.owner} has expired`};
}

const clockFinding: Finding = {
  check: 'clock',
  isFine: false,
  text: 'The clocks of this machine, the server or the KDC differ by more than Kerberos allows, usually 5 minutes',
};

function dnsFinding(host: string, dns: Facts['dns']): Finding {
  if (dns === undefined)
    return {check: 'dns', isFine: undefined, text: `The name service did not answer for ${host}`};
  const {addresses, names} = dns;
  if (addresses.length === 0) return {check: 'dns', isFine: false, text: `${host} has no address`};
  const isSame =
    names.length === 0 || names.some(name => name.toLowerCase() === host.toLowerCase());
  const back = names.length === 0 ? 'which have no name' : `named ${names.join(', ')}`;
  return {
    check: 'dns',
    isFine: isSame,
    text: `${host} has the address ${addresses.join(', ')}, ${back}`,
  };
}

const noKdc = /contact any KDC|resolve.*KDC|cannot find KDC/i;
const kdcAdvice =
  'No KDC answers: start it, or correct its address in krb5.conf. Statements in sessions that are open go on, and new sessions ' +
  'open again as soon as it answers';

const toBinary =
  'set hive.server2.transport.mode=binary in hive-site.xml (for the second engine sql_server_transport_mode=binary in [sqlalt]), ' +
  'or correct the port';

/** The text of a failure, and what it has turned out to mean. */
const meanings: readonly (readonly [RegExp, (facts: Facts) => string])[] = [
  [
    /GSS initiate failed/,
    ({contacted, principal}) =>
      `The server at ${contacted} could not read the ticket for ${principal}: most likely it runs under another ` +
      'principal. Set the principal of this server (for the second engine: sql_server_principal in [sqlalt])',
  ],
  [
    /GSS initiate failed/,
    ({principal}) =>
      `If ${principal} is right, the keytab of the server is older than its key in the KDC: renew it`,
  ],
  [
    /not found in Kerberos database/i,
    ({principal}) => `The KDC has no principal ${principal}. Correct it, or add it to the KDC`,
  ],
  [
    /no (kerberos )?credentials|credentials cache.*not found|ticket expired|credentials.*expired/i,
    ticketAdvice,
  ],
  [
    /clock skew/i,
    () => 'Set the clocks of this machine, the server and the KDC by the same time server',
  ],
  [noKdc, () => kdcAdvice],
  [
    /Unsupported mechanism type GSSAPI/,
    () =>
      'The server does not use Kerberos: compare hive.server2.authentication here with that of the server',
  ],
  [
    /Unsupported mechanism type PLAIN/,
    () => 'The server wants Kerberos: set hive.server2.authentication=KERBEROS, and the principal',
  ],
  [
    /ECONNREFUSED/,
    ({contacted}) =>
      `Connection refused by ${contacted}. Start the server, or correct host and port`,
  ],
  [/ENOTFOUND|EAI_AGAIN/, ({host}) => `Correct the host: the name service does not know ${host}`],
  [/Expected HTTP\//, () => `The server does not speak HTTP: ${toBinary}`],
  // What HiveServer2 does to a request of HTTP in place of its own handshake.
  [
    /No answer from http.*(?:socket hang up|ECONNRESET)/,
    () => `The server hung up without an answer. If it does not speak HTTP, ${toBinary}`,
  ],
  [
    /does the server speak HTTP/,
    () =>
      'The server speaks HTTP: set hive.server2.transport.mode=http in hive-site.xml (for the second engine ' +
      'sql_server_transport_mode=http in [sqlalt]), or correct the port',
  ],
  [
    /SASL status|does the server use SASL/,
    () => 'The server does not use SASL: set use_sasl=false',
  ],
  [
    /does the server want TLS/,
    () =>
      'The server wants TLS: set hive.server2.use.SSL=true in hive-site.xml, and cacerts in [[ssl]]',
  ],
  [
    /wrong version number|packet length too long/i,
    () => 'The server does not speak TLS: set hive.server2.use.SSL=false in hive-site.xml',
  ],
  [
    /is not (?:in the )?cert's/,
    ({host}) =>
      `The certificate of the server is not for ${host}: connect to a name that is in it, or have it renewed`,
  ],
  [
    /secure connection|certificate/i,
    () =>
      'Compare hive.server2.use.SSL with the server, and cacerts with the certificate that the server has',
  ],
  [
    /^HTTP 401|HTTP 401 /,
    () => 'The server did not accept the login: compare the authentication on both sides',
  ],
  [
    /did not answer|within \d+ ms/,
    () => 'The server accepts connections but is slow: look at its log and load',
  ],
];

function* advice(facts: Facts, findings: readonly Finding[]): Generator<string> {
  for (const {check, isFine} of findings) {
    if (isFine !== false) continue;
    if (check === 'principal') yield `Use the principal of the server on ${facts.host}`;
    if (check === 'ticket') yield ticketAdvice(facts);
  }
  for (const [pattern, meaning] of meanings) if (pattern.test(facts.failure)) yield meaning(facts);
  // Only then, as the libraries replace names only where they are told to.
  if (facts.principal === undefined || facts.takesNames === true) return;
  if (findings.some(({check, isFine}) => check === 'dns' && isFine === false)) {
    yield 'Set rdns=false and dns_canonicalize_hostname=false in krb5.conf, or correct the reverse entry of the host';
  }
}

function ticketAdvice({fetchesTickets = false, ticketProblem}: Facts): string {
  if (!fetchesTickets)
    return 'Fetch a ticket: kinit, or hue_keytab for a ticket that the editor fetches and renews';
  if (ticketProblem === undefined)
    return 'The editor fetches its ticket with hue_keytab: see in its log (kt_renewer) why it has none, and try hue_keytab and hue_principal with kinit';
  if (noKdc.test(ticketProblem)) return kdcAdvice;
  return `The editor gets no ticket with hue_keytab, as its log (kt_renewer) says, too: ${ticketProblem}. Try hue_keytab and hue_principal with kinit`;
}

import type {MailSettings} from '@gazetteer/events/mail';
import type {Options, OptionValues} from '@gazetteer/settings';

/**
 * How a server sends mail.
 * @param prefix of the keys
 * @param whose what the mail is about
 */
export function mailOptions<const Prefix extends string>(
  prefix: Prefix,
  group: string,
  whose: string,
) {
  return {
    mailServer: {
      key: `${prefix}.server`,
      cli: 'mail-server',
      group,
      type: 'string',
      default: '',
      defaultText: 'none: no mail is sent',
      check: value =>
        /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i.test(value) ? undefined : '<host>:<port>',
      doc: `SMTP server that mail of ${whose} is sent through, as \`<host>:<port>\`.`,
    },
    mailFrom: {
      key: `${prefix}.from`,
      cli: 'mail-from',
      group,
      type: 'string',
      default: '',
      check: value => (/^[^\r\n@]+@[^\s@]+$/.test(value) ? undefined : 'a mail address'),
      doc: 'Sender of the mail, such as `Gazetteer <gazetteer@example.com>`.',
    },
    mailTls: {
      key: `${prefix}.tls`,
      cli: 'mail-tls',
      group,
      type: 'enum',
      allowed: ['starttls', 'tls', 'off'],
      default: 'starttls',
      doc: 'How the connection to the mail server is encrypted: `starttls` upgrades it and refuses a server that does not, `tls` begins with TLS (port 465), `off` leaves it as it is.',
    },
    mailCaFile: {
      key: `${prefix}.ca.file`,
      cli: 'mail-ca-file',
      group,
      type: 'string',
      default: '',
      defaultText: 'those of the system',
      doc: 'PEM file with the certificate authorities that the mail server’s certificate may be of.',
    },
    mailUser: {
      key: `${prefix}.user`,
      cli: 'mail-user',
      group,
      type: 'string',
      default: '',
      defaultText: 'none: no login',
      doc: 'User name at the mail server.',
    },
    mailPassword: {
      key: `${prefix}.password`,
      cli: 'mail-password',
      group,
      type: 'string',
      default: '',
      secret: 'all',
      fromFile: true,
      doc: 'Password there; `file:<path>` reads it from a file.',
    },
    mailDomains: {
      key: `${prefix}.domains`,
      cli: 'mail-domains',
      group,
      type: 'string',
      default: '',
      defaultText: 'all',
      doc: 'Domains that mail may be sent to, separated by commas.',
    },
  } as const satisfies Options;
}

export type MailOptions = OptionValues<ReturnType<typeof mailOptions>>;

/**
 * Undefined where no mail is sent.
 * @throws Error for the operator, where mail could not be sent like this
 */
export function mailSettingsOf(options: MailOptions): MailSettings | undefined {
  const {mailServer, mailFrom, mailUser: user, mailPassword: password, mailCaFile} = options;
  if (mailServer === '') return undefined;
  if (mailFrom === '')
    throw new Error('--mail-server needs --mail-from, the address that mail is sent from');
  const at = mailServer.lastIndexOf(':');
  return {
    host: mailServer.slice(0, at).replace(/^\[|\]$/g, ''),
    port: Number(mailServer.slice(at + 1)),
    tls: options.mailTls as MailSettings['tls'],
    from: mailFrom,
    user,
    password,
    caFile: mailCaFile,
    domains: options.mailDomains.split(',').flatMap(one => one.trim().toLowerCase() || []),
  };
}

/** Why no mail is sent to an address; undefined where it may be. */
export function mailProblem(address: string, domains: readonly string[]): string | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain)
    ? undefined
    : `Mail is sent to addresses of ${domains.join(', ')} only.`;
}

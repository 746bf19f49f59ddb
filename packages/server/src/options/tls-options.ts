import type {Options, OptionValues} from '@gazetteer/settings';

const group = 'TLS';

/** Serving over TLS; every server has them. Keys are the reference's where it has them. */
export const tlsOptions = {
  tlsEnabled: {
    key: 'atlas.enableTLS',
    cli: 'tls',
    group,
    type: 'boolean',
    default: false,
    doc: 'Serve HTTPS in place of HTTP. Without a certificate the start is refused.',
  },
  tlsCertificate: {
    key: 'atlas.ssl.certificate.file',
    cli: 'tls-certificate',
    group,
    type: 'string',
    default: '',
    doc: 'PEM file with the certificate of this server, which may be followed by those of its authorities.',
  },
  tlsChain: {
    key: 'atlas.ssl.certificate.chain.file',
    cli: 'tls-chain',
    group,
    type: 'string',
    default: '',
    doc: 'PEM file of the intermediate authorities of that certificate, if that file does not contain them.',
  },
  tlsKey: {
    key: 'atlas.ssl.private-key.file',
    cli: 'tls-key',
    group,
    type: 'string',
    default: '',
    doc: 'PEM file with its private key.',
  },
  tlsKeyStore: {
    key: 'keystore.file',
    cli: 'tls-keystore',
    group,
    type: 'string',
    default: '',
    doc: 'PKCS#12 file with key and certificates, in place of the two PEM files.',
  },
  tlsPassphrase: {
    key: 'keystore.password',
    cli: 'tls-password',
    group,
    type: 'string',
    default: '',
    secret: 'all',
    fromFile: true,
    doc: 'Pass phrase of the PKCS#12 file or the private key; `file:<path>` reads it from a file.',
  },
  tlsClientsChecked: {
    key: 'client.auth.enabled',
    cli: 'tls-client-certificates',
    group,
    type: 'boolean',
    default: false,
    doc: 'Let in only clients that show a certificate of an authority in the next file. Users still have to log in.',
  },
  tlsClientAuthorities: {
    key: 'truststore.file',
    cli: 'tls-client-authorities',
    group,
    type: 'string',
    default: '',
    doc: 'PEM file of authorities of client certificates.',
  },
  tlsMinVersion: {
    key: 'atlas.ssl.min.version',
    cli: 'tls-min-version',
    group,
    type: 'enum',
    allowed: ['TLSv1.2', 'TLSv1.3'],
    default: 'TLSv1.2',
    doc: 'Older versions of the protocol are refused.',
  },
  tlsCiphers: {
    key: 'atlas.ssl.ciphers',
    cli: 'tls-ciphers',
    group,
    type: 'string',
    default: [
      'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256',
      'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305',
      'ECDHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    ].join(':'),
    doc: 'Ciphers by their OpenSSL names, separated by colons. By default those with forward secrecy and authenticated encryption.',
  },
  secureCookies: {
    key: 'atlas.session.cookie.secure',
    cli: 'secure-cookies',
    group,
    type: 'boolean',
    default: false,
    doc: 'Mark cookies as Secure also where this server speaks plain HTTP, because a proxy in front speaks HTTPS.',
  },
} as const satisfies Options;

export type TlsOptions = OptionValues<typeof tlsOptions>;

import {existsSync, readFileSync, statSync} from 'node:fs';
import {createSecureContext, type SecureContextOptions, type Server} from 'node:tls';
import type {ServerOptions} from 'node:https';
import type {Log} from '../log.ts';
import type {TlsOptions} from '../options/tls-options.ts';

const handshakeTimeoutMs = 20_000;
const checkEveryMs = 5000;

/** What both kinds of files come to, read anew whenever they change. */
type TlsFiles = {
  readonly names: readonly string[];
  readonly read: () => SecureContextOptions;
};

/** The certificate of a server, and its exchange for a newer one while the server runs. */
export type Tls = {
  /** For the server's making. */
  readonly options: ServerOptions;
  /**
   * Takes new files over when they change and on SIGHUP; connections that are open go on with the
   * old ones. Files that cannot be used are logged, and what was there stays. Returns what ends it.
   */
  readonly keepCurrent: (server: Server, everyMs?: number) => () => void;
};

/**
 * Reads what a server needs for TLS; undefined where it is not wanted.
 * @throws Error for the operator: no file was named, one cannot be read or does not fit the others
 */
export function openTls(options: TlsOptions, log: Log): Tls | undefined {
  if (!options.tlsEnabled) return undefined;
  if (options.tlsClientsChecked && options.tlsClientAuthorities === '') {
    throw new Error(
      '--tls-client-certificates needs --tls-client-authorities, a PEM file of their authorities',
    );
  }
  expectFiles(options);
  const files = filesOf(options);
  const context = usable(files);
  return {
    options: {
      ...context,
      handshakeTimeout: handshakeTimeoutMs,
      requestCert: options.tlsClientsChecked,
      rejectUnauthorized: options.tlsClientsChecked,
    },
    keepCurrent: (server, everyMs = checkEveryMs) => keepCurrent(server, files, everyMs, log),
  };
}

/** @throws Error for the operator when a file that an option names is not there */
function expectFiles(options: TlsOptions): void {
  const named = [
    ['--tls-keystore', options.tlsKeyStore],
    ['--tls-certificate', options.tlsCertificate],
    ['--tls-chain', options.tlsChain],
    ['--tls-key', options.tlsKey],
    ['--tls-client-authorities', options.tlsClientAuthorities],
  ] as const;
  for (const [option, file] of named) {
    if (file !== '' && !existsSync(file))
      throw new Error(`${option} ${file} does not exist; correct the path`);
  }
}

function filesOf(options: TlsOptions): TlsFiles {
  const {tlsKeyStore, tlsCertificate, tlsChain, tlsKey, tlsPassphrase} = options;
  const {tlsClientsChecked, tlsClientAuthorities} = options;
  const passphrase = tlsPassphrase === '' ? {} : {passphrase: tlsPassphrase};
  const authorities = tlsClientsChecked ? [tlsClientAuthorities] : [];
  const common = (): SecureContextOptions => ({
    minVersion: options.tlsMinVersion,
    ciphers: options.tlsCiphers,
    ...passphrase,
    ...(tlsClientsChecked && {ca: readFileSync(tlsClientAuthorities)}),
  });
  if (tlsKeyStore !== '') {
    const read = () => ({...common(), pfx: keyStore(tlsKeyStore)});
    return {names: [tlsKeyStore, ...authorities], read};
  }
  if (tlsCertificate === '' || tlsKey === '') {
    throw new Error(
      '--tls needs a certificate: give --tls-certificate and --tls-key (PEM files), or --tls-keystore (PKCS#12)',
    );
  }
  const certificates = [tlsCertificate, ...(tlsChain === '' ? [] : [tlsChain])];
  const read = () => ({
    ...common(),
    cert: certificates.map(file => readFileSync(file, 'utf8')).join('\n'),
    key: readFileSync(tlsKey),
  });
  return {names: [...certificates, tlsKey, ...authorities], read};
}

/** Java's own format has a number in front that nothing else begins with. */
function keyStore(file: string): Buffer {
  const bytes = readFileSync(file);
  const start = bytes.subarray(0, 4).toString('hex');
  if (start !== 'feedfeed' && start !== 'cececece') return bytes;
  throw new Error(
    `${file} is a Java key store; turn it into PKCS#12 with "keytool -importkeystore -deststoretype pkcs12"`,
  );
}

/** @throws Error that names the files and what is wrong, never what is in them */
function usable(files: TlsFiles): SecureContextOptions {
  try {
    const context = files.read();
    createSecureContext(context);
    return context;
  } catch (cause) {
    throw new Error(
      `The certificate in ${files.names.join(', ')} cannot be used: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
}

function keepCurrent(server: Server, files: TlsFiles, everyMs: number, log: Log): () => void {
  let seen = versionOf(files);
  const reload = () => {
    seen = versionOf(files);
    try {
      server.setSecureContext(usable(files));
      log.info({files: files.names}, 'certificate read anew');
    } catch (error) {
      log.error({error}, 'the certificate stays as it was');
    }
  };
  const timer = setInterval(() => {
    if (versionOf(files) !== seen) reload();
  }, everyMs);
  timer.unref();
  process.on('SIGHUP', reload);
  return () => {
    clearInterval(timer);
    process.off('SIGHUP', reload);
  };
}

/** Links are followed: certificates are often exchanged by a link that points elsewhere. */
function versionOf({names}: TlsFiles): string {
  return names
    .map(name => statSync(name, {throwIfNoEntry: false}))
    .map(stat => (stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`))
    .join('\n');
}

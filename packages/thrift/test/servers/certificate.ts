import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

export type Certificate = {
  readonly key: string;
  readonly cert: string;
  /** The files that hold them. */
  readonly keyFile: string;
  readonly certFile: string;
};

/**
 * A certificate that vouches for itself. Made anew for each run: a key in the repository would run
 * out or be taken for a secret.
 */
export function certificate(folder: string, name: string): Certificate {
  const [keyFile, certFile] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
  ];
  execFileSync(
    'openssl',
    ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', certFile],
    {
      stdio: 'ignore',
    },
  );
  return {
    key: readFileSync(keyFile, 'utf8'),
    cert: readFileSync(certFile, 'utf8'),
    keyFile,
    certFile,
  };
}

/** The same as a file for a Java server, with the password `test-store`. Returns its path. */
export function keystoreOf({keyFile, certFile}: Certificate): string {
  const file = `${keyFile}.p12`;
  const from = ['-in', certFile, '-inkey', keyFile, '-name', 'server'];
  execFileSync(
    'openssl',
    ['pkcs12', '-export', ...from, '-out', file, '-passout', 'pass:test-store'],
    {
      stdio: 'ignore',
    },
  );
  return file;
}

/** The private key behind a pass phrase. Returns the path of its file. */
export function lockedKeyOf({keyFile}: Certificate, passphrase: string): string {
  const file = `${keyFile}.locked`;
  execFileSync(
    'openssl',
    ['pkcs8', '-topk8', '-in', keyFile, '-out', file, '-passout', `pass:${passphrase}`],
    {
      stdio: 'ignore',
    },
  );
  return file;
}

import {readXmlProperties, type XmlProperty} from './xml-properties.ts';

/**
 * What the editor takes from the `hive-site.xml` of the main SQL server, with Hive's own defaults
 * filled in.
 */
export type HiveSite = {
  readonly authentication: HiveAuthentication;
  /** As written, with `_HOST` in it or not. */
  readonly principal: string | undefined;
  readonly isImpersonating: boolean;
  readonly isSsl: boolean;
  readonly transport: 'http' | 'binary';
  readonly httpPath: string;
  /** The rest is undefined where the file does not say. */
  readonly binaryPort: number | undefined;
  readonly httpPort: number | undefined;
  readonly executionMode: string | undefined;
  readonly truststorePath: string | undefined;
  readonly metastoreSasl: boolean | undefined;
  readonly metastoreUris: readonly {readonly host: string; readonly port: number}[];
  readonly metastorePrincipal: string | undefined;
};

/** Server setting and the SASL mechanism that a client has to use with it. */
const mechanisms = {
  NONE: 'PLAIN',
  NOSASL: 'NOSASL',
  KERBEROS: 'GSSAPI',
  LDAP: 'PLAIN',
  PAM: 'PLAIN',
  CUSTOM: 'PLAIN',
  // Over HTTP alone, by the token that `use_thrift_http_jwt` sends.
  JWT: 'PLAIN',
} as const;

export type HiveAuthentication = keyof typeof mechanisms;

export type Mechanism = 'GSSAPI' | 'PLAIN' | 'NOSASL';

export function mechanismOf(authentication: HiveAuthentication): Mechanism {
  return mechanisms[authentication];
}

export type ReadHiveSite = {readonly site: HiveSite; readonly errors: readonly string[]};

/** No content: no file, and Hive's defaults. */
export function readHiveSite(content: string, file: string): ReadHiveSite {
  const {properties, errors} =
    content === '' ? {properties: new Map(), errors: []} : readXmlProperties(content, file);
  const values = new Values(properties, [...errors]);
  const site: HiveSite = {
    authentication: values.choice('hive.server2.authentication', mechanisms) ?? 'NONE',
    principal: values.text('hive.server2.authentication.kerberos.principal'),
    isImpersonating: values.boolean('hive.server2.enable.doAs') ?? true,
    isSsl: values.boolean('hive.server2.use.SSL') ?? false,
    // Hive 4 can serve both at once; then the plain one needs no other settings.
    transport:
      values.text('hive.server2.transport.mode')?.toUpperCase() === 'HTTP' ? 'http' : 'binary',
    httpPath: values.text('hive.server2.thrift.http.path') ?? 'cliservice',
    binaryPort: values.port('hive.server2.thrift.port'),
    httpPort: values.port('hive.server2.thrift.http.port'),
    executionMode: values.text('hive.execution.mode'),
    truststorePath: values.text('hive.server2.truststore.path'),
    metastoreSasl: values.boolean('hive.metastore.sasl.enabled'),
    metastoreUris: values.thriftUris('hive.metastore.uris'),
    metastorePrincipal: values.text('hive.metastore.kerberos.principal'),
  };
  return {site, errors: values.errors};
}

class Values {
  readonly errors: string[];
  readonly #properties: ReadonlyMap<string, XmlProperty>;

  constructor(properties: ReadonlyMap<string, XmlProperty>, errors: string[]) {
    this.#properties = properties;
    this.errors = errors;
  }

  /** Empty counts as absent. */
  text(name: string): string | undefined {
    return this.#properties.get(name)?.value || undefined;
  }

  boolean(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined || text === 'true' || text === 'false')
      return text === undefined ? undefined : text === 'true';
    return this.#wrong(name, 'true or false');
  }

  port(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    return port >= 1 && port <= 65535 ? port : this.#wrong(name, 'a whole number from 1 to 65535');
  }

  choice<Allowed extends object>(name: string, allowed: Allowed): keyof Allowed | undefined {
    const text = this.text(name)?.toUpperCase();
    if (text === undefined || Object.hasOwn(allowed, text))
      return text as keyof Allowed | undefined;
    return this.#wrong(name, `one of ${Object.keys(allowed).join(', ')}`);
  }

  thriftUris(name: string): {host: string; port: number}[] {
    const uris = (this.text(name) ?? '').split(',').map(uri => uri.trim());
    return uris
      .filter(uri => uri !== '')
      .flatMap(uri => {
        const parts = /^thrift:\/\/(\[[^\]]+\]|[^:/]+):(\d{1,5})\/?$/.exec(uri);
        if (parts !== null)
          return [{host: (parts[1] ?? '').replaceAll(/^\[|\]$/g, ''), port: Number(parts[2])}];
        this.#wrong(name, 'thrift://<host>:<port>, several with commas between them');
        return [];
      });
  }

  #wrong(name: string, allowed: string): undefined {
    const {value = '', where = ''} = this.#properties.get(name) ?? {};
    this.errors.push(
      `${where}: ${name} = ${JSON.stringify(value)} is not valid; allowed is ${allowed}.`,
    );
    return undefined;
  }
}

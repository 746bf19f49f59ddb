import type {Ensemble} from '@gazetteer/zookeeper';
import {parseEnsemble} from '@gazetteer/zookeeper';
import type {EngineUsers} from './engine-users.ts';
import type {HiveSite} from './hive-site.ts';
import type {ImpaladFlags} from './impalad-flags.ts';
import type {Interpreter} from './interpreters.ts';
import type {GivenConfig} from './keys.ts';
import type {Passwords, PasswordSource} from './passwords.ts';
import {resolveS3, type S3Store} from './s3-store.ts';

/**
 * A section in which some keys, undefined where nobody gave them, have got their values from
 * elsewhere.
 */
type Resolved<Values, Names extends keyof Values> = Omit<Values, Names> & {
  readonly [Name in Names]-?: NonNullable<Values[Name]>;
};

/**
 * Everything the editor was told, with nothing left to find out. Keys have the names of the files.
 */
export type EditorConfig = {
  readonly desktop: Resolved<GivenConfig['desktop'], never>;
  readonly notebook: Omit<GivenConfig['notebook'], 'interpreters'>;
  readonly interpreters: readonly Interpreter[];
  /** By the type of the interpreter. */
  readonly engineUsers: ReadonlyMap<string, EngineUsers>;
  readonly beeswax: Resolved<
    GivenConfig['beeswax'],
    | 'hive_server_port'
    | 'hive_server_http_port'
    | 'hive_metastore_host'
    | 'hive_metastore_port'
    | 'close_sessions'
    | 'use_sasl'
    | 'auth_username'
    | 'hive_conf_dir'
  >;
  readonly impala: Resolved<
    GivenConfig['impala'],
    | 'impersonation_enabled'
    | 'querycache_rows'
    | 'use_sasl'
    | 'auth_username'
    | 'impala_conf_dir'
    | 'impala_principal'
  > & {
    /** Port of the HTTP transport where no proxy stands before it. */
    readonly hs2_http_port: number;
  };
  readonly sqlalt: Resolved<GivenConfig['sqlalt'], 'use_sasl'>;
  readonly jobbrowser: GivenConfig['jobbrowser'];
  /** Resource managers of one cluster; none where nobody named one. */
  readonly hdfsClusters: readonly GivenConfig['hadoop']['hdfs_clusters']['named'][string][];
  /** Undefined where none is configured, or no key for it. */
  readonly s3Store: S3Store | undefined;
  /** For rows of results alone, where they are not in the store with the files. */
  readonly resultsStore: S3Store | undefined;
  readonly s3Users: EngineUsers;
  readonly yarnClusters: readonly GivenConfig['hadoop']['yarn_clusters']['named'][string][];
  readonly ensemble: Ensemble;
  readonly hiveSite: HiveSite;
};

/** What values come from that the ini files do not say. */
export type Surroundings = {
  readonly env: NodeJS.ProcessEnv;
  readonly hiveSite: HiveSite;
  readonly impalad: ImpaladFlags;
  /** Full name of this host. */
  readonly hostName: string;
  readonly passwords: Passwords;
};

const saslKinds = new Set(['KERBEROS', 'NONE', 'LDAP', 'PAM']);

/** Fills in what nobody gave. The rules are those that the defaults in the table of keys tell. */
export function resolveConfig(
  given: GivenConfig,
  interpreters: readonly Interpreter[],
  around: Surroundings,
): EditorConfig {
  const {hiveSite} = around;
  const {interpreters: named, ...notebook} = given.notebook;
  return {
    desktop: {
      ...given.desktop,
      auth_password: around.passwords.first(desktopPasswords(given, around.env)),
      ssl_password: around.passwords.first([
        {value: given.desktop.ssl_password},
        {key: '[desktop] ssl_password_script', script: given.desktop.ssl_password_script},
      ]),
      kerberos: {
        ...given.desktop.kerberos,
        hue_principal: given.desktop.kerberos.hue_principal ?? `hue/${around.hostName}`,
      },
    },
    notebook,
    interpreters,
    engineUsers: new Map(
      Object.entries(named.named).map(([type, {users, groups}]) => [type, {users, groups}]),
    ),
    beeswax: resolveMain(given, around),
    impala: resolveAnalytic(given, around),
    sqlalt: {...given.sqlalt, use_sasl: given.sqlalt.use_sasl ?? hasSasl(hiveSite)},
    jobbrowser: given.jobbrowser,
    hdfsClusters: Object.values(given.hadoop.hdfs_clusters.named),
    s3Store: resolveS3(given, around),
    resultsStore: resolveS3(given, around, 'results'),
    s3Users: {
      users: given.aws.aws_accounts.named['default']?.users ?? [],
      groups: given.aws.aws_accounts.named['default']?.groups ?? [],
    },
    yarnClusters: Object.values(given.hadoop.yarn_clusters.named),
    ensemble: parseEnsemble(ensembleText(given)),
    hiveSite,
  };
}

function resolveMain(given: GivenConfig, around: Surroundings): EditorConfig['beeswax'] {
  const {beeswax, desktop} = given;
  const {hiveSite: site, env, passwords} = around;
  const isLlap = site.executionMode === 'llap';
  const [metastore] = site.metastoreUris;
  return {
    ...beeswax,
    hive_server_port: beeswax.hive_server_port ?? site.binaryPort ?? (isLlap ? 10_500 : 10_000),
    hive_server_http_port:
      beeswax.hive_server_http_port ?? site.httpPort ?? (isLlap ? 10_501 : 10_001),
    hive_metastore_host: beeswax.hive_metastore_host ?? metastore?.host ?? 'localhost',
    hive_metastore_port: beeswax.hive_metastore_port ?? metastore?.port ?? 9083,
    hive_conf_dir: hiveFolder(given, env),
    close_sessions: beeswax.close_sessions ?? beeswax.max_number_of_sessions !== 1,
    use_sasl: beeswax.use_sasl ?? hasSasl(site),
    auth_username: beeswax.auth_username ?? desktop.auth_username,
    auth_password: passwords.first(serverPasswords('beeswax', beeswax, given, env)),
  };
}

function resolveAnalytic(given: GivenConfig, around: Surroundings): EditorConfig['impala'] {
  const {impala, desktop} = given;
  const {impalad, env, passwords, hostName} = around;
  const password = passwords.first(serverPasswords('impala', impala, given, env));
  const isProxy = impalad.proxyUsers.some(user => user === '*' || user === desktop.default_user);
  return {
    ...impala,
    impala_principal: impala.impala_principal ?? `impala/${hostName}`,
    impersonation_enabled: impala.impersonation_enabled ?? isProxy,
    querycache_rows: impala.querycache_rows ?? impalad.maxResultCacheRows,
    use_sasl: impala.use_sasl ?? (impalad.isKerberised || password !== undefined),
    auth_username: impala.auth_username ?? desktop.auth_username,
    auth_password: password,
    impala_conf_dir: impalaFolder(given, env),
    hs2_http_port: impalad.httpPort,
  };
}

export function hiveFolder({beeswax}: GivenConfig, env: NodeJS.ProcessEnv): string {
  return beeswax.hive_conf_dir ?? (env['HIVE_CONF_DIR'] || '/etc/hive/conf');
}

export function impalaFolder({impala}: GivenConfig, env: NodeJS.ProcessEnv): string {
  return impala.impala_conf_dir ?? (env['IMPALA_CONF_DIR'] || '/etc/impala/conf');
}

/**
 * The metastore's switch counts where the file has one; it has always stood for the server as well.
 */
function hasSasl({metastoreSasl, authentication}: HiveSite): boolean {
  return metastoreSasl ?? saslKinds.has(authentication);
}

function ensembleText({libzookeeper, zookeeper}: GivenConfig): string {
  return (
    libzookeeper.ensemble || zookeeper.clusters.named['default']?.host_ports || 'localhost:2181'
  );
}

type Login = {
  readonly auth_password: string | undefined;
  readonly auth_password_script: string | undefined;
};

function serverPasswords(
  section: string,
  {auth_password: value, auth_password_script: script}: Login,
  given: GivenConfig,
  env: NodeJS.ProcessEnv,
): PasswordSource[] {
  return [
    {value},
    {key: `[${section}] auth_password_script`, script},
    ...desktopPasswords(given, env),
  ];
}

function desktopPasswords({desktop}: GivenConfig, env: NodeJS.ProcessEnv): PasswordSource[] {
  return [
    {value: desktop.auth_password},
    {value: env['HUE_AUTH_PASSWORD']},
    {key: '[desktop] auth_password_script', script: desktop.auth_password_script},
    {value: env['HUE_LDAP_PASSWORD']},
    {value: desktop.ldap_password},
    {key: '[desktop] ldap_password_script', script: desktop.ldap_password_script},
  ];
}

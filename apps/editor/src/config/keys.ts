import {parseEnsemble} from '@gazetteer/zookeeper';
import {
  checkedText,
  choice,
  counts,
  flag,
  integer,
  jsonObject,
  limits,
  list,
  optionalChoice,
  optionalFlag,
  optionalInteger,
  optionalText,
  ports,
  principal,
  secret,
  text,
  type Keys,
  section,
  sectionOfNamed,
  type Sections,
  type SectionsValues,
  sectionWith,
} from '@gazetteer/settings';

/*
 * Every key that has an effect, under the section and name that existing configurations use. Read
 * once, at start;
 * `npm run docs` prints this table. Times are in seconds where nothing else is said.
 */

const hiveSite = (key: string, otherwise: string) => `${key} of hive-site.xml, else ${otherwise}`;
const passwordScriptDoc =
  'Command whose output is the password, when none is given. Runs in /bin/sh, once, at start.';

const desktop = sectionWith(
  'The editor itself, and what all SQL servers have in common.',
  {
    http_host: text('127.0.0.1', 'Address to listen on, without `--bind`.'),
    http_port: integer(
      8888,
      {min: 0, max: 65535},
      'Port of the pages and the API, without `--editor-port`; 0 takes a free one.',
    ),
    ssl_certificate: optionalText(
      'PEM file of the certificate of the editor. With it the editor serves HTTPS; `--tls` and the options beside it take precedence.',
    ),
    ssl_private_key: optionalText('PEM file of its private key.'),
    ssl_certificate_chain: optionalText('PEM file of its intermediate authorities.'),
    ssl_password: secret('Pass phrase of the private key.'),
    ssl_password_script: optionalText(
      'Command whose output is that pass phrase. Runs in /bin/sh, once, at start.',
    ),
    enable_download: flag(
      true,
      'Users can download results. Without it they can only view them, up to the rows that a page shows.',
    ),
    enable_sharing: flag(
      true,
      'Users can share documents and results. While it is off, what was shared before is hidden.',
    ),
    enable_link_sharing: flag(
      true,
      'Users can also share them by a link with all who are logged in. While it is off, such links do not work, earlier ones included.',
    ),
    default_user: text('hue', 'User that opens sessions if the server impersonates by itself.'),
    auth_username: text('hue', 'User that the editor logs in to SQL servers as.'),
    auth_password: secret('Password of `auth_username`.', 'environment HUE_AUTH_PASSWORD'),
    auth_password_script: optionalText(passwordScriptDoc),
    ldap_password: secret(
      'Used when neither `auth_password` nor its script is given.',
      'environment HUE_LDAP_PASSWORD',
    ),
    ldap_password_script: optionalText(passwordScriptDoc),
    enable_connectors: flag(
      false,
      'A request may name a connector that the server record is then built from.',
    ),
    use_thrift_http_jwt: flag(
      false,
      'Log in to SQL servers over HTTP with the JSON web token that the user has logged in to the editor with; the newest valid one, also in open sessions.',
    ),
    enable_xff_for_hive_impala: flag(true, 'Send the client address of the user to SQL servers.'),
    enable_x_csrf_token_for_hive_impala: flag(
      true,
      'Send the CSRF token of the user session to SQL servers.',
    ),
  },
  {
    kerberos: section(
      'The ticket that the editor shows to Kerberised servers. It takes the Kerberos library of the system (Debian: libgssapi-krb5-2). What HiveServer2 wants of `hive.server2.thrift.sasl.qop`, signed (auth-int) or encrypted (auth-conf), is done.',
      {
        hue_keytab: optionalText(
          'Keytab of the editor. Without one, the administrator provides the ticket.',
        ),
        hue_principal: optionalText('Principal of the editor.', 'hue/<name of this host>'),
        reinit_frequency: integer(
          3600,
          {min: 1, max: 2 ** 31 - 1},
          'How often a new ticket is fetched.',
        ),
        kt_renewer_timeout: integer(
          10,
          counts,
          'Pause before the next attempt after a failure to fetch a ticket.',
        ),
        ccache_path: text('/var/run/hue/hue_krb5_ccache', 'File with the ticket.'),
        kinit_path: text('kinit', 'Program that fetches tickets.'),
        mutual_authentication: choice(
          'OPTIONAL',
          ['OPTIONAL', 'REQUIRED', 'DISABLED'],
          'Whether SQL servers that are logged in to with Kerberos over HTTP have to prove who they are: if they offer to, always, never.',
        ),
      },
    ),
  },
);

const notebook = sectionWith(
  'What the editor offers to write in.',
  {
    default_limit: integer(5000, counts, 'For pages: rows of a query without a limit; 0 for all.'),
    default_interpreter: optionalText(
      'Type of the interpreter that is selected first.',
      'the first one',
    ),
    interpreters_shown_on_wheel: list(
      [],
      'Types of interpreters in the order in which they are offered.',
    ),
  },
  {
    interpreters: sectionOfNamed('One sub-section for each kind of SQL; its name is the type.', {
      name: text('SQL', 'Name in the pages.'),
      interface: text(
        'hiveserver2',
        '`sqlserver2` or `hiveserver2` for everything that speaks Thrift, `hms` for the metastore, `duckdb` for the embedded engine, `livy` for Spark sessions of `livy_server_url`.',
      ),
      users: list(
        [],
        'Names of users who can use it, and `groups` their groups; when both are empty, all users can.',
      ),
      groups: list([], 'Groups whose members may use it. Administrators may use all.'),
      options: jsonObject(
        'JSON object in quotes, such as `\'{"server_host": "sql1", "server_port": "10000"}\'`.',
      ),
    }),
  },
);

const ssl = <Enabled extends Keys>(enabled: Enabled) =>
  section('TLS towards the server.', {
    ...enabled,
    cacerts: optionalText('File of certificates to trust.', 'those of the system'),
    key: optionalText('File of the private key of the editor.'),
    cert: optionalText('File of the certificate of the editor.'),
    validate: flag(true, 'Check the certificate of the server.'),
  });

const beeswax = sectionWith(
  'The main SQL server, its low-latency variant and its metastore.',
  {
    hive_server_host: text('localhost', 'Host, where discovery is off.'),
    hive_server_port: optionalInteger(
      ports,
      'Port.',
      hiveSite('hive.server2.thrift.port', '10000, for llap 10500'),
    ),
    hive_server_http_port: optionalInteger(
      ports,
      'Port of the HTTP transport.',
      hiveSite('hive.server2.thrift.http.port', '10001, for llap 10501'),
    ),
    llap_server_host: text(
      'localhost',
      'Host of the low-latency server, where its discovery is off.',
    ),
    llap_server_port: integer(10500, ports, 'Port of the low-latency server.'),
    llap_server_thrift_port: integer(10501, ports, 'Port of its HTTP transport.'),
    hive_discovery_hs2: flag(false, 'Find the server through ZooKeeper.'),
    hive_discovery_llap: flag(false, 'Find the low-latency server through ZooKeeper.'),
    hive_discovery_llap_ha: flag(
      false,
      'Of several low-latency servers use the one that is active.',
    ),
    hive_discovery_hiveserver2_znode: text('/hiveserver2', 'Where servers register.'),
    hive_discovery_llap_znode: text('/hiveserver2-hive2', 'Where low-latency servers register.'),
    zookeeper_conn_timeout: integer(30, {min: 1, max: 3600}, 'How long to wait for ZooKeeper.'),
    hive_metastore_host: optionalText(
      'Host of the metastore.',
      hiveSite('hive.metastore.uris', 'localhost'),
    ),
    hive_metastore_port: optionalInteger(
      ports,
      'Port of the metastore.',
      hiveSite('hive.metastore.uris', '9083'),
    ),
    hive_conf_dir: optionalText(
      'Folder of hive-site.xml.',
      'environment HIVE_CONF_DIR, else /etc/hive/conf',
    ),
    server_conn_timeout: integer(
      120,
      {min: 1, max: 86_400},
      'How long a call to the server may take.',
    ),
    thrift_version: integer(
      11,
      {min: 6, max: 11},
      'Newest version of the protocol to speak. Before version 6, results were sent row by row.',
    ),
    max_number_of_sessions: integer(-1, limits, 'Sessions of one user at a time; -1 for no limit.'),
    close_sessions: optionalFlag(
      'Close a session after its query.',
      'true unless max_number_of_sessions is 1',
    ),
    use_sasl: optionalFlag(
      'Log in with SASL.',
      hiveSite(
        'hive.metastore.sasl.enabled',
        'whether hive.server2.authentication is KERBEROS, NONE, LDAP or PAM',
      ),
    ),
    auth_username: optionalText('As in [desktop], for these servers.', 'that of [desktop]'),
    auth_password: secret('As in [desktop], for these servers.', 'that of [desktop]'),
    auth_password_script: optionalText(passwordScriptDoc),
    config_whitelist: list(
      [
        'hive.map.aggr',
        'hive.exec.compress.output',
        'hive.exec.parallel',
        'hive.execution.engine',
        'mapreduce.job.queuename',
      ],
      'Settings of a session that are shown.',
    ),
    download_row_limit: integer(
      -1,
      {min: -1, max: 2 ** 31 - 1},
      'Maximum number of rows in a download, from any server; -1 for all. Users see a warning before a file is cut.',
    ),
    list_partitions_limit: integer(
      1000,
      counts,
      'Maximum number of partitions that are listed of a table; the page says if there are more.',
      {
        formerly: ['browse_partitioned_table_limit'],
      },
    ),
  },
  {ssl: ssl({})},
  'main',
);

const impala = sectionWith(
  'The analytic engine.',
  {
    server_host: text('localhost', 'Host.'),
    server_port: integer(21050, ports, 'Port.'),
    proxy_endpoint: text('', 'Path of the HTTP transport behind a proxy, such as `/cliservice`.'),
    impala_principal: optionalText(
      'Principal of the server, used as it is.',
      'impala/<name of this host>',
    ),
    impersonation_enabled: optionalFlag(
      'Queries run as the user.',
      'authorized_proxy_user_config of impalad_flags',
    ),
    querycache_rows: optionalInteger(
      counts,
      'Rows of a result that the server keeps.',
      'max_result_cache_size of impalad_flags',
    ),
    server_conn_timeout: integer(
      120,
      {min: 1, max: 86_400},
      'How long a call to the server may take.',
    ),
    query_timeout_s: integer(300, limits, 'The server ends a query after this idle time.'),
    session_timeout_s: integer(900, limits, 'The server ends a session after this idle time.'),
    use_sasl: optionalFlag(
      'Log in with SASL.',
      'true where impalad_flags names a principal, or a password is given',
    ),
    use_thrift_http: flag(false, 'Use the HTTP transport.'),
    auth_username: optionalText('As in [desktop], for this server.', 'that of [desktop]'),
    auth_password: secret('As in [desktop], for this server.', 'that of [desktop]'),
    auth_password_script: optionalText(passwordScriptDoc),
    config_whitelist: list(
      [
        'debug_action',
        'explain_level',
        'mem_limit',
        'optimize_partition_key_scans',
        'query_timeout_s',
        'request_pool',
      ],
      'Settings of a session that are shown.',
    ),
    impala_conf_dir: optionalText(
      'Folder of impalad_flags.',
      'environment IMPALA_CONF_DIR, else /etc/impala/conf',
    ),
  },
  {ssl: ssl({enabled: flag(false, 'Use TLS.')})},
  'analytic',
);

const sqlalt = section(
  'The second SQL engine. Its record is that of the main server with host, port, SASL and principal replaced.',
  {
    livy_server_url: optionalText('URL of a server of batch sessions.'),
    security_enabled: optionalFlag(
      'The servers are Kerberised. Without it the principal below is not used.',
      'true for the Thrift server where its principal is given',
    ),
    csrf_enabled: flag(false, 'The server of batch sessions requires a token with every change.'),
    sql_server_host: text('localhost', 'Host of the Thrift server.'),
    sql_server_port: integer(10000, ports, 'Port of the Thrift server.'),
    sql_server_principal: principal(
      'Principal of the Thrift server; needed where that is Kerberised.',
    ),
    kerberos_principal_short_name: optionalText(
      'The `<service>` of the principal, for a check of it.',
    ),
    sasl_service_name: optionalText('The `<service>` of the principal, for a check of it.'),
    use_sasl: optionalFlag('Log in with SASL.', 'as [beeswax] use_sasl would be by itself'),
    sql_server_transport_mode: optionalChoice(
      ['binary', 'http'],
      'Transport of the Thrift server.',
      'as the main server',
    ),
    sql_server_http_path: optionalText('Path of the HTTP transport.', 'that of the main server'),
    sql_server_use_ssl: optionalFlag('The Thrift server requires TLS.', 'as the main server'),
  },
  'spark',
);

const ensembleKey = (doc: string) =>
  checkedText('', '<host>:<port> with commas, at the end /<path> if wanted', doc, value => {
    if (value !== '') parseEnsemble(value);
  });

const jobbrowser = section('The job browser.', {
  share_jobs: flag(true, 'All users see the jobs of all users, as far as the cluster allows.'),
  disable_killing_jobs: flag(false, 'Disable killing jobs.'),
  max_job_fetch: integer(500, {min: 1, max: 100_000}, 'Jobs in one list.'),
});

const hadoop = sectionWith(
  'The cluster that jobs run on.',
  {},
  {
    hdfs_clusters: sectionOfNamed(
      'The file system of the cluster; with high availability one sub-section for each NameNode.',
      {
        webhdfs_url: optionalText(
          'URL of its WebHDFS or HttpFS, such as `http://nn:9870/webhdfs/v1`; without it there is no file browser.',
        ),
        fs_defaultfs: optionalText(
          'What engines put before its paths, such as `hdfs://nn:8020`, for files that are imported into their tables; without it the engines’ own default file system.',
        ),
        security_enabled: flag(false, 'It requires Kerberos.'),
      },
    ),
    yarn_clusters: sectionOfNamed(
      'One sub-section for each resource manager; of several one is active.',
      {
        resourcemanager_api_url: text('http://localhost:8088', 'URL of its REST API.'),
        security_enabled: flag(false, 'It requires Kerberos.'),
      },
    ),
  },
);

const aws = sectionWith(
  'A store that speaks S3.',
  {},
  {
    aws_accounts: sectionOfNamed(
      'The sub-section `[[[default]]]` is the store of files. Everyone who may use it does so with this key: S3 does not know the users of the editor. With `--results s3://…`, `[[[results]]]` is the store of results, if it is given.',
      {
        access_key_id: optionalText('Id of the key.', 'environment AWS_ACCESS_KEY_ID'),
        access_key_id_script: optionalText('Command that prints the id, if it is not given.'),
        secret_access_key: secret('The key.', 'environment AWS_SECRET_ACCESS_KEY'),
        secret_access_key_script: optionalText(
          'Command that prints the key, if it is not given, such as `cat /run/secrets/s3`.',
        ),
        security_token: secret('Token of a temporary key.', 'environment AWS_SESSION_TOKEN'),
        allow_environment_credentials: flag(true, 'Use the environment.'),
        region: text('us-east-1', 'Region of the store.'),
        host: optionalText(
          'Its host or URL, such as `http://minio:9000`. Buckets are part of the path.',
          's3.<region>.amazonaws.com',
        ),
        port: optionalInteger(ports, 'Its port, if `host` is no URL.', 'that of the protocol'),
        is_secure: flag(true, 'It requires TLS, if `host` is no URL.'),
        users: list(
          [],
          'Names of users who can use it, `*` for all, and `groups` their groups; when both are empty, only administrators can.',
        ),
        groups: list([], 'As `users`.'),
      },
    ),
  },
);

export const configTable = {
  desktop,
  notebook,
  beeswax,
  impala,
  sqlalt,
  libzookeeper: section('The ZooKeeper that discovery asks.', {
    ensemble: ensembleKey(
      'Its servers. Default: `host_ports` of [zookeeper], else localhost:2181.',
    ),
  }),
  jobbrowser,
  hadoop,
  aws,
  zookeeper: sectionWith(
    'Another place for the same.',
    {},
    {
      clusters: sectionOfNamed('The sub-section `[[[default]]]` counts.', {
        host_ports: ensembleKey('As `ensemble` of [libzookeeper].'),
      }),
    },
  ),
} as const satisfies Sections;

/** What the files say, defaults filled in where they are plain values. */
export type GivenConfig = SectionsValues<typeof configTable>;

import type {InertKeys} from '@gazetteer/settings';

const names = (text: string): readonly string[] => text.trim().split(/\s+/);
const keysOf = (section: string, text: string) => names(text).map(name => `${section}.${name}`);
/** Sections with all that is in them. */
const sections = (section: string, text: string) => names(text).map(name => `${section}${name}.`);

/**
 * What configurations of the reference product hold and what has no effect here: one line per
 * section in place of a warning for each key.
 */
const silent = [
  ...keysOf(
    'desktop',
    `
    enable_ipv6 secret_key secret_key_script time_zone hue_load_balancer use_cherrypy_server gunicorn_work_class
    gunicorn_number_of_workers gunicorn_worker_timeout cherrypy_server_threads default_hdfs_superuser server_user
    server_group ssl_cacerts
    ssl_validate ssl_cipher_list ssl_tls13_enabled ssl_tls12_enabled secure_content_security_policy csp_nonce
    secure_hsts_seconds secure_ssl_redirect http_x_frame_options use_x_forwarded_host secure_proxy_ssl_header
    enable_smart_thrift_pool allowed_hosts redirect_whitelist app_blacklist use_new_editor
    enable_gist enable_gist_preview enable_sql_syntax_check
    disable_source_autocomplete use_default_configuration enable_organizations django_debug_mode
    http_500_debug_mode instrumentation audit_event_log_dir audit_log_max_file_size log_redaction_file
    rest_conn_timeout rest_response_size sasl_max_buffer enable_prometheus collect_usage disable_local_storage enable_help_menu
    user_access_history_size`,
  ),
  ...sections(
    'desktop.',
    `custom auth ldap knox oidc session database smtp metrics slack tracing task_server task_server_v2 websockets
    importer vcs`,
  ),
  'desktop.kerberos.krb5_renewlifetime_enabled',
  ...keysOf(
    'notebook',
    `
    show_notebooks enable_all_interpreters enable_query_scheduling enable_external_statements enable_batch_execute
    enable_sql_indexer enable_presentation enable_query_builder enable_query_analysis enable_dbproxy_server`,
  ),
  'notebook.examples.',
  ...keysOf(
    'beeswax',
    `
    cache_timeout apply_natural_sort_max close_queries download_cell_limit download_bytes_limit
    max_catalog_sql_entries query_partitions_limit use_get_log_api`,
  ),
  ...keysOf(
    'impala',
    `
    coordinator_url coordinator_ui_spnego daemon_api_username daemon_api_password daemon_api_password_script
    daemon_api_auth_scheme close_queries`,
  ),
  'sqlalt.ssl_cert_ca_verify',
  'sqlalt.livy_server_host',
  'sqlalt.livy_server_port',
  'sqlalt.livy_server_session_kind',
  ...keysOf(
    'jobbrowser',
    'log_offset enable_query_browser enable_hive_query_browser enable_history_v2 use_proxy',
  ),
  'jobbrowser.query_store.',
  ...keysOf(
    'hadoop.yarn_clusters.default',
    `
    resourcemanager_host resourcemanager_port submit_to logical_name proxy_api_url history_server_api_url
    spark_history_server_url spark_history_server_security_enabled ssl_cert_ca_verify`,
  ),
  ...keysOf(
    'hadoop.hdfs_clusters.default',
    `logical_name ssl_cert_ca_verify hadoop_conf_dir hadoop_hdfs_home hadoop_bin umask temp_dir
    is_enabled thrift_port`,
  ),
  ...keysOf(
    'aws.aws_accounts.default',
    `
    calling_format proxy_address proxy_port proxy_user proxy_pass key_expiry default_home_path has_iam_detection
    is_enabled`,
  ),
  'hadoop.mapred_clusters.',
  'libzookeeper.principal_name',
  'zookeeper.clusters.default.rest_url',
  'zookeeper.clusters.default.principal_name',
  ...sections(
    '',
    `filebrowser oozie liboozie search dashboard indexer jobsub hbase metastore metadata security
    useradmin librdbms libsentry libsolr libsaml liboauth azure pig sqoop rdbms proxy`,
  ),
];

/**
 * Keys and sections without effect. What somebody relies on and is done in another way here comes
 * first, as a warning with that way: who gets in, and what people may not do.
 */
export const inertKeys: readonly InertKeys[] = [
  {keys: ['desktop.auth.'], why: 'ways to log in are options of the process, in docs/login.md'},
  {
    keys: ['desktop.ldap.'],
    why: 'a directory to log in by is named by --ldap-login and its like, in docs/login.md',
  },
  {
    keys: ['desktop.oidc.'],
    why: 'an OpenID provider is named by --oidc-issuer and its like, in docs/login.md',
  },
  {keys: ['desktop.knox.'], why: 'proxy users are named by --proxy-user, in docs/login.md'},
  {keys: ['desktop.session.'], why: 'sessions end by --session-timeout and --session-max-age'},
  {keys: ['desktop.database.'], why: 'the store is named by --editor-database'},
  {keys: ['desktop.audit_event_log_dir'], why: 'requests are recorded in --audit-file-dir'},
  {
    keys: ['desktop.secure_proxy_ssl_header'],
    why: 'behind a proxy that speaks HTTPS say --secure-cookies',
  },
  {
    keys: ['desktop.app_blacklist'],
    why: 'who may use an engine is said by users and groups of its interpreter',
  },
  {
    keys: ['beeswax.download_cell_limit', 'beeswax.download_bytes_limit'],
    why: 'rows of downloads are limited by download_row_limit',
  },
  {keys: silent, why: ''},
];

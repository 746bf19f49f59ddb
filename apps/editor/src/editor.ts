import type {Database} from '@gazetteer/db';
import type {DiskRoom, Log} from '@gazetteer/server';
import type {Configuration} from '@gazetteer/settings';
import type {EditorConfig} from './config/editor-config.ts';
import type {CatalogLink} from './catalog/catalog-link.ts';
import type {SqlEngine} from './engine/sql-engine.ts';
import type {OpenedSessions} from './session/opened-sessions.ts';
import type {ResultAnalyses} from './result/analysis/result-analyses.ts';
import type {EditorAccess} from './login/editor-policy.ts';
import type {FileSystems} from './files/file-system.ts';
import type {EngineUsers} from './config/engine-users.ts';
import type {FileLoads} from './imports/file-loads.ts';
import type {JobBrowser} from './jobs/cluster/job-browser.ts';
import type {SessionPool} from './session/session-pool.ts';
import type {LiveStatements} from './statement/live-statements.ts';
import type {Sharing} from './config/sharing.ts';
import type {ScheduleDesk} from './schedule/desk.ts';
import type {Views} from './share/viewers.ts';
import type {SnapshotRules} from './snapshot/options.ts';
import type {StatementStore} from './statement/statement-store.ts';
import type {PeopleTokens} from './token/people-tokens.ts';

/** Everything the operations of the editor work with; one per process. */
export type Editor = {
  /** By the name that clients send as `type`, in the order of the configuration. */
  readonly engines: ReadonlyMap<string, SqlEngine>;
  /** Who may use each of them; `editorFor` makes the editor of one person of it. */
  readonly engineUsers: ReadonlyMap<string, EngineUsers>;
  /** Engines that there are besides, for others than whom this is the editor of. */
  readonly refused?: {readonly userName: string; readonly engines: ReadonlyMap<string, SqlEngine>};
  /** What whoever this is the editor of may do. */
  readonly access: EditorAccess;
  /** `[desktop] enable_download` */
  readonly mayDownload: boolean;
  /** Rows of a download at most; undefined where it has all. */
  readonly maxDownloadRows: number | undefined;
  readonly sharing: Sharing;
  readonly pool: SessionPool;
  readonly sessions: OpenedSessions;
  /** The editor's own tables. */
  readonly db: Database;
  /** Where its files lie. */
  readonly disk: DiskRoom;
  readonly statements: StatementStore;
  readonly live: LiveStatements;
  readonly analyses: ResultAnalyses;
  readonly schedules: ScheduleDesk;
  readonly snapshotRules: SnapshotRules;
  /** Who opened what others share. */
  readonly views: Views;
  /** Of files into tables of engines elsewhere. */
  readonly loads: FileLoads;
  readonly jobs: JobBrowser;
  /** Those of the cluster, where one is configured. */
  readonly files: FileSystems;
  /** Who may use the store of S3, which knows nobody but the server. */
  readonly s3Users: EngineUsers;
  /** `[beeswax] list_partitions_limit` */
  readonly maxPartitions: number;
  /** What the editor offers to write in. */
  readonly notebook: EditorConfig['notebook'];
  /** What it was started with; for administrators. */
  readonly configuration: Configuration;
  /** Settings of a session that clients are shown. */
  readonly shownSettings: ReadonlySet<string>;
  /** Tokens that people have logged in with, for SQL servers that take them as well. */
  readonly peopleTokens: PeopleTokens;
  /** What the catalog knows of tables. */
  readonly catalog: CatalogLink;
  readonly log: Log;
};

// Shapes of the editor's API as pages use them, all taken from the generated client: what a page
// wants besides does not compile until the server declares it.
import type {Api, Schemas} from '@gazetteer/client/editor';

/** Nobody changes what came from the server, or is on its way there. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? {readonly [Name in keyof T]: Frozen<T[Name]>}
    : T;

/** Method and path of an operation, as the API document writes them. */
export type OperationKey = keyof Api;
export type Answer<Key extends OperationKey> = Frozen<Api[Key]['answer']>;
/** What a call takes: `path`, `query` and `body`, as far as the operation has them. */
export type Input<Key extends OperationKey> = Frozen<Omit<Api[Key], 'answer'>>;
type Wire<Name extends keyof Schemas> = Frozen<Schemas[Name]>;
/**
 * Of an answer that has these members for what was asked, though not for everything that can be
 * asked.
 */
type Told<T, Names extends keyof T> = {readonly [Name in Names]-?: NonNullable<T[Name]>};

/** Whole numbers beyond 2^53 are texts, see `parseExact`. */
export type Cell = Wire<'Cell'>;
export type Row = readonly Cell[];
/** How values of a result are drawn. */
export type ChartSpec = Wire<'ChartSpecification'>;
/** Of a column: `top` are the most frequent values, NULL among them. */
export type ColumnSummary = Wire<'ColumnSummary'>;
export type ClusterJob = Wire<'ClusterJob'>;
/** Tiles as the server sends them: what has a default is there. */
export type DashboardTile = Told<
  Wire<'DashboardTile'>,
  Exclude<keyof Wire<'DashboardTile'>, 'document'>
> &
  Pick<Wire<'DashboardTile'>, 'document'>;
export type Dashboard = {
  readonly tiles: readonly DashboardTile[];
  readonly filters: readonly Told<Wire<'DashboardFilter'>, keyof Wire<'DashboardFilter'>>[];
};
/** Cells as the server sends them: what has a default is there. */
export type NotebookCell = Told<Wire<'NotebookCell'>, keyof Wire<'NotebookCell'>>;
export type Notebook = Omit<Wire<'Notebook'>, 'cells'> & {readonly cells: readonly NotebookCell[]};
export type NotebookResult = Wire<'NotebookResult'>;
export type DashboardQuery = Wire<'DashboardQuery'>;
export type DashboardResult = Wire<'DashboardResult'>;
export type Diagnosis = Wire<'Diagnosis'>;
export type DiffLine = Wire<'DiffLine'>;
export type DocumentHead = Wire<'DocumentHead'>;
export type DocumentVersion = Wire<'DocumentVersion'>;
export type Engine = Wire<'Engine'>;
/** What any answer may say of what failed. */
export type FailureAnswer = Wire<'Failure'>;
export type Grant = Wire<'Grant'>;
export type HeldQuery = Wire<'HeldQuery'>;
export type HeldSession = Wire<'HeldSession'>;
export type HistoryEntry = Wire<'HistoryEntry'>;
export type KeptTab = Wire<'Tab'>;
export type KeptHead = Told<Wire<'ListedTab'>, 'uuid' | 'revision' | 'title'>;
export type Job = Wire<'StatementJob'>;
export type JobDetails = Wire<'ClusterJobDetails'>;
export type OpenedDocument = SavedDocument & Pick<Wire<'OpenedDocument'>, 'permission' | 'path'>;
export type QueryContent = Wire<'QueryContent'>;
export type QueryState = Wire<'QueryState'>;
export type ResultColumn = Wire<'ResultColumn'>;
export type ResultFacts = Wire<'ResultFacts'>;
/** Rows by their place, of a result or of what a question makes of it. */
export type ResultRows = Wire<'ResultRows'>;
export type ResultShare = Wire<'ResultShare'>;
/** Of a document that was saved or read; what else is told of it pages do not ask for. */
export type SavedDocument = Omit<Wire<'SavedDocument'>, 'createdAt'>;
export type Sample = Told<Wire<'Sample'>, 'headers' | 'full_headers' | 'rows'>;
export type SharedResult = Wire<'SharedResult'>;
export type TableAnswer = Told<
  Wire<'Names'>,
  'extended_columns' | 'partition_keys' | 'is_view' | 'comment'
>;
export type TableDescription = Told<
  Wire<'Description'>,
  'cols' | 'partition_keys' | 'comment' | 'is_view' | 'path_location' | 'details'
>;
export type TableName = Wire<'TableName'>;
export type VersionDifference = Wire<'VersionDifference'>;

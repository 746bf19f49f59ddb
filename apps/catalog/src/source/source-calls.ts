import type {MetadataSource} from '@gazetteer/store';

/** What a process that reads sources is asked, one thing in its life. */
export type SourceTask =
  | {readonly kind: 'describe'}
  | {readonly kind: 'check'; readonly source: SourceToRead}
  | {readonly kind: 'test'; readonly source: SourceToRead}
  | {
      readonly kind: 'read';
      readonly source: SourceToRead;
      readonly isRehearsal: boolean;
      readonly maxDeletes: number;
    };

/** With its secrets among its keys. */
export type SourceToRead = Pick<MetadataSource, 'name' | 'type' | 'config'>;

/**
 * A request to the catalog, which the server makes in the name of whoever the source is read for.
 */
export type CatalogRequest = {
  readonly id: number;
  /** The catalog itself, or the editor beside it. */
  readonly to: 'catalog' | 'editor';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

export type CatalogAnswer = {
  readonly id: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
};

export type ToHost =
  | {readonly task: SourceTask}
  | {readonly answer: CatalogAnswer}
  /** Ends what it does soon. */
  | {readonly isStopped: true};

export type FromHost =
  | {readonly request: CatalogRequest}
  | {readonly assets: number}
  | {readonly done: unknown}
  /** What is wrong with the source itself, or why it could not be read. */
  | {readonly failed: string; readonly isInvalid: boolean};

/** Names of assets that changed: the first of them, and how many there are. */
export type Named = {readonly count: number; readonly names: readonly string[]};

/** What a reading did, or would do. */
export type ReadOutcome = {
  readonly assets: number;
  readonly created: Named;
  readonly changed: Named;
  readonly deleted: Named;
  readonly problems: readonly string[];
};

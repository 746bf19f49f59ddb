/** A file or folder. Times are milliseconds since 1970. */
export type FileStatus = {
  /** Name in its folder; empty for what was itself asked for. */
  readonly pathSuffix: string;
  readonly type: 'FILE' | 'DIRECTORY' | 'SYMLINK';
  readonly length: number;
  readonly owner: string;
  readonly group: string;
  /** Octal, such as `644` or `1777`. */
  readonly permission: string;
  readonly accessTime: number;
  readonly modificationTime: number;
  readonly blockSize: number;
  readonly replication: number;
  readonly aclBit?: boolean;
};

export type ContentSummary = Readonly<Record<string, number>>;

/**
 * Where people's files are. Each call is as the person who asks, and refuses what they may not do;
 * paths are absolute and begin with the root of the file system, `/` or `s3a://`.
 */
export interface FileSystem {
  /** Whether what is deleted can be kept in `.Trash` of the home. */
  readonly hasTrash: boolean;
  /** What engines put before its paths; empty where it is their own default. */
  readonly address?: string;
  /** @throws NOT_FOUND, NOT_ALLOWED, as all of these */
  status(user: string, path: string): Promise<FileStatus>;
  list(user: string, path: string): Promise<readonly FileStatus[]>;
  summary(user: string, path: string): Promise<ContentSummary>;
  /** Where somebody's own files are. */
  home(user: string): Promise<string>;
  /** The bytes of a file from `offset` on, as they come; all of them without a `length`. */
  read(
    user: string,
    path: string,
    part?: {readonly offset?: number; readonly length?: number; readonly signal?: AbortSignal},
  ): Promise<ReadableStream<Uint8Array>>;
  /**
   * Writes a new file as its bytes come; what breaks off leaves none. @throws CONFLICT where there
   * is one of this name
   */
  write(
    user: string,
    path: string,
    bytes?: ReadableStream<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** With the folders above it. */
  makeFolder(user: string, path: string): Promise<void>;
  /** @throws CONFLICT where it cannot be done, such as for a name that is taken */
  rename(user: string, path: string, destination: string): Promise<void>;
  /** For good, with all that is in it. */
  delete(user: string, path: string): Promise<void>;
  /** Rights as octal digits; absent, as the next two, where files have none. */
  setPermission?(user: string, path: string, permission: string): Promise<void>;
  /** What is empty stays. */
  setOwner?(user: string, path: string, owner: string, group: string): Promise<void>;
  setReplication?(user: string, path: string, replication: number): Promise<void>;
}

/** Those that are configured, and that the caller may use. */
export type FileSystems = {
  readonly hdfs: FileSystem | undefined;
  readonly s3: FileSystem | undefined;
};

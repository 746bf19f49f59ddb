/** What is known of a file without reading it. */
export type FileStatus = {
  readonly size: number;
  readonly modified: Date;
  readonly owner?: string;
  readonly group?: string;
};

/** What is in a folder, each in the order of its names, without names with `.` or `_` in front. */
export type Folder = {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Of a file among them. */
  readonly statusOf: (name: string) => Promise<FileStatus>;
};

/** A folder that may not be read: others beside it may. */
export class ForbiddenFolder extends Error {}

/** Where files lie. Paths are those from the folder that is read; empty for itself. */
export type FileStore = {
  /** @throws ForbiddenFolder, and Error that says what to do about it */
  list(path: string, signal: AbortSignal): Promise<Folder>;
  /**
   * Lets the embedded engine look at a file, or at as much of it as tells of its columns.
   * @param isPart that lines are missing at its end
   */
  look<Seen>(
    path: string,
    signal: AbortSignal,
    use: (file: string, isPart: boolean) => Promise<Seen>,
  ): Promise<Seen>;
};

/** Whether a name is data's: those with `.` or `_` in front are notes of programs. */
export const isShown = (name: string): boolean => !/^[._]/.test(name);

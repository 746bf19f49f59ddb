import type {WriteHead} from './write-head.ts';

/** A table by the parts of its name, as they are written. */
export type TablePath = readonly string[];

/** Columns of a table by its path; undefined where they are not known. */
export type ColumnsOf = (path: TablePath) => readonly string[] | undefined;

/** A column that is written, and what it is made of. */
export type ColumnLineage = {
  readonly name: string;
  readonly sources: readonly Source[];
  readonly way: Output['way'];
};

export type Written = {
  readonly path: TablePath;
  readonly columns: readonly ColumnLineage[];
  /** False where some columns, or what they are made of, could not be worked out. */
  readonly isComplete: boolean;
};

/** What a statement that writes reads and writes. */
export type Lineage = {
  readonly kind: WriteHead['kind'];
  /** What it makes goes with its session. */
  readonly isTemporary: boolean;
  readonly writes: readonly Written[];
  readonly reads: readonly TablePath[];
  /** Files that it reads or writes by their place. */
  readonly readPaths: readonly string[];
  readonly writtenPaths: readonly string[];
};

/** A column that something is made of. */
export type Source = {
  readonly table: TablePath;
  readonly column: string;
  /** It decides about rows or their order, and is not in the value. */
  readonly isIndirect: boolean;
};

/** A column that a query gives. */
export type Output = {
  readonly name: string;
  readonly sources: readonly Source[];
  readonly way: 'IDENTITY' | 'TRANSFORMATION' | 'AGGREGATION';
  /** False where a name in it could not be resolved. */
  readonly isKnown: boolean;
};

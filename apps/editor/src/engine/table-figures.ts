import type {TableDescription} from './table-description.ts';

export type TableFigures = {
  /** In milliseconds since 1970. */
  readonly written?: number;
  /** Whole numbers of any length. */
  readonly rows?: string;
  readonly bytes?: string;
};

/**
 * When a table or a partition was written last and how large it is. Hive keeps figures among the
 * parameters; Spark writes a sentence of them, and a partition's parameters between braces. What
 * was never counted is -1.
 */
export function figuresOf({details, parameters}: TableDescription): TableFigures {
  const ofPartition = details.get('Partition Parameters') ?? '';
  const told = details.get('Statistics') ?? details.get('Partition Statistics') ?? '';
  const value = (name: string) =>
    parameters.get(name) ?? new RegExp(String.raw`\b${name}=(-?\d+)`).exec(ofPartition)?.[1];
  const whole = (...values: (string | undefined)[]) =>
    values.find(one => one !== undefined && /^\d+$/.test(one));
  const seconds = whole(value('transient_lastDdlTime'));
  const rows = whole(value('numRows'), /\b(\d+) rows\b/.exec(told)?.[1]);
  const bytes = whole(value('totalSize'), /\b(\d+) bytes\b/.exec(told)?.[1]);
  return {
    ...(seconds === undefined || seconds === '0' ? {} : {written: Number(seconds) * 1000}),
    ...(rows === undefined ? {} : {rows}),
    ...(bytes === undefined ? {} : {bytes}),
  };
}

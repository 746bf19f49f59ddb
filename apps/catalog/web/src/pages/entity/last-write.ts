import type {Entity} from '../../api/wire.ts';

export type LastWrite = {
  readonly ms: number;
  /** What tells of it. */
  readonly source: 'usage' | 'file' | 'metastore';
};

/** Attributes of stock types for when what is there was written. */
const attributes = ['lastModifiedTime', 'modifiedTime', 'lastModified'] as const;

/**
 * When the contents of an asset were written last, as far as lineage and usage, its files or its
 * metastore tell: the latest of them. Undefined where none does.
 */
export function lastWriteOf(
  {attributes: values}: Pick<Entity, 'attributes'>,
  usage: {readonly lastWrite?: number | undefined} | undefined,
): LastWrite | undefined {
  const found: readonly LastWrite[] = [
    {ms: usage?.lastWrite ?? 0, source: 'usage'},
    ...attributes.map(name => ({ms: timeOf(values[name]), source: 'file'}) as const),
    {ms: ddlTimeOf(values['parameters']), source: 'metastore'},
  ];
  const latest = found.reduce((one, other) => (other.ms > one.ms ? other : one));
  return latest.ms > 0 ? latest : undefined;
}

function timeOf(value: unknown): number {
  const ms = typeof value === 'string' ? Date.parse(value) : Number(value ?? 0);
  return Number.isFinite(ms) ? ms : 0;
}

/** Hive and Spark write down, in seconds, when they changed a table or put data into it. */
function ddlTimeOf(parameters: unknown): number {
  const {transient_lastDdlTime: seconds} = (parameters ?? {}) as Readonly<Record<string, unknown>>;
  return timeOf(Number(seconds ?? 0)) * 1000;
}

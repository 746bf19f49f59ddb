import {csv} from './csv.ts';
import type {ResultFormat} from './format.ts';
import {jsonLines} from './json-lines.ts';
import {parquet} from './parquet.ts';
import {xlsx} from './xlsx.ts';

/** By the name that a download is asked for with. */
export const resultFormats = {
  csv: async () => csv,
  json: async () => jsonLines,
  parquet: async () => parquet,
  xlsx: async () => xlsx,
  // Its library takes a tenth of a second to load, which no start should wait for.
  arrow: async () => (await import('./arrow.ts')).arrow,
} satisfies Readonly<Record<string, () => Promise<ResultFormat>>>;

export type ResultFormatName = keyof typeof resultFormats;

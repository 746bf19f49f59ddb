import {AppError} from '@gazetteer/model';
import {parseBody} from '@gazetteer/kernel/shape';
import * as shapes from './shapes.ts';

export type ImportRequest = {
  /** As they came, to be told in the result. */
  options: Record<string, string>;
  fileName: string | undefined;
  /** Where to begin in the order of the archive. */
  startGuid: string | undefined;
  startPosition: number;
  updatesTypes: boolean;
  replicatedFrom: string | undefined;
  transforms: string | undefined;
  transformers: string | undefined;
  /** Entities in the archive, as the client says; nothing but told again. */
  size: number;
  /** Entity files in one transaction. */
  batchSize: number;
};

const defaultBatchSize = 200;
const maxBatchSize = 10_000;

/** Reads AtlasImportRequest. Options may stand beside `options`, too. @throws INVALID_PARAMETERS */
export function readImportRequest(body: string | undefined): ImportRequest {
  const given =
    body === undefined || body.trim() === '' ? null : parseBody(shapes.importRequest, body);
  const json = (given ?? {}) as Record<string, unknown>;
  // Clients derive sizeOption from the options.
  const {options: inner, sizeOption: _derived, ...beside} = json;
  const options: Record<string, string> = {};
  for (const [name, value] of Object.entries({...beside, ...(inner as object | undefined)})) {
    if (value === null || value === undefined) continue;
    options[name] =
      typeof value === 'object'
        ? JSON.stringify(value)
        : String(value as string | number | boolean);
  }
  const text = (name: string) =>
    options[name] === undefined || options[name].trim() === '' ? undefined : options[name];
  const number = (name: string, otherwise: number) => {
    const given = text(name);
    if (given !== undefined && !/^\d{1,9}$/.test(given))
      throw new AppError('INVALID_PARAMETERS', [`${name} must be a number, not ${given}`]);
    return given === undefined ? otherwise : Number(given);
  };
  return {
    options,
    fileName: text('fileName'),
    startGuid: text('startGuid'),
    startPosition: number('startPosition', number('startIndex', 0)),
    updatesTypes: (text('updateTypeDefinition') ?? 'true').toLowerCase() === 'true',
    replicatedFrom: text('replicatedFrom'),
    size: number('size', 1),
    transforms: text('transforms'),
    transformers: text('transformers'),
    batchSize: Math.min(maxBatchSize, Math.max(1, number('batchSize', defaultBatchSize))),
  };
}

import {AppError} from '@gazetteer/model';
import {XmlError, xmlTokens} from '@gazetteer/formats/xml';

/** Texts of the elements directly in another one, by their names. */
export type XmlRecord = ReadonlyMap<string, string>;

/** All elements of this name, wherever they are, each with the texts in it. */
export function recordsOf(xml: string, name: string): readonly XmlRecord[] {
  try {
    return elementsOf(xml, name);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new AppError('STATEMENT_FAILED', [`The store does not answer as S3: ${error.message}`], {
      cause: error,
    });
  }
}

function elementsOf(xml: string, name: string): readonly XmlRecord[] {
  const records: XmlRecord[] = [];
  let record: Map<string, string> | undefined;
  let text = '';
  for (const token of xmlTokens(xml)) {
    if (token.type === 'open') {
      if (token.name === name) record = new Map();
      text = '';
    } else if (token.type === 'text') text += token.text;
    else if (token.name === name) {
      if (record !== undefined) records.push(record);
      record = undefined;
    } else record?.set(token.name, text);
  }
  return records;
}

const kinds: Readonly<Record<string, 'NOT_FOUND' | 'NOT_ALLOWED' | 'CONFLICT' | 'BAD_REQUEST'>> = {
  NoSuchKey: 'NOT_FOUND',
  NoSuchBucket: 'NOT_FOUND',
  AccessDenied: 'NOT_ALLOWED',
  PreconditionFailed: 'CONFLICT',
  ConditionalRequestConflict: 'CONFLICT',
  InvalidBucketName: 'BAD_REQUEST',
  KeyTooLongError: 'BAD_REQUEST',
};
/** An answer to HEAD has no text. */
const kindsByStatus: Readonly<Record<number, 'NOT_FOUND' | 'NOT_ALLOWED' | 'CONFLICT'>> = {
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  412: 'CONFLICT',
};

/** The cause of what is thrown then. */
export class S3Refusal extends Error {
  readonly status: number;
  /** Empty where the store says none, as to HEAD. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.name = 'S3Refusal';
    this.status = status;
    this.code = code;
  }
}

/** What a store refuses, in its words. A wrong key is no matter of who asks. */
export function refusalOf(path: string, status: number, text: string): AppError {
  const [error] = text.startsWith('<') ? recordsOf(text, 'Error') : [];
  const code = error?.get('Code') ?? '';
  const kind = code === '' ? kindsByStatus[status] : kinds[code];
  const message = `${path}: ${error?.get('Message') || code || `the store answers ${status}`}`;
  const cause = new S3Refusal(status, code);
  return new AppError(kind ?? 'STATEMENT_FAILED', [message], {cause});
}

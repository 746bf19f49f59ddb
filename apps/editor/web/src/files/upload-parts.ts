import {toast, uploadFetch} from '@gazetteer/ui';
import {ApiFailure, ask} from '../api/request.ts';
import {loggedInUser, session} from '../api/session.ts';
import type {FailureAnswer} from '../api/wire.ts';
import {sharedValue} from '../shared-value.ts';
import {filesChanged, type FolderPage} from './file-queries.ts';
import {partBytesOf, uploadIdOf} from './upload-id.ts';
import {inFolder} from './file-place.ts';

export type Upload = {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
  readonly stop: () => void;
};

/** What is on its way, whatever page is shown. */
export const uploads = sharedValue<readonly Upload[]>([]);

const maxTries = 5;

/**
 * Uploads files into a folder, one after the other. Several at a time would share one line to the
 * server, and each take longer to be whole.
 */
export async function uploadFiles(folder: string, files: readonly File[]): Promise<void> {
  for (const file of files) await uploadFile(folder, file);
}

async function uploadFile(folder: string, file: File): Promise<void> {
  const stop = new AbortController();
  const id = crypto.randomUUID();
  const tell = (part: number) =>
    uploads.set(uploads.get().map(one => (one.id === id ? {...one, part} : one)));
  const mine: Upload = {id, name: file.name, part: 0, stop: () => stop.abort()};
  uploads.set([...uploads.get(), mine]);
  try {
    await sendFile(folder, file, stop.signal, tell);
    toast({kind: 'done', title: `Uploaded ${file.name}`});
  } catch (error) {
    if (stop.signal.aborted)
      toast({
        kind: 'done',
        title: `Stopped uploading ${file.name}`,
        text: 'Upload it again to go on where it stopped.',
      });
    else toast({kind: 'problem', title: `Couldn’t upload ${file.name}`, error});
  } finally {
    uploads.set(uploads.get().filter(one => one.id !== id));
    await filesChanged();
  }
}

/** Sends a file into a folder; what the server refuses is thrown. */
export async function sendFile(
  folder: string,
  file: File,
  signal = new AbortController().signal,
  tell: (part: number) => void = () => undefined,
): Promise<void> {
  const at = {
    dest: folder,
    qqfilename: file.name,
    qquuid: await uploadIdOf(loggedInUser(), folder, file),
    qqtotalparts: Math.max(1, Math.ceil(file.size / partBytesOf(file.size))),
  };
  await sendParts(file, at, signal, tell);
  await ask('POST /api/v1/storage/upload/complete', {body: {...at, qqtotalfilesize: file.size}});
}

type At = {
  readonly dest: string;
  readonly qqfilename: string;
  readonly qquuid: string;
  readonly qqtotalparts: number;
};

async function sendParts(
  file: File,
  at: At,
  signal: AbortSignal,
  tell: (part: number) => void,
): Promise<void> {
  const there = await partsThere(at);
  const partBytes = partBytesOf(file.size);
  for (let index = 0; index < at.qqtotalparts; index++) {
    const bytes = file.slice(index * partBytes, (index + 1) * partBytes);
    const begin = index * partBytes;
    const told = (part: number) => tell((begin + part * bytes.size) / Math.max(1, file.size));
    if (there.get(index) !== bytes.size) await sendPart(bytes, at, index, signal, told);
    told(1);
  }
}

/** Parts that an earlier try has brought, by their sizes. */
async function partsThere({dest, qqfilename, qquuid}: At): Promise<ReadonlyMap<number, number>> {
  const path = inFolder(dest, `.${qqfilename}.${qquuid}.parts`);
  try {
    const {files} = (await ask('GET /api/v1/storage/{names}', {
      path: {names: ['list']},
      query: {path, pagesize: 10_000},
    })) as FolderPage;
    return new Map(
      files.filter(({type}) => type === 'file').map(one => [Number(one.name), one.stats.size]),
    );
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return new Map();
    throw error;
  }
}

/** Again, when the connection breaks; what the server refuses it refuses for good. */
async function sendPart(
  bytes: Blob,
  at: At,
  index: number,
  signal: AbortSignal,
  tell: (part: number) => void,
): Promise<void> {
  const query = new URLSearchParams({
    ...at,
    qqtotalparts: String(at.qqtotalparts),
    qqpartindex: String(index),
  });
  for (let tries = 1; ; tries++) {
    const body = new FormData();
    body.append('hdfs_file', bytes, 'part');
    try {
      const answer = await session.fetchOver(uploadFetch(tell))(
        `/api/v1/storage/upload/chunks?${query}`,
        {method: 'POST', body, signal},
      );
      if (answer.ok) return;
      throw new ApiFailure(answer.status, (await answer.json()) as FailureAnswer);
    } catch (error) {
      if (signal.aborted || error instanceof ApiFailure || tries === maxTries) throw error;
    }
  }
}

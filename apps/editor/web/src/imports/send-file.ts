import {uploadFetch} from '@gazetteer/ui';
import {ApiFailure, ask} from '../api/request.ts';
import {loggedInUser, session} from '../api/session.ts';
import type {FailureAnswer} from '../api/wire.ts';
import {partBytesOf, uploadIdOf} from '../files/upload-id.ts';

const maxTries = 5;
const pauseMs = 500;

/**
 * Sends a file to an engine, from where an earlier try has stopped, also of one whose connection
 * breaks for a moment. @returns the upload's id
 */
export async function sendToEngine(
  engine: string,
  file: File,
  signal: AbortSignal,
  tell: (part: number) => void,
): Promise<string> {
  const id = await uploadIdOf(loggedInUser(), engine, file);
  const there = async () =>
    (await ask('GET /api/v1/storage/{engine}/upload', {path: {engine}, query: {id}}, {signal}))
      .received;
  // In a row: each part that comes through begins anew.
  let tries = 0;
  // Undefined until the server has been asked.
  let received: number | undefined;
  for (;;) {
    try {
      received ??= await there();
      tell(received / Math.max(1, file.size));
      // Also of an empty file one part is sent, for the server to make a file.
      received = await sendPart(engine, id, file, received, signal, tell);
      if (received >= file.size) return id;
      tries = 0;
    } catch (error) {
      if (signal.aborted || isFinal(error) || ++tries === maxTries) throw error;
      received = undefined;
      await new Promise(resolve => setTimeout(resolve, pauseMs * tries));
    }
  }
}

/**
 * What the server refuses it refuses again, but for the part of a broken connection, which is on
 * its way until the server has heard of the break.
 */
function isFinal(error: unknown): boolean {
  return error instanceof ApiFailure && error.status !== 409;
}

async function sendPart(
  engine: string,
  id: string,
  file: File,
  offset: number,
  signal: AbortSignal,
  tell: (part: number) => void,
): Promise<number> {
  const part = file.slice(offset, offset + partBytesOf(file.size));
  const query = new URLSearchParams({id, offset: String(offset), total: String(file.size)});
  const body = new FormData();
  body.append('file', part, 'part');
  const answer = await session.fetchOver(
    uploadFetch(done => tell((offset + done * part.size) / Math.max(1, file.size))),
  )(`/api/v1/storage/${encodeURIComponent(engine)}/upload?${query}`, {
    method: 'POST',
    body,
    signal,
  });
  if (!answer.ok) throw new ApiFailure(answer.status, (await answer.json()) as FailureAnswer);
  return ((await answer.json()) as {received: number}).received;
}

import {PassThrough} from 'node:stream';
import {AppError} from '@gazetteer/model';
import type {FastifyReply, FastifyRequest} from 'fastify';

/**
 * Answers with a line of JSON for each piece of news and a last one: the answer, or what failed,
 * since its status is sent before anybody knows of it. Each is on its way at once, so no proxy
 * takes a long silence for an end.
 */
export async function answerInLines<News extends object, Answer extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tell: (news: News) => void) => Promise<Answer>,
): Promise<FastifyReply> {
  const lines = new PassThrough();
  // A client that has gone, or reads nothing, needs no news.
  const tell = (news: News | Answer) => {
    if (!lines.destroyed && !lines.writableNeedDrain) lines.write(lineOf(news));
  };
  run(tell).then(
    answer => lines.end(lineOf(answer)),
    (error: unknown) => lines.end(lineOf(failureOf(error, request))),
  );
  return await reply
    .type('application/x-ndjson')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(lines);
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

function failureOf(thrown: unknown, request: FastifyRequest) {
  if (!(thrown instanceof AppError)) request.log.error({error: thrown}, 'request failed');
  const error =
    thrown instanceof AppError
      ? thrown
      : new AppError('INTERNAL_ERROR', [`(request id ${request.id})`]);
  return {failed: error.status, errorCode: error.code, errorMessage: error.message};
}

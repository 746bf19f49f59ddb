import type {FastifyInstance, FastifyRequest} from 'fastify';
import {Fields} from '../editor-api/fields.ts';
import {ApiError, status} from '../editor-api/envelope.ts';
import {parseGiven} from '../editor-api/parse-given.ts';

/** Bodies of either kind, form or JSON, become the same `Fields`. */
export function readBodiesAsFields(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', {parseAs: 'string'}, (_request, body, done) =>
    done(null, new Fields(new Map(new URLSearchParams(body.toString())))),
  );
  app.addContentTypeParser('application/json', {parseAs: 'string'}, (_request, body, done) => {
    try {
      done(null, jsonFields(body.toString()));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('application/zip', {parseAs: 'buffer'}, (_request, body, done) => done(null, body));
  app.addContentTypeParser(
    'multipart/form-data',
    {parseAs: 'buffer'},
    async (request: FastifyRequest, body: Buffer) => {
      const headers = {'content-type': request.headers['content-type'] ?? ''};
      const form = await new Response(new Uint8Array(body), {headers}).formData();
      return new Fields(new Map([...form].filter(([, value]) => typeof value === 'string')));
    },
  );
}

function jsonFields(text: string): Fields {
  if (text.trim() === '') return new Fields(new Map());
  const value = parseGiven('The body', text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(status.failed, 'The body must be a JSON object');
  }
  return new Fields(new Map(Object.entries(value)));
}

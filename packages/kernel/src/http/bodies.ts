import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {type Given, parseGiven, Repeated} from '../given.ts';

/**
 * Bodies of a form or of one JSON object become the same: fields by name; a file in a form is the
 * text of its field, and what a form has several times, or as `name[]`, a list. An archive stays
 * bytes.
 */
export function takeFields(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    {parseAs: 'string'},
    (_request, body, done) => done(null, byName(new URLSearchParams(body.toString()))),
  );
  app.addContentTypeParser('application/json', {parseAs: 'string'}, (_request, body, done) => {
    try {
      done(null, fieldsOf(body.toString()));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('application/zip', {parseAs: 'buffer'}, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    {parseAs: 'buffer'},
    async (request: FastifyRequest, body: Buffer) => {
      const headers = {'content-type': request.headers['content-type'] ?? ''};
      const form = await new Response(new Uint8Array(body), {headers}).formData();
      const fields = [...form].map(async ([name, value]): Promise<[string, string]> => [
        name,
        typeof value === 'string' ? value : await value.text(),
      ]);
      return byName(await Promise.all(fields));
    },
  );
}

/** The fields of a request's body; none where it has no fields. */
export function givenIn({body}: FastifyRequest): Given {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
    ? (body as Given)
    : {};
}

function byName(entries: Iterable<readonly [string, string]>): Given {
  const given = new Map<string, string | Repeated>();
  for (const [key, value] of entries) {
    const name = key.replace(/\[\]$/, '');
    const before = given.get(name);
    if (before instanceof Repeated) before.push(value);
    else if (before !== undefined) given.set(name, Repeated.from([before, value]) as Repeated);
    else given.set(name, name === key ? value : (Repeated.from([value]) as Repeated));
  }
  return Object.fromEntries(given);
}

function fieldsOf(text: string): Given {
  if (text.trim() === '') return {};
  const value = parseGiven('The body', text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('BAD_REQUEST', ['The body must be a JSON object']);
  }
  return value as Given;
}

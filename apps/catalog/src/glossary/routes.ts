import {streams} from '@gazetteer/kernel/http';
import type {Door, Route} from '../api/route.ts';
import {importColumns} from '@gazetteer/model';
import {file} from '../entity/shapes.ts';

const stream = streams<Door>();

/** First line of a file to import. */
const template = importColumns.join(', ');

/** What a file of terms looks like; it is imported as a bulk change. */
export const glossaryRoutes: readonly Route[] = [
  stream(
    'GET /v2/glossary/import/template',
    {
      summary: 'The header row of a file of terms to import',
      description: 'A CSV file to fill in and send to POST /v2/glossary/import.',
      answer: file,
      produces: 'application/octet-stream',
    },
    (_input, _request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="template_glossary"')
        .send(Buffer.from(template)),
  ),
];

import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import type {FastifyInstance} from 'fastify';
import type {OpenApi} from './openapi.ts';

type Schema = {
  $ref?: string;
  /** Of several the one to send. */
  type?: string | string[];
  enum?: (string | null)[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  description?: string;
  default?: unknown;
};
type Content = {
  content?: Record<string, {schema: Schema; examples?: {recorded: {value: unknown}}}>;
  description?: string;
};
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: Content & {required: boolean};
  responses: Record<string, Content>;
  'x-codeSamples'?: {lang: string; source: string}[];
};

/** What a page says above the operations, in words of which those between backquotes are code. */
export type ApiDocsText = {
  /** Where addresses are found and how callers log in. */
  readonly intro: string;
  /** Address of the document itself. */
  readonly source: string;
};

/**
 * The readable form of the API document, for anybody: one page without scripts, so that it needs no
 * exception of any policy.
 */
export function apiDocs(app: FastifyInstance, document: () => OpenApi, words: ApiDocsText): void {
  // Made for its first reader: most starts have none.
  let page: string | undefined;
  const sheet = (name: string) =>
    readFile(fileURLToPath(import.meta.resolve(`@gazetteer/ui/${name}`)), 'utf8');
  app.get('/apidocs/', {config: {open: true}}, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= apiDocsPage(document(), words))),
  );
  app.get('/apidocs/index.html', {config: {open: true}}, (_request, reply) =>
    reply.redirect('/apidocs/'),
  );
  app.get('/apidocs/theme.css', {config: {open: true}}, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await sheet('theme.css')),
  );
  app.get('/apidocs/apidocs.css', {config: {open: true}}, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await sheet('api-docs.css')),
  );
}

function apiDocsPage(document: OpenApi, {intro, source}: ApiDocsText): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      method: method.toUpperCase(),
      path,
      ...(one as Operation),
    })),
  );
  const schemas = Object.entries(document.components['schemas'] as Record<string, Schema>);
  const sections = [...Map.groupBy(operations, one => one.tags[0] ?? '')];
  const info = document['info'] as {title: string; description: string};
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}: API</title>
<link rel="stylesheet" href="/apidocs/theme.css">
<link rel="stylesheet" href="/apidocs/apidocs.css">
</head>
<body>
<nav aria-label="Parts of the API">
<p><a href="../">Back to Gazetteer</a></p>
<ul>${sections.map(([tag, list]) => `<li><a href="#tag-${text(tag)}">${text(tag)}</a> <small>${list.length}</small></li>`).join('')}
<li><a href="#schemas">schemas</a> <small>${schemas.length}</small></li></ul>
</nav>
<main>
<h1>${text(info.title)}: API</h1>
<p>${prose(info.description)}</p>
<p>${prose(intro)}
As OpenAPI 3.1: <a href="${text(source)}">${text(source)}</a>.</p>
${sections.map(([tag, list]) => `<section><h2 id="tag-${text(tag)}">${text(tag)}</h2>\n${list.map(operationHtml).join('\n')}</section>`).join('\n')}
<section><h2 id="schemas">schemas</h2>
${schemas.map(([name, schema]) => `<article id="schema-${text(name)}"><h3><code>${text(name)}</code></h3><p>${prose(schema.description ?? '')}</p>${objectHtml(schema)}</article>`).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function operationHtml(one: Operation & {method: string; path: string}): string {
  const parameters = (one.parameters ?? []).map(
    ({name, in: place, required, schema, description = ''}) =>
      `<tr><th scope="row"><code>${text(name)}</code></th><td>${place}${required ? ', required' : ''}</td><td>${typeHtml(schema)}` +
      `${schema.default === undefined ? '' : `, default <code>${text(String(schema.default))}</code>`}</td><td>${prose(description)}</td></tr>`,
  );
  const answers = Object.entries(one.responses).map(
    ([status, answer]) =>
      `<tr><th scope="row">${status}</th><td>${contentHtml(answer)}</td><td>${prose(answer.description ?? '').replaceAll('\n\n', '<br>')}</td></tr>`,
  );
  return `<details id="${text(one.operationId)}"><summary><span class="method ${one.method.toLowerCase()}">${one.method}</span>
<code>${text(one.path)}</code> <span class="summary">${text(one.summary)}</span></summary>
${one.description === undefined ? '' : `<p>${prose(one.description)}</p>`}
${parameters.length === 0 ? '' : `<h3>Parameters</h3><table>${parameters.join('')}</table>`}
${one.requestBody === undefined ? '' : `<h3>Body</h3><p>${contentHtml(one.requestBody)}${one.requestBody.required ? '' : ', may be left out'}</p>${fieldsHtml(one.requestBody)}`}
<h3>Answers</h3><table>${answers.join('')}</table>${exampleHtml(one)}</details>`;
}

/** Programs that call it, and what was answered. */
function exampleHtml({'x-codeSamples': samples, responses}: Operation): string {
  if (samples === undefined) return '';
  const programs = samples.map(
    ({lang, source}) =>
      `<details class="sample"><summary>${text(lang)}</summary><pre tabindex="0"><code>${text(source)}</code></pre></details>`,
  );
  const [recorded] = Object.values(responses).flatMap(({content = {}}) =>
    Object.values(content).flatMap(({examples}) =>
      examples === undefined ? [] : [examples.recorded.value],
    ),
  );
  const shown = typeof recorded === 'string' ? recorded : JSON.stringify(recorded, null, 2);
  const answer =
    recorded === undefined
      ? ''
      : `<details class="sample"><summary>Answer</summary><pre tabindex="0"><code>${text(shown)}</code></pre></details>`;
  return `<h3>Example</h3>${programs.join('')}${answer}`;
}

function contentHtml({content = {}}: Content): string {
  return Object.entries(content)
    .map(([mediaType, {schema}]) =>
      mediaType === 'application/json' ? typeHtml(schema) : `<code>${text(mediaType)}</code>`,
    )
    .join(' or ');
}

/** Members of a body that is no schema of its own. */
function fieldsHtml({content = {}}: Content): string {
  const schema = content['application/json']?.schema;
  return schema?.properties === undefined ? '' : objectHtml(schema);
}

function objectHtml(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, one]) =>
      `<tr><th scope="row"><code>${text(name)}</code></th><td>${typeHtml(one)}${schema.required?.includes(name) ? ', required' : ''}</td>` +
      `<td>${prose(one.description ?? '')}</td></tr>`,
  );
  return rows.length === 0 ? `<p>${typeHtml(schema)}</p>` : `<table>${rows.join('')}</table>`;
}

function typeHtml(schema: Schema): string {
  const {$ref, items, anyOf, additionalProperties, properties} = schema;
  const [type] = [schema.type].flat();
  if ($ref !== undefined) {
    const name = text($ref.slice($ref.lastIndexOf('/') + 1));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (anyOf !== undefined) return anyOf.map(typeHtml).join(' or ');
  if (schema.enum !== undefined) {
    return schema.enum.flatMap(one => (one ? [`<code>${text(one)}</code>`] : [])).join(' | ');
  }
  if (type === 'array') return `list of ${typeHtml(items ?? {})}`;
  if (type === 'object' && additionalProperties !== undefined)
    return `map of ${typeHtml(additionalProperties)}`;
  if (type === 'object' && properties !== undefined) {
    const members = Object.entries(properties).map(
      ([name, one]) => `<code>${text(name)}</code>: ${typeHtml(one)}`,
    );
    return `{${members.join(', ')}}`;
  }
  return type ?? 'anything';
}

/** Words between backquotes become code. */
function prose(words: string): string {
  return text(words).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
function text(words: string): string {
  return words.replace(/[&<>"']/g, one => escapes[one] ?? one);
}

import type {ParameterJson} from '@gazetteer/kernel/http';

/**
 * One call of an operation with what it answered, recorded by
 * `apps/catalog/test/api-examples.test.ts`.
 */
export type Example = {
  readonly request: {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    /** Parts of a form: texts, and names of files with their content. */
    readonly form?: Readonly<
      Record<string, string | {readonly file: string; readonly content?: unknown}>
    >;
  };
  readonly status: number;
  /** Absent when it was empty, or a file. Long lists and texts are shortened. */
  readonly answer?: unknown;
};

export type CodeSample = {readonly lang: string; readonly source: string};

const server = 'http://127.0.0.1:21000/api/meta';

/** The example as programs that people copy. Names and passwords are for them to fill in. */
export function codeSamples(
  operation: string,
  example: Example,
  parameters: readonly ParameterJson[] = [],
): CodeSample[] {
  const [method = '', template = ''] = operation.split(' ');
  const {path = {}, query = {}} = example.request;
  const at = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  return [
    {lang: 'cURL', source: curl(method, at, query, example)},
    {lang: 'Python', source: python(method, at, query, example)},
    {lang: 'TypeScript', source: typeScript(operation, example, parameters)},
  ];
}

/** For a shell: whatever a value has in it, it stands there as one word. */
function curl(
  method: string,
  at: string,
  query: Readonly<Record<string, string>>,
  {request}: Example,
): string {
  const search = new URLSearchParams(query).toString();
  const hasContent = request.body !== undefined || request.form !== undefined;
  const parts = [
    `curl -u "$USER:$PASSWORD"`,
    ...(method === (hasContent ? 'POST' : 'GET') ? [] : [`-X ${method}`]),
    ...(request.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(request.body))}`]),
    ...Object.entries(request.form ?? {}).map(([name, value]) =>
      typeof value === 'string'
        ? `-F ${quoted(`${name}=${value}`)}`
        : `-F ${quoted(`${name}=@${value.file}`)}`,
    ),
    quoted(`${server}${at}${search === '' ? '' : `?${search}`}`),
  ];
  return parts.join(' \\\n  ');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** With `requests`. Fields of a form go as parts without a file name. */
function python(
  method: string,
  at: string,
  query: Readonly<Record<string, string>>,
  {request}: Example,
): string {
  const files = Object.entries(request.form ?? {}).map(
    ([name, value]) =>
      `'${name}': ${typeof value === 'string' ? `(None, ${literal(value)})` : `open('${value.file}', 'rb')`}`,
  );
  const parts = [
    `'${method}', '${server}${at}'`,
    `auth=(user, password)`,
    ...(Object.keys(query).length === 0 ? [] : [`params=${literal(query)}`]),
    ...(request.body === undefined ? [] : [`json=${literal(request.body)}`]),
    ...(files.length === 0 ? [] : [`files={${files.join(', ')}}`]),
  ];
  return `import requests\n\nanswer = requests.request(\n    ${parts.join(',\n    ')})\nanswer.raise_for_status()\nprint(answer.text)`;
}

/** As Python writes it. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${literal(one)}`)
    .join(', ')}}`;
}

/** With the typed client, which knows the operation by its address. */
function typeScript(
  operation: string,
  {request: {path, query = {}, body, form}}: Example,
  parameters: readonly ParameterJson[],
): string {
  const typed = Object.entries(query).map(([name, value]) => {
    const [type] = [parameters.find(one => one.name === name)?.schema.type].flat();
    if (type === 'array') return [name, [value]];
    return [
      name,
      type === 'boolean' || type === 'integer' ? (JSON.parse(value) as unknown) : value,
    ];
  });
  const lines = [
    ...(path === undefined ? [] : [`path: ${JSON.stringify(path)}`]),
    ...(typed.length === 0 ? [] : [`query: ${JSON.stringify(Object.fromEntries(typed))}`]),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
    ...(form === undefined ? [] : ['body: form']),
  ];
  const parts = Object.entries(form ?? {}).map(([name, value]) =>
    typeof value === 'string'
      ? `form.set('${name}', ${JSON.stringify(value)});`
      : `form.set('${name}', await openAsBlob('${value.file}'), '${value.file}');`,
  );
  const setUp = form === undefined ? '' : `const form = new FormData();\n${parts.join('\n')}\n`;
  const imported = parts.some(part => part.includes('openAsBlob'))
    ? "import {openAsBlob} from 'node:fs';\n"
    : '';
  const args = lines.length === 0 ? '' : `, {\n  ${lines.join(',\n  ')},\n}`;
  return `${imported}import {CatalogClient} from '@gazetteer/client';

const authorization = \`Basic \${btoa(\`\${user}:\${password}\`)}\`;
const client = new CatalogClient({baseUrl: '${server}', headers: {authorization}});
${setUp}const answer = await client.call('${operation}'${args});`;
}

import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {createLog} from '../log.ts';
import {mountApi} from './api.ts';
import {createHttp} from './create-http.ts';
import {requiredBody} from './json-body.ts';
import {readUpload, uploadRoutes} from './upload.ts';

function serverOf(t: TestContext) {
  const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});
  const app = createHttp({
    log,
    headers: {server: 'Gazetteer', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'atlas.rest.max.body.bytes'},
  });
  mountApi(app, {maxParameterLength: 20, ownLimit: []}, api => {
    api.post('/json', request => requiredBody(request));
    uploadRoutes(api, uploads => {
      uploads.post('/file', async request => {
        const {fileName, bytes} = await readUpload(request, 'file');
        return {fileName, text: Buffer.from(bytes).toString()};
      });
    });
  });
  t.after(() => app.close());
  const send = async (url: string, form: FormData | string, type?: string) => {
    const request = new Request('http://a', {method: 'POST', body: form});
    const headers = {'content-type': type ?? request.headers.get('content-type') ?? ''};
    const body = Buffer.from(await request.arrayBuffer());
    return await app.inject({method: 'POST', url: `/api/meta${url}`, headers, body});
  };
  return {send};
}

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

test('the file of the named part is read, whatever else is in the form', async t => {
  const {send} = serverOf(t);
  const answer = await send(
    '/file',
    form({
      before: 'x',
      other: new File(['no'], 'other.csv'),
      file: new File(['a,b\r\n'], 'Übung 1.csv'),
      after: 'y',
    }),
  );
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json(), {fileName: 'Übung 1.csv', text: 'a,b\r\n'});
});

test('the first file counts, and takes the name of a later one if its own has no ending', async t => {
  const {send} = serverOf(t);
  const sent = async (...files: File[]) => {
    const data = new FormData();
    for (const file of files) data.append('file', file);
    return (await send('/file', data)).json() as unknown;
  };
  const second = new File(['file'], 'terms.csv');
  assert.deepEqual(await sent(new File(['a'], 'file'), second), {fileName: 'terms.csv', text: 'a'});
  assert.deepEqual(await sent(new File(['a'], 'own.xlsx'), second), {
    fileName: 'own.xlsx',
    text: 'a',
  });
});

test('what is no form, has no such file, is broken or too large is refused', async t => {
  const {send} = serverOf(t);
  const type = 'multipart/form-data; boundary=x';
  const cases: [FormData | string, string | undefined, number, RegExp][] = [
    ['{}', 'application/json', 415, /application\/json/],
    [form({file: 'only text'}), undefined, 400, /The form has no file in a part named file/],
    ['', type, 400, /The form has no file/],
    [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nab',
      type,
      400,
      /cannot be read/,
    ],
    ['--x\r\n', 'multipart/form-data', 400, /cannot be read/],
    [
      form({file: new File(['a'.repeat(1001)], 'a.csv')}),
      undefined,
      413,
      /atlas\.rest\.max\.body\.bytes/,
    ],
    [
      form(Object.fromEntries(Array.from({length: 25}, (_, index) => [`f${index}`, 'x']))),
      undefined,
      400,
      /limit/,
    ],
  ];
  for (const [body, contentType, status, message] of cases) {
    const answer = await send('/file', body, contentType);
    assert.equal(answer.statusCode, status, answer.body);
    assert.match(answer.json<{errorMessage: string}>().errorMessage, message);
  }
});

test('routes for JSON take no form', async t => {
  const {send} = serverOf(t);
  const answer = await send('/json', form({file: new File(['a'], 'a.csv')}));
  assert.equal(answer.statusCode, 415);
});

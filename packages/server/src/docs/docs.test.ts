import assert from 'node:assert/strict';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {createHttp} from '../http/create-http.ts';
import {createLog} from '../log.ts';
import {find} from './find.ts';
import {readLibrary} from './library.ts';
import {docsRoutes} from './routes.ts';

const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs');

function libraryOf(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  t.after(() => rmSync(folder, {recursive: true, force: true}));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return readLibrary(folder);
}

function serverOf(t: TestContext) {
  const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});
  const app = createHttp({
    log,
    headers: {server: 'Gazetteer', extra: {}},
    bodyLimit: {maxBytes: 100, option: 'atlas.rest.max.body.bytes'},
  });
  docsRoutes(app, {name: 'catalog', home: '/n/index.html'});
  t.after(() => app.close());
  return app;
}

test('pages that the index lists are rendered, without HTML of their own and without links that run something', t => {
  const library = libraryOf(t, {
    'index.md': '# Home\n\n## Guides\n\n- [One](one.md): the first\n',
    'one.md':
      '# One\n\n<script>alert(1)</script>\n\n<b onclick="x">bold</b> [run](javascript:alert(1)) [two](two.md) [self](one.md#a-b)\n\n' +
      '## A `b`\n\ntext\n\n## A b\n\n![x](../../etc/passwd)\n',
    'two.md': '# For developers\n',
  });
  assert.deepEqual(library.groups, [{title: 'Guides', links: [{label: 'One', name: 'one'}]}]);
  const html = library.byName.get('one')?.html ?? '';
  assert.doesNotMatch(html, /<script|<b |javascript:|<img|href="[^"]*two/);
  assert.match(html, /&lt;script&gt;/);
  assert.match(html, /<a href="\/docs\/one#a-b">self<\/a>/);
  assert.match(html, /<h2 id="a-b">A <code>b<\/code>/);
  assert.match(html, /<h2 id="a-b-1">/);
  assert.equal(library.byName.has('two'), false);
});

test('a search finds sections that have every word, titles first', t => {
  const library = libraryOf(t, {
    'index.md': '## Guides\n- [One](one.md)\n- [Two](two.md)\n',
    'one.md': '# One\n\nNothing.\n\n## Words\n\nA word is *matched* by its start.\n',
    'two.md': '# Matched words\n\nIntro.\n\n## Else\n\nMatched, too: words of a [text](one.md).\n',
  });
  const hits = (query: string) =>
    find(library, query).map(({page, section}) => `${page.name}#${section.title}`);
  assert.deepEqual(hits('words matched'), ['two#Matched words', 'two#Else', 'one#Words']);
  assert.deepEqual(hits('text'), ['two#Else']);
  assert.deepEqual(hits('one.md'), []);
  assert.deepEqual(hits('matched nothing'), []);
  assert.deepEqual(hits('  '), []);
});

test('the documentation is served to everybody, without anything inline', async t => {
  const app = serverOf(t);
  const home = await app.inject('/docs/');
  assert.equal(home.statusCode, 200);
  assert.match(String(home.headers['content-type']), /^text\/html/);
  const listed = Array.from(home.body.matchAll(/href="(\/docs\/[^"#]*)"/g), ([, url]) => url ?? '');
  assert.ok(listed.length > 20);
  for (const url of new Set(listed)) {
    const {statusCode, body} = await app.inject(url);
    assert.equal(statusCode, 200, url);
    assert.doesNotMatch(body, /<[^>]*\s(style|on\w+)=/, url);
    for (const [, file] of body.matchAll(/ (?:src|href)="(\/docs\/(?:assets|pictures)\/[^"]+)"/g)) {
      assert.equal((await app.inject(file ?? '')).statusCode, 200, file);
    }
  }
  assert.equal((await app.inject('/docs/search.md')).headers.location, '/docs/search');
});

test('what is asked for is shown as text, and what is not there is told', async t => {
  const app = serverOf(t);
  const found = await app.inject('/docs/?q=dry+run');
  assert.match(found.body, /<a href="\/docs\/dry-run/);
  const hostile = await app.inject(`/docs/?q=${encodeURIComponent('"><script>x</script>')}&q=b`);
  assert.equal(hostile.statusCode, 200);
  assert.doesNotMatch(hostile.body, /<script>/);
  assert.equal((await app.inject('/docs/architecture')).statusCode, 404);
  assert.equal((await app.inject('/docs/..%2fpackage')).statusCode, 404);
  for (const name of ['nothing.png', '..%2fapi.md', 'x%00']) {
    assert.equal((await app.inject(`/docs/pictures/${name}`)).statusCode, 404, name);
  }
});

test('every link between the pages of this repository leads to a page, a file or a section that is there', () => {
  const library = readLibrary(docs);
  const ids = new Map(
    [library.home, ...library.byName.values()].map(page => [
      page.name,
      new Set(page.sections.map(one => one.id)),
    ]),
  );
  const files = new Set(readdirSync(docs));
  for (const name of ids.keys()) {
    const text = readFileSync(join(docs, `${name}.md`), 'utf8');
    for (const [, to = '', anchor = ''] of text.matchAll(/\]\(([\w-]+\.md)?(?:#([^)]*))?\)/g)) {
      const target = to === '' ? name : to.replace('.md', '');
      assert.ok(files.has(`${target}.md`), `${name}.md links to ${to}, which is not there`);
      const known = ids.get(target);
      if (anchor === '' || known === undefined) continue;
      assert.ok(
        known.has(anchor),
        `${name}.md links to ${target}.md#${anchor}, which is not there`,
      );
    }
  }
});

test('every test that the page on security names is there', () => {
  const root = join(docs, '..');
  let last = '';
  const named = Array.from(
    readFileSync(join(docs, 'security.md'), 'utf8').matchAll(/`([\w./-]+\.test\.ts)`/g),
    ([, file]) => file ?? '',
  );
  assert.ok(named.length > 100);
  for (const file of named) {
    // As the page has it: whole, below the folder of the servers' common part, or beside the one
    // before.
    const places = [file, join('packages/server/src', file), join(dirname(last), file)];
    const found = places.find(place => existsSync(join(root, place)));
    assert.ok(found !== undefined, file);
    last = found;
  }
});

test('the links of the products lead to sections that are there', () => {
  const library = readLibrary(docs);
  const root = join(docs, '..');
  const sources = ['apps/catalog/web/src', 'apps/editor/web/src', 'packages/ui/src'].flatMap(
    folder =>
      readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
        .filter(file => file.endsWith('.tsx'))
        .map(file => readFileSync(join(root, folder, file), 'utf8')),
  );
  const links = sources.flatMap(source =>
    Array.from(source.matchAll(/<DocsLink to="([^"]+)"/g), ([, to]) => to ?? ''),
  );
  assert.ok(links.length > 3);
  for (const link of links) {
    const [name = '', id] = link.split('#');
    const page = library.byName.get(name);
    assert.ok(page, link);
    assert.ok(id === undefined || page.sections.some(section => section.id === id), link);
  }
});

import assert from 'node:assert/strict';
import {cp, mkdir, mkdtemp, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {fingerprint, isBuilt, stampOf, type WebPages} from './web-pages.ts';

async function pagesWith(
  t: TestContext,
  files: Readonly<Record<string, string>>,
): Promise<WebPages> {
  const root = await mkdtemp(join(tmpdir(), 'web-pages-'));
  t.after(() => rm(root, {recursive: true, force: true}));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), {recursive: true});
    await writeFile(join(root, name), text);
  }
  return at(root);
}

const at = (root: string): WebPages => ({
  root,
  output: join(root, 'out'),
  sources: [join(root, 'src'), join(root, 'lock.json'), join(root, 'absent')],
});

test('pages are built when their output was made of the sources as they are', async t => {
  const pages = await pagesWith(t, {
    'src/a.ts': 'a',
    'src/deep/b.ts': 'b',
    'lock.json': '{}',
    'other.txt': '',
  });
  assert.equal(await isBuilt(pages), false);
  await mkdir(pages.output);
  await writeFile(stampOf(pages), await fingerprint(pages));
  assert.equal(await isBuilt(pages), true);

  await utimes(join(pages.root, 'src/a.ts'), 1, 1);
  await writeFile(join(pages.root, 'other.txt'), 'no source');
  await writeFile(join(pages.root, 'src/a.test.ts'), 'not part of the output');
  assert.equal(await isBuilt(pages), true);

  await writeFile(join(pages.root, 'src/deep/b.ts'), 'c');
  assert.equal(await isBuilt(pages), false);
});

test('a copy elsewhere has the same fingerprint, a renamed file another', async t => {
  const pages = await pagesWith(t, {'src/a.ts': 'a'});
  const copy = await pagesWith(t, {});
  await cp(join(pages.root, 'src'), join(copy.root, 'src'), {recursive: true});
  assert.equal(await fingerprint(copy), await fingerprint(pages));
  await cp(join(copy.root, 'src/a.ts'), join(copy.root, 'src/b.ts'));
  await rm(join(copy.root, 'src/a.ts'));
  assert.notEqual(await fingerprint(copy), await fingerprint(pages));
});

// `npm run build [-- app...]`: builds the pages of the apps that have any and are missing or older
// than their sources; `npm ci` does it, too. With `--watch` it builds those of one app whenever a
// source changes, for whoever works on them.
import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {parseArgs, promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import {build} from 'vite';
import {
  fingerprint,
  isBuilt,
  stampOf,
  webPagesOf,
  type WebPages,
} from '../packages/server/src/web/web-pages.ts';

const root = join(import.meta.dirname, '..');
const compressible = /\.(js|css|svg)$/;

async function buildOnce(app: string, pages: WebPages): Promise<void> {
  const start = performance.now();
  const made = await fingerprint(pages);
  // Beside the old output and put in its place at the end: whoever is served meanwhile sees one
  // whole or the other, and two builds at the same time do not meet.
  const fresh = `${pages.output}.${process.pid}`;
  try {
    await build({
      configFile: join(root, 'apps', app, 'vite.config.ts'),
      logLevel: 'warn',
      build: {outDir: fresh},
    });
    await compressAll(join(fresh, 'assets'));
    await writeFile(stampOf({...pages, output: fresh}), made);
    await replace(pages.output, fresh);
  } finally {
    await rm(fresh, {recursive: true, force: true});
  }
  console.log(`Built the pages of the ${app} in ${Math.round(performance.now() - start)} ms.`);
}

/** Done once here instead of for every request; browsers take the smaller one. */
async function compressAll(folder: string): Promise<void> {
  const files = (await readdir(folder))
    .filter(name => compressible.test(name))
    .map(name => join(folder, name));
  const quality = {params: {[constants.BROTLI_PARAM_QUALITY]: 11}};
  await Promise.all(
    files.map(async file => {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, {level: 9}));
    }),
  );
}

async function replace(output: string, fresh: string): Promise<void> {
  const old = `${output}.old.${process.pid}`;
  await mkdir(dirname(output), {recursive: true});
  if (existsSync(output)) await rename(output, old);
  await rename(fresh, output);
  await rm(old, {recursive: true, force: true});
}

async function watch(app: string, pages: WebPages): Promise<void> {
  // A server that is started meanwhile takes the output as it is.
  const stamp = {
    name: 'stamp',
    closeBundle: async () => await writeFile(stampOf(pages), await fingerprint(pages)),
  };
  await build({
    plugins: [stamp],
    configFile: join(root, 'apps', app, 'vite.config.ts'),
    build: {outDir: pages.output, emptyOutDir: false, watch: {}, minify: false, sourcemap: true},
  });
}

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {watch: {type: 'boolean', default: false}},
});
const apps = positionals.length > 0 ? positionals : ['catalog', 'editor'];
for (const app of apps) {
  const pages = webPagesOf(app);
  if (values.watch) await watch(app, pages);
  else if (!(await isBuilt(pages))) await buildOnce(app, pages);
}

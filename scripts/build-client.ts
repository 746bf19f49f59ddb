// `npm run client [-- folder]`: the typed client as JavaScript with its types, a package that any
// project can install. Here it is used as TypeScript, which Node does not run below another
// project's node_modules.
import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const source = join(import.meta.dirname, '..', 'packages', 'client');
const output = resolve(process.argv[2] ?? join(source, 'dist'));
const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));

rmSync(join(output, 'lib'), {recursive: true, force: true});
mkdirSync(output, {recursive: true});
const options = [
  '--declaration',
  '--rewriteRelativeImportExtensions',
  '--skipLibCheck',
  '--ignoreConfig',
];
const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable'];
const strict = ['--strict', '--exactOptionalPropertyTypes', '--types', 'node'];
const build = spawnSync(
  compiler,
  [
    join(source, 'src', 'index.ts'),
    '--outDir',
    join(output, 'lib'),
    ...options,
    ...target,
    ...strict,
  ],
  {stdio: 'inherit'},
);
if (build.status !== 0) process.exit(1);
const {name, version} = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<
  string,
  string
>;
const made = {
  name,
  version,
  license: 'Apache-2.0',
  type: 'module',
  exports: {'.': {types: './lib/index.d.ts', default: './lib/index.js'}},
};
writeFileSync(join(output, 'package.json'), `${JSON.stringify(made, null, 2)}\n`);
console.log(`${name} ${version} is in ${output}; in your project run: npm install ${output}`);

// The last step of `npm ci`: takes away what came with packages and nothing here ever opens, a
// third of what is installed. What somebody installs again comes back whole.
import {glob, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';

/** Folders and files of packages, and why nobody opens them. */
const unused: readonly string[] = [
  // Headers of the runtime, for those who compile addons: no package is compiled.
  'node-*/include',
  'node-bin-*/include',
  // Bundles for pages without a build; ours takes what it draws with from `lib`.
  'echarts/dist',
  'zrender/dist',
  'apache-arrow/Arrow.*.js',
  // The same once more for `require`: pages are built from modules.
  'lucide-react/dist/cjs',
  '@mantine/core/cjs',
  '@mantine/hooks/cjs',
  '@tanstack/*/dist/cjs',
  '@xyflow/*/dist/umd',
  'sql-formatter/dist/cjs',
  // Finer outlines of countries than a map of the world shows, and their names in other languages.
  'world-atlas/countries-10m.json',
  'world-atlas/countries-50m.json',
  'world-atlas/land-*.json',
  'i18n-iso-countries/langs/[!e]*.json',
  // The names of all icons once more, with a prefix, with a suffix, and to load one by its name.
  'lucide-react/dist/lucide-react.prefixed.d.ts',
  'lucide-react/dist/lucide-react.suffixed.d.ts',
  'lucide-react/dynamic*',
  // Languages that the grammars of this parser are not asked for.
  'dt-sql-parser/dist/{lib,parser}/{flink,generic}',
  // What made those grammars.
  'antlr4ng-cli/*.jar',
  // For older browsers, and what rewrites programs for a newer version.
  '@tanstack/*/build/{codemods,legacy}',
  // Pages are drawn in browsers, and not measured there.
  'react-dom/cjs/react-dom-{profiling,server,test-utils}*',
  // Sources of what stands beside them as it runs.
  '{apache-arrow,zod,zrender,@tanstack/*,@zxcvbn-ts/*}/src',
];

/** Source maps lead to sources that are not installed, or that nobody debugs. */
const isSourceMap = (name: string) => /\.(?:[cm]?js|css|d\.[cm]?ts)\.map$/.test(name);

/** Folders of a package that are for those who change it. */
const forItsDevelopers = new Set(['docs', 'examples', 'test', 'tests']);

export async function trimPackages(packages: string): Promise<void> {
  for await (const path of glob(unused, {cwd: packages}))
    await rm(join(packages, path), {recursive: true, force: true});
  await trimFolder(packages);
}

/** Not what links lead to: those are the packages of this repository. */
async function trimFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, {withFileTypes: true});
  const isPackage = entries.some(entry => entry.name === 'package.json');
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && isPackage && forItsDevelopers.has(entry.name))
      await rm(path, {recursive: true, force: true});
    else if (entry.isDirectory()) await trimFolder(path);
    else if (entry.isFile() && isSourceMap(entry.name)) await rm(path, {force: true});
  }
}

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
  // Finer outlines of countries than a map of the world shows, and their names in other languages.
  'world-atlas/countries-10m.json',
  'world-atlas/countries-50m.json',
  'world-atlas/land-*.json',
  'i18n-iso-countries/langs/[!e]*.json',
  // The names of all icons once more, with a prefix and with a suffix.
  'lucide-react/dist/lucide-react.prefixed.d.ts',
  'lucide-react/dist/lucide-react.suffixed.d.ts',
];

/** Source maps lead to sources that are not installed, or that nobody debugs. */
const isSourceMap = (name: string) => /\.(?:[cm]?js|css|d\.[cm]?ts)\.map$/.test(name);

export async function trimPackages(packages: string): Promise<void> {
  for await (const path of glob(unused, {cwd: packages}))
    await rm(join(packages, path), {recursive: true, force: true});
  await removeFiles(packages, isSourceMap);
}

/** Not in what links lead to: those are the packages of this repository. */
async function removeFiles(folder: string, isUnused: (name: string) => boolean): Promise<void> {
  for (const entry of await readdir(folder, {withFileTypes: true})) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeFiles(path, isUnused);
    else if (entry.isFile() && isUnused(entry.name)) await rm(path, {force: true});
  }
}

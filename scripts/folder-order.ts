// Which folder may import which: inside each of these places a folder imports only folders that
// stand before it. Files beside the folders that are named are what all of them work with; others
// put them together.
import {readdir, readFile} from 'node:fs/promises';
import {dirname, join, normalize, relative, sep} from 'node:path';

type FolderRules = {
  readonly order: readonly string[];
  /** Files beside the folders that folders import: what all operations work with. */
  readonly shared: readonly string[];
};

const places: Readonly<Record<string, FolderRules>> = {
  'apps/catalog/src': {
    order:
      'options access api token entity types relationship lineage search glossary download legacy host bulk openlineage notification admin transfer server'.split(
        ' ',
      ),
    shared: ['caller.ts', 'catalog.ts', 'operation.ts'],
  },
  'packages/store/src': {
    order: 'schema queues lineage index propagation graph search'.split(' '),
    shared: [],
  },
  'apps/editor/src': {
    order:
      'config net discovery livy engine http session people share store token login statement tab document history result sessions storage editor-api jobs server'.split(
        ' ',
      ),
    shared: ['editor.ts', 'operation.ts'],
  },
};

const imported = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** What stands against the order, a line each, and how many files were looked at. */
export async function checkFolderOrder(
  root: string,
): Promise<{readonly wrong: readonly string[]; readonly files: number}> {
  const wrong: string[] = [];
  let files = 0;
  for (const [place, rules] of Object.entries(places)) {
    const base = join(root, place);
    for (const file of await readdir(base, {recursive: true})) {
      if (!/\.tsx?$/.test(file) || /(\.(test|contract|fixture)|(^|\/)testing)\.tsx?$/.test(file))
        continue;
      files++;
      const text = await readFile(join(base, file), 'utf8');
      for (const [, path = ''] of text.matchAll(imported)) {
        const reason = against(
          rules,
          file,
          relative(base, normalize(join(base, dirname(file), path))),
        );
        if (reason !== undefined) wrong.push(`${place}/${file} imports ${path}: ${reason}`);
      }
    }
  }
  return {wrong, files};
}

function against({order, shared}: FolderRules, from: string, to: string): string | undefined {
  const [folder = '', target = ''] = [from, to].map(path =>
    path.includes(sep) ? path.split(sep)[0] : '',
  );
  if (folder === '' || folder === target || to.startsWith('..')) return undefined;
  if (!order.includes(folder))
    return `${folder} has no place in the order of scripts/folder-order.ts`;
  if (target === '')
    return shared.includes(to) ? undefined : `${to} puts folders together and is not for them`;
  if (order.indexOf(target) < order.indexOf(folder) && order.includes(target)) return undefined;
  return `${target} does not stand before ${folder} in scripts/folder-order.ts`;
}

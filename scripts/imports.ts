// What no linter's rule can say of imports: which folder stands on which, inside of each package
// and each app. Who may import which package stands in `.oxlintrc.json`.
import {readdir, readFile} from 'node:fs/promises';
import {dirname, join, normalize, sep} from 'node:path';

type FolderOrder = {
  /** A folder imports only those before it. */
  readonly order: readonly string[];
  /** Files beside the folders that folders import: what all operations work with. */
  readonly shared: readonly string[];
};

const orders: Readonly<Record<string, FolderOrder>> = {
  'apps/catalog/src': {
    order:
      'options access api token entity types relationship lineage search glossary download legacy undo host batch bulk domain dictionary follow openlineage usage notification subscription admin transfer source server'.split(
        ' ',
      ),
    shared: ['caller.ts', 'catalog.ts', 'operation.ts'],
  },
  'packages/store/src': {
    order: 'schema queues index lineage usage propagation graph search'.split(' '),
    shared: [],
  },
  'apps/editor/src': {
    order:
      'config net discovery livy engine http session people chart share store token login statement tab document history result sessions storage files editor-api imports catalog lineage hue-api jobs schedule dashboard snapshot notebook migration server'.split(
        ' ',
      ),
    shared: ['editor.ts', 'operation.ts'],
  },
};

/**
 * What puts many others together is a list or `main.ts`; anything else that wide knows too much.
 */
const maxImports = 30;

type Import = {readonly file: string; readonly text: string; readonly target: string};

const imported = /(?:from|import)\s*(?:\(\s*)?'([^']+)'/g;

/** What stands against the rules, a line each, and how many files were looked at. */
export async function checkImports(
  root: string,
): Promise<{readonly wrong: readonly string[]; readonly files: number}> {
  const wrong: string[] = [];
  let files = 0;
  for (const place of await placesIn(root)) {
    const imports: Import[] = [];
    for (const file of await filesOf(join(root, place))) {
      files++;
      const text = await readFile(join(root, place, file), 'utf8');
      const names = [...new Set([...text.matchAll(imported)].map(([, name = '']) => name))];
      if (names.length > maxImports && !/(^|\/)(index|main)\.ts$/.test(file))
        wrong.push(`${place}/${file} has ${names.length} imports: more than ${maxImports}`);
      const inside = names.filter(name => /^\..*\.tsx?$/.test(name));
      imports.push(
        ...inside.map(name => ({file, text: name, target: normalize(join(dirname(file), name))})),
      );
    }
    for (const one of imports) {
      const reason = against(orders[place], one);
      if (reason !== undefined) wrong.push(`${place}/${one.file} imports ${one.text}: ${reason}`);
    }
    // Pages hold each other by links and dialogs in both directions.
    if (!place.includes('/web/')) wrong.push(...bothWays(place, imports));
  }
  return {wrong, files};
}

async function placesIn(root: string): Promise<string[]> {
  const found = await Promise.all(
    ['apps', 'packages'].map(async group =>
      (await readdir(join(root, group), {withFileTypes: true}))
        .filter(one => one.isDirectory())
        .flatMap(({name}) =>
          ['src', ...(group === 'apps' ? ['web/src'] : [])].map(dir => `${group}/${name}/${dir}`),
        ),
    ),
  );
  return found.flat();
}

async function filesOf(base: string): Promise<string[]> {
  const all = await readdir(base, {recursive: true});
  return all.filter(
    file => /\.tsx?$/.test(file) && !/(\.(test|contract|fixture)|(^|\/)testing)\.tsx?$/.test(file),
  );
}

function against(rules: FolderOrder | undefined, {file, target}: Import): string | undefined {
  if (target.startsWith('..')) return 'another package is imported by its name';
  const [from, to] = [file, target].map(folderOf);
  if (rules === undefined || from === '' || from === to) return undefined;
  if (target.endsWith(`${sep}routes.ts`) && from !== rules.order.at(-1))
    return 'a feature may use the operation files of another one, never its routes.ts';
  const {order, shared} = rules;
  if (!order.includes(from ?? '')) return `${from} has no place in the order of scripts/imports.ts`;
  if (to === '')
    return shared.includes(target)
      ? undefined
      : `${target} puts folders together and is not for them`;
  if (order.slice(0, order.indexOf(from ?? '')).includes(to ?? '')) return undefined;
  return `${to} does not stand before ${from} in scripts/imports.ts`;
}

const folderOf = (path: string): string => (path.includes(sep) ? (path.split(sep)[0] ?? '') : '');

/**
 * Folders, whatever their depth, that import each other: neither can be read without the other.
 * Files beside the folders are what all work with, or put them together.
 */
function bothWays(place: string, imports: readonly Import[]): string[] {
  const edges = new Map<string, Import>();
  for (const one of imports) {
    const [from, to] = [dirname(one.file), dirname(one.target)];
    if (from !== to && from !== '.' && to !== '.') edges.set(`${from} ${to}`, one);
  }
  return [...edges].flatMap(([edge, {file, text}]) => {
    const [from = '', to = ''] = edge.split(' ');
    const back = from < to ? edges.get(`${to} ${from}`) : undefined;
    if (back === undefined) return [];
    return [
      `${place}/${from} and ${to} import each other: ${file} imports ${text}, ${back.file} ${back.text}`,
    ];
  });
}

import {Refused} from '../atlas-server.ts';
import {
  type Fields,
  type Grant,
  type HueDocument,
  type HueHead,
  isHome,
  listOf,
  objectOf,
  snippetsOf,
  textOf,
} from './hue-types.ts';

/** A document as the editor takes it. */
export type Moved = {
  readonly uuid: string;
  readonly owner: string;
  readonly kind: 'query' | 'folder' | 'notebook' | 'dashboard';
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  readonly changedAt: number;
  readonly number?: number | undefined;
  readonly grants: readonly Grant[];
  readonly content?: Query;
  readonly notebook?: Fields;
  readonly dashboard?: Fields;
};

type Query = {
  readonly engine: string;
  readonly database: string;
  readonly text: string;
  readonly state: Fields;
};

/**
 * What becomes of a document of Hue. `notes`: what of it is not as it was; `left`: why there is
 * nothing to copy; `lost`: why it can't be copied.
 */
export type Converted =
  | {readonly moved: Moved; readonly notes: readonly string[]}
  | {readonly left: string}
  | {readonly lost: string};

const [maxName, maxDescription, maxText] = [200, 10_000, 10_000_000];
const [maxCells, maxCellText, maxNotebook] = [200, 200_000, 1_000_000];
const prose = new Set(['markdown', 'text']);

/** Whether it is of a kind that there is here, which can be told without what it holds. */
export function isKnownType(type: string): boolean {
  return /^(?:directory|notebook|gist|dashboard|query-.+)$/.test(type);
}

/** @param folders all that there are, by the ids that Hue knows them by */
export async function converted(
  document: HueDocument,
  folders: ReadonlyMap<string, HueHead>,
): Promise<Converted> {
  if (!isKnownType(document.type)) return {left: `There is no counterpart of ${document.type}.`};
  const head = headOf(document, folders);
  if (document.type === 'directory') return {...head, moved: {...head.moved, kind: 'folder'}};
  const data = await dataOf(document);
  if (data instanceof Refused) return {lost: data.message};
  if (document.type === 'dashboard') {
    const dashboard = objectOf(data['dashboard']);
    return {...head, moved: {...head.moved, kind: 'dashboard', dashboard}};
  }
  const snippets = snippetsOf(data);
  const run = snippets.filter(one => one.said.trim() !== '' && !prose.has(textOf(one['type'])));
  const isNotebook = document.type === 'notebook' || run.length > 1;
  if (!isNotebook && run[0] === undefined) return {left: 'It has no statement.'};
  return isNotebook
    ? notebookOf(head, snippets, run)
    : queryOf(head, document.type, run[0] as Snippet);
}

async function dataOf(document: HueDocument): Promise<Fields | Refused> {
  try {
    return objectOf(await document.data());
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

type Snippet = Fields & {readonly said: string};
type Head = {readonly moved: Omit<Moved, 'kind'>; readonly notes: readonly string[]};

function headOf(document: HueHead, folders: ReadonlyMap<string, HueHead>): Head {
  const {owner, changedAt, number, grants} = document;
  const notes = document.note === undefined ? [] : [document.note];
  const cut = (text: string, most: number, what: string) => {
    if (text.length > most) notes.push(`Its ${what} was cut to ${most} characters.`);
    return text.slice(0, most);
  };
  const name = cut(document.name.trim(), maxName, 'name').trim() || 'Query';
  if (document.name.trim() === '') notes.push('It had no name.');
  const above = folders.get(document.parent ?? '');
  const isInside = above !== undefined && above.owner === owner;
  if (document.parent !== undefined && !isInside)
    notes.push(
      above === undefined
        ? 'Its folder could not be read; it is at the top.'
        : `It was in a folder of ${above.owner}; it is at the top.`,
    );
  return {
    moved: {
      uuid: document.uuid,
      owner,
      name,
      description: cut(document.description, maxDescription, 'description'),
      folder: isInside && !isHome(above) ? above.uuid : '',
      changedAt,
      number,
      grants,
    },
    notes,
  };
}

function queryOf({moved, notes}: Head, type: string, snippet: Snippet): Converted {
  if (snippet.said.length > maxText) return {lost: `It has more than ${maxText} characters.`};
  const values = variablesIn([snippet]);
  return {
    notes,
    moved: {
      ...moved,
      kind: 'query',
      content: {
        engine: textOf(snippet['type']) || type.replace(/^query-|^gist$/, ''),
        database: textOf(snippet['database']),
        text: snippet.said,
        state: {
          ...(Object.keys(values).length > 0 && {variables: values}),
          ...(type === 'gist' && {origin: 'gist'}),
        },
      },
    },
  };
}

/** Of one engine: statements of others are texts, with a note. */
function notebookOf(
  {moved, notes}: Head,
  snippets: readonly Snippet[],
  run: readonly Snippet[],
): Converted {
  const engine = textOf(run[0]?.['type']);
  const others = new Set(run.map(one => textOf(one['type'])).filter(type => type !== engine));
  const used = new Set<string>();
  const cells = snippets.map((snippet, n) => {
    const type = textOf(snippet['type']);
    const isText = prose.has(type) || others.has(type);
    return {
      id: cellId(textOf(snippet['id']), n, used),
      kind: isText ? 'text' : 'sql',
      text: others.has(type) ? `\`\`\`${type}\n${snippet.said}\n\`\`\`` : snippet.said,
      view: snippet['view'] === 'chart' ? 'chart' : 'table',
      isFolded: snippet['isFolded'] === true,
      state: objectOf(snippet['state']),
    };
  });
  const notebook = {
    engine,
    database: textOf(run[0]?.['database']),
    variables: variablesIn(run),
    cells,
  };
  if (cells.length > maxCells) return {lost: `It has more than ${maxCells} snippets.`};
  if (
    cells.some(({text}) => text.length > maxCellText) ||
    JSON.stringify(notebook).length > maxNotebook
  )
    return {lost: 'It is longer than notebooks can be.'};
  const mixed = `Its statements of ${[...others].join(', ')} are texts: a notebook has one engine.`;
  return {
    notes: others.size > 0 ? [...notes, mixed] : notes,
    moved: {...moved, kind: 'notebook', notebook},
  };
}

function cellId(given: string, place: number, used: Set<string>): string {
  const isGood = /^[\w-]{1,50}$/.test(given) && !used.has(given);
  const id = isGood ? given : `cell-${place + 1}`;
  used.add(id);
  return id;
}

function variablesIn(snippets: readonly Snippet[]): Readonly<Record<string, string>> {
  const values = snippets
    .flatMap(one => listOf(one['variables']).map(objectOf))
    .map(({name, value}) => [textOf(name), textOf(value)] as const)
    .filter(([name, value]) => name !== '' && value !== '');
  return Object.fromEntries(values);
}

import {type FoundThere, askJson} from '@gazetteer/server';

/** So that all kinds have room in the list. */
const maxOfKind = 5;
/** The same statement is often run again. */
const maxRuns = 30;
const maxLabelLength = 120;

type Documents = {readonly documents: readonly {uuid: string; name: string; owner: string}[]};
type History = {
  readonly statements: readonly {id: number; statement: string; engine: string}[];
};

/** Saved queries that the user may open, and statements that the user has run. */
export async function findInEditor(ask: typeof fetch, text: string): Promise<FoundThere[]> {
  const query = (more: Record<string, string>) => new URLSearchParams({text, ...more}).toString();
  const [{documents}, {statements}] = (await Promise.all([
    askJson(ask, `/api/v1/documents?${query({kind: 'query', limit: String(maxOfKind)})}`),
    askJson(ask, `/api/v1/history?${query({limit: String(maxRuns)})}`),
  ])) as [Documents, History];
  return [
    ...documents.map(({uuid, name, owner}) => ({
      kind: 'query',
      label: name,
      place: owner,
      path: `/app/editor/?document=${encodeURIComponent(uuid)}`,
    })),
    ...newestOfEach(statements).map(({id, statement, engine}) => ({
      kind: 'statement',
      label: shortened(statement),
      place: engine,
      path: `/app/editor/?editor=${id}`,
    })),
  ];
}

function newestOfEach(statements: History['statements']): History['statements'] {
  const seen = new Map<string, History['statements'][number]>();
  for (const one of statements) if (!seen.has(one.statement)) seen.set(one.statement, one);
  return [...seen.values()].slice(0, maxOfKind);
}

function shortened(statement: string): string {
  const line = statement.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxLabelLength ? `${line.slice(0, maxLabelLength)}…` : line;
}

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type {Proposal, ProposalKind} from '@gazetteer/sql';
import {functionQuery, queries} from '../api/queries.ts';
import {completionAt} from './sql-assistant.ts';

const types: Readonly<Record<ProposalKind, string>> = {
  keyword: 'keyword',
  database: 'namespace',
  table: 'class',
  view: 'interface',
  column: 'property',
  function: 'function',
  source: 'variable',
  join: 'text',
};

const maxNameLength = 256;

/** Proposals while somebody types, and on Ctrl+Space. */
export function completion(engine: string, dialect: string, database: () => string) {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const {state, pos, explicit} = context;
    // In a name, which may have digits, or behind a dot; elsewhere only for whoever asks.
    const before = state.sliceDoc(Math.max(0, pos - maxNameLength), pos);
    if (!explicit && !/(?:[\p{L}_][\p{L}\p{N}_]*|\.)$/u.test(before)) return null;
    const found = await completionAt(state.doc.toString(), pos, {
      engine,
      dialect,
      database: database(),
    });
    if (found === undefined || found.proposals.length === 0 || context.aborted) return null;
    // Ranked already: the first one is the best.
    return {
      from: found.from,
      filter: false,
      options: found.proposals.map(proposal => optionOf(proposal, engine)),
    };
  };
  return autocompletion({
    override: [source],
    icons: true,
    maxRenderedOptions: 120,
    closeOnBlur: true,
  });
}

function optionOf({label, insert, kind, detail, comment}: Proposal, engine: string): Completion {
  return {
    label,
    apply: insert,
    type: types[kind],
    ...(detail !== '' && {detail}),
    ...(kind === 'function'
      ? {info: () => functionInfo(engine, label)}
      : comment !== '' && {info: comment}),
  };
}

/** What the engine says of a function, asked for when somebody looks at it. */
async function functionInfo(engine: string, name: string): Promise<Node | null> {
  const described = await queries
    .ensureQueryData(functionQuery(engine, name))
    .catch(() => undefined);
  const {signature = '', description = ''} = described ?? {};
  const text = (description.startsWith(signature) ? [description] : [signature, description])
    .filter(Boolean)
    .join('\n\n');
  if (text === '') return null;
  const box = document.createElement('div');
  box.textContent = text.slice(0, 1500);
  return box;
}

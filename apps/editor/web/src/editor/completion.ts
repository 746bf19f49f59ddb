import {
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  pickedCompletion,
  selectedCompletionIndex,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import {type EditorState, type Extension, Prec, type Text} from '@codemirror/state';
import {EditorView, keymap} from '@codemirror/view';
import {besideQueries, type Proposal, type ProposalKind} from '@gazetteer/sql';
import {functionQuery, queries} from '../api/queries.ts';
import {askWorker, noteUse, type Where} from './sql-assistant.ts';
import type {Answers} from './sql-messages.ts';

/**
 * The library names the sign beside a proposal by a type; `code-look.ts` draws a letter for each.
 */
const types: Readonly<Record<ProposalKind, string>> = {
  keyword: 'keyword',
  database: 'namespace',
  table: 'class',
  view: 'interface',
  column: 'property',
  function: 'function',
  source: 'variable',
  join: 'text',
  type: 'type',
  variable: 'constant',
  setting: 'enum',
  value: 'constant',
  snippet: 'method',
};

/** To look at no more of a line than a name can be: a file may be one line of megabytes. */
const maxNameLength = 256;
/** In a name, which may have digits, behind a dot, and where a variable begins. */
const inName = /(?:[\p{L}_][\p{L}\p{N}_]*|\.|\$\{)$/u;
/** Where a name is surely wanted: proposals open by themselves. */
const beforeName =
  /(?:\b(?:from|join|into|update|table|on|by|where|and|or|having|select|set|use|describe|desc)\s|(?:,|\(|[=>])\s?'?|::)$/i;

/** Proposals while somebody types, and on Ctrl+Space. */
export function completion(
  engine: string,
  dialect: string,
  database: () => string,
): readonly Extension[] {
  /** Nobody has begun to write what is proposed, or asked for it. */
  let isUnasked = false;
  const ask = ({doc, selection}: EditorState): Asked => {
    const where = {engine, dialect, database: database()};
    const pos = selection.main.head;
    return {doc, pos, where, answer: askWorker('complete', doc.toString(), pos, where)};
  };
  const opening = ownOpening(ask);
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const {state, pos} = context;
    const explicit = context.explicit && !opening.isOwn();
    const before = state.sliceDoc(Math.max(0, pos - maxNameLength), pos);
    const isTyped = inName.test(before);
    if (!explicit && !isTyped && !beforeName.test(before)) return null;
    const {where, answer} = opening.asked(state) ?? ask(state);
    const found = await answer;
    if (context.aborted) return null;
    if (found.isPartial) void completeLater(context, where);
    if (found.proposals.length === 0) return null;
    isUnasked = !explicit && !isTyped;
    // Ranked already: the first one is the best.
    return {
      from: found.from,
      ...(found.to !== undefined && {to: found.to}),
      filter: false,
      options: found.proposals.map(proposal => optionOf(proposal, engine)),
    };
  };
  // The list grows by what comes late while it is as it was opened.
  let grownFor: Text | undefined;
  const completeLater = async ({view, state}: CompletionContext, where: Where) => {
    // Once a text: what an engine refuses would be asked for again and again.
    if (grownFor === state.doc) return;
    grownFor = state.doc;
    await askWorker('others', '', 0, where);
    if (
      view?.state.doc === state.doc &&
      completionStatus(view.state) === 'active' &&
      selectedCompletionIndex(view.state) === 0
    )
      opening.open(view);
  };
  // Who has only written a comma wants a new line by Enter, not the first column.
  const newLine = (view: EditorView): boolean => {
    const {state} = view;
    if (isUnasked && completionStatus(state) === 'active' && selectedCompletionIndex(state) === 0)
      closeCompletion(view);
    return false;
  };
  return [
    Prec.highest(
      keymap.of([
        {key: 'Enter', run: newLine},
        {key: 'Ctrl-Space', run: opening.leave},
      ]),
    ),
    opening.behindWords,
    autocompletion({
      override: [source],
      icons: true,
      maxRenderedOptions: 120,
      closeOnBlur: true,
    }),
  ];
}

/** A question about a place of a text that is on its way to the worker. */
type Asked = {
  readonly doc: Text;
  readonly pos: number;
  readonly where: Where;
  readonly answer: Promise<Answers['complete']>;
};

/**
 * Opens the list by itself, without the pause that what is typed inside of a word waits for. To the
 * library it is as if somebody had asked for it, so it is known here that nobody has, as long as
 * the list stays open. The library waits a moment even so, in which the worker finds its answer.
 */
function ownOpening(ask: (state: EditorState) => Asked) {
  let isOwn = false;
  let early: Asked | undefined;
  const open = (view: EditorView) => {
    isOwn = true;
    early = ask(view.state);
    startCompletion(view);
  };
  /** For one list: the next one may have names that have come meanwhile. */
  const asked = ({doc, selection}: EditorState): Asked | undefined => {
    const found = early?.doc === doc && early.pos === selection.main.head ? early : undefined;
    early = undefined;
    return found;
  };
  const behindWords = EditorView.updateListener.of(({transactions, state, view}) => {
    if (completionStatus(state) === null) {
      isOwn = false;
      early = undefined;
    }
    if (!transactions.some(one => one.docChanged && one.isUserEvent('input.type'))) return;
    const {head} = state.selection.main;
    const before = state.sliceDoc(Math.max(0, head - maxNameLength), head);
    if (!inName.test(before) && beforeName.test(before)) open(view);
  });
  /** Somebody asks for it now; the key goes on to the library. */
  const leave = () => {
    isOwn = false;
    return false;
  };
  return {open, asked, isOwn: () => isOwn, behindWords, leave};
}

/** Puts a proposal into the text; places of a snippet are walked by Tab. */
function applyOf(proposal: Proposal): Exclude<Completion['apply'], undefined | string> {
  return (view, completion, from, to) => {
    noteUse(proposal);
    if (proposal.kind === 'snippet') {
      snippet(proposal.insert)(view, completion, from, to);
      return;
    }
    const {insert} = proposal;
    view.dispatch({
      changes: {from, to, insert},
      selection: {anchor: from + insert.length},
      scrollIntoView: true,
      userEvent: 'input.complete',
      annotations: pickedCompletion.of(completion),
    });
  };
}

/**
 * `info` is a function where it has to be asked for: the library calls it for the proposal that is
 * looked at, and not for the other hundred.
 */
function optionOf(proposal: Proposal, engine: string): Completion {
  const {label, kind, detail, comment} = proposal;
  return {
    label,
    apply: applyOf(proposal),
    type: types[kind],
    ...(detail !== '' && {detail}),
    ...(kind === 'function' && comment === ''
      ? {info: () => functionInfo(engine, label)}
      : (kind === 'table' || kind === 'view') && detail !== besideQueries
        ? // Beside a table stands its database.
          {info: () => tableInfo(engine, [detail, label], comment)}
        : comment !== '' && {info: comment}),
  };
}

/** What the engine says of a table, and what the catalog knows of it. */
async function tableInfo(
  engine: string,
  path: readonly [string, string],
  comment: string,
): Promise<Node | null> {
  const {cardLines} = await import('../catalog/card-lines.ts');
  // Without the catalog there is the comment.
  const lines = await cardLines(engine, path).catch(() => []);
  if (comment === '' && lines.length === 0) return null;
  const box = document.createElement('div');
  box.append(comment, ...lines);
  return box;
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
  // Some engines have pages about a function; beside a list there is room for a paragraph.
  box.textContent = text.slice(0, 1500);
  return box;
}

import {EditorSelection, Facet} from '@codemirror/state';
import {EditorView, hoverTooltip, keymap} from '@codemirror/view';
import type {Meaning, Span} from '@gazetteer/sql';
import {shownDetails} from '../assist/shown-details.ts';
import {contextMenu} from '../menu/context-menu.ts';
import {askWorker, type Where} from './sql-assistant.ts';

/**
 * Where the statements of a text run. A facet, so that menus and keys find it by the view alone.
 */
const whereOf = Facet.define<() => Where>();
const isMac = navigator.platform.startsWith('Mac');

/**
 * What names in the text stand for: a card under the mouse, a way to them by Ctrl+click or Ctrl+B,
 * and F2 to rename what the statement names itself.
 */
export function knownNames(where: () => Where) {
  return [
    whereOf.of(where),
    hoverTooltip(async (view, at) => {
      // The worker is not asked about blanks.
      if (view.state.wordAt(at) === null) return null;
      const asked = where();
      const meaning = await meaningAt(view, at, asked);
      // A card would lie over a menu that was opened meanwhile.
      if (contextMenu.get() !== undefined) return null;
      if (meaning === undefined || meaning.kind === 'database' || meaning.kind === 'variable')
        return null;
      const {cardOf} = await import('./known-card.ts');
      return {
        pos: meaning.from,
        end: meaning.to,
        create: () => ({dom: cardOf(meaning, asked.engine, asked.dialect)}),
      };
    }),
    // Ctrl+click goes somewhere; another cursor is added with Alt.
    EditorView.clickAddsSelectionRange.of(({altKey}) => altKey),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const isWanted = isMac ? event.metaKey : event.ctrlKey;
        if (!isWanted || event.button !== 0 || event.altKey || event.shiftKey) return false;
        const at = view.posAtCoords({x: event.clientX, y: event.clientY});
        return at !== null && goToName(view, at);
      },
    }),
    keymap.of([
      {key: 'Mod-b', run: view => goToName(view), preventDefault: true},
      {key: 'F2', run: renameName, preventDefault: true},
    ]),
  ];
}

/** Goes to what a name stands for, at the cursor where nothing is said. */
export function goToName(view: EditorView, at = view.state.selection.main.head): boolean {
  const where = placeIn(view);
  if (where === undefined) return false;
  void meaningAt(view, at, where).then(
    meaning => meaning !== undefined && goTo(view, meaning, where),
  );
  return true;
}

const placeIn = ({state}: EditorView): Where | undefined => state.facet(whereOf)[0]?.();

async function meaningAt(
  {state}: EditorView,
  at: number,
  where: Where,
): Promise<Meaning | undefined> {
  return await askWorker('look', state.doc.toString(), at, where);
}

function goTo(view: EditorView, meaning: Meaning, {engine}: Where): void {
  switch (meaning.kind) {
    case 'table':
      return shownDetails.set({kind: 'table', path: meaning.path, engine});
    case 'column':
      if (meaning.table !== undefined)
        shownDetails.set({kind: 'table', path: meaning.table, engine});
      else if (meaning.definition !== undefined) goToText(view, meaning.definition);
      return;
    case 'function':
      return shownDetails.set({...meaning, engine});
    case 'query':
      return goToText(view, meaning.definition);
    case 'variable':
      document.getElementById(`variable-${meaning.name}`)?.focus();
      return;
    case 'database':
  }
}

/** Of a text that may be a shorter one meanwhile. */
function goToText(view: EditorView, {from, to}: Span): void {
  if (to > view.state.doc.length) return;
  view.dispatch({selection: {anchor: from, head: to}, scrollIntoView: true});
  view.focus();
}

/**
 * Selects all places of the name, so that what is typed next takes their place everywhere; one step
 * of undo a key, and Escape leaves.
 */
export function renameName(view: EditorView): boolean {
  const where = placeIn(view);
  if (where === undefined) return false;
  void selectPlaces(view, where);
  return true;
}

async function selectPlaces(view: EditorView, where: Where): Promise<void> {
  const {doc, selection} = view.state;
  const {head} = selection.main;
  const places = await askWorker('places', doc.toString(), head, where);
  // Somebody may have written on meanwhile.
  if (places.length === 0 || view.state.doc !== doc) return;
  const main = places.findIndex(({from, to}) => from <= head && head <= to);
  view.dispatch({
    selection: EditorSelection.create(
      places.map(({from, to}) => EditorSelection.range(from, to)),
      Math.max(0, main),
    ),
    userEvent: 'select',
  });
}

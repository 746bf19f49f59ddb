import {type EditorState, StateEffect, StateField} from '@codemirror/state';
import {
  type EditorView,
  keymap,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import {parameterOf, type Signature, signaturesOf} from '@gazetteer/sql';
import {functionQuery, queries} from '../api/queries.ts';
import {askWorker, type Where} from './sql-assistant.ts';

/** A call that is being written, with the ways to call its function. */
type Hint = {
  readonly from: number;
  readonly argument: number;
  readonly signatures: readonly Signature[];
};

/** Not for each key: the worker reads the text before the cursor. */
const pauseMs = 80;
/** A call that began farther before is none that somebody is still writing. */
const maxBefore = 4000;
/** Ways to call it that are shown at a time. */
const maxShown = 4;

const shown = StateEffect.define<Hint | undefined>();
const hintField = StateField.define<Hint | undefined>({
  create: () => undefined,
  update(value, {effects, changes, docChanged}) {
    for (const effect of effects) if (effect.is(shown)) return effect.value;
    return value === undefined || !docChanged
      ? value
      : {...value, from: changes.mapPos(value.from)};
  },
  provide: field => showTooltip.from(field, hint => (hint === undefined ? null : tooltipOf(hint))),
});

/**
 * What the function takes whose parenthesis is open at the cursor, with the argument that is being
 * written in bold. Escape closes it until another call begins.
 */
export function signatureHint(where: () => Where) {
  const plugin = ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined;
      /** Of the call whose hint somebody has closed. */
      closed: number | undefined;
      // Counts questions, so that an answer that was overtaken is dropped.
      #asked = 0;
      readonly #view: EditorView;

      constructor(view: EditorView) {
        this.#view = view;
      }

      update({docChanged, selectionSet, changes, focusChanged, view}: ViewUpdate) {
        if (docChanged && this.closed !== undefined) this.closed = changes.mapPos(this.closed);
        const isLeft = focusChanged && !view.hasFocus;
        if (!docChanged && !selectionSet && !isLeft) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#look(), pauseMs);
      }

      destroy() {
        clearTimeout(this.#timer);
        this.#asked++;
      }

      async #look() {
        const asked = ++this.#asked;
        const hint = await hintAt(this.#view, where());
        if (asked !== this.#asked) return;
        if (hint === undefined || hint.from !== this.closed) this.closed = undefined;
        const wanted = this.closed === undefined ? hint : undefined;
        if (wanted !== this.#view.state.field(hintField))
          this.#view.dispatch({effects: shown.of(wanted)});
      }
    },
  );
  const close = (view: EditorView): boolean => {
    const hint = view.state.field(hintField);
    const looking = view.plugin(plugin);
    if (hint === undefined || looking === null) return false;
    looking.closed = hint.from;
    view.dispatch({effects: shown.of(undefined)});
    return true;
  };
  return [hintField, plugin, keymap.of([{key: 'Escape', run: close}])];
}

async function hintAt({state, hasFocus}: EditorView, where: Where): Promise<Hint | undefined> {
  const {head, empty} = state.selection.main;
  const begin = beginOf(state, head);
  const before = state.sliceDoc(begin, head);
  if (!hasFocus || !empty || !before.includes('(')) return undefined;
  const call = await askWorker('call', before, before.length, where);
  if (call === undefined) return undefined;
  const described = call.described ?? (await askedOf(where.engine, call.name));
  const signatures = signaturesOf(call.name, described);
  return signatures.length === 0
    ? undefined
    : {from: begin + call.from, argument: call.argument, signatures};
}

async function askedOf(engine: string, name: string): Promise<string> {
  const told = await queries.fetchQuery(functionQuery(engine, name)).catch(() => undefined);
  return told === undefined ? '' : `${told.signature}\n${told.description}`;
}

/** Of a line, so that no word is cut. */
function beginOf({doc}: EditorState, head: number): number {
  return head <= maxBefore ? 0 : doc.lineAt(head - maxBefore).from;
}

function tooltipOf({from, argument, signatures}: Hint): Tooltip {
  // Ways to call it that have no such argument go, unless that leaves none.
  const fitting = signatures.filter(
    one => argument === 0 || parameterOf(one, argument) !== undefined,
  );
  const lines = (fitting.length > 0 ? fitting : signatures).slice(0, maxShown);
  return {
    pos: from,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-signature';
      dom.setAttribute('role', 'status');
      dom.append(...lines.map(one => lineOf(one, argument)));
      return {dom};
    },
  };
}

function lineOf(signature: Signature, argument: number): HTMLElement {
  const {text, parameters} = signature;
  const line = document.createElement('div');
  const place = parameters[parameterOf(signature, argument) ?? -1];
  if (place === undefined) line.textContent = text;
  else {
    const marked = document.createElement('strong');
    marked.textContent = text.slice(place.from, place.to);
    line.append(text.slice(0, place.from), marked, text.slice(place.to));
  }
  return line;
}

import {Compartment, EditorState, type Extension, type StateField} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import {useEffect, useRef} from 'react';
import {codeLook} from './code-look.ts';
import {codeKeys, type Commands} from './commands.ts';
import classes from './editor.module.css';

export type Extras = {
  readonly extension: Extension;
  /** What of it is kept of texts that are not on the screen. */
  readonly fields: Readonly<Record<string, StateField<unknown>>>;
  /** Answers a right click. */
  readonly openMenu: (event: MouseEvent, view: EditorView, commands: Partial<Commands>) => boolean;
};

export type CodeEditorProps = {
  /** The text belongs to it: to be given as `key`, too. */
  readonly id: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly commands: Partial<Commands>;
  /** Told the view, for commands that work on the text; undefined when it is gone. */
  readonly onView: (view: EditorView | undefined) => void;
  /** Told how to hear of what is typed at once; returns how to take that back. */
  readonly onFlush: (flush: () => void) => () => void;
  /** What is loaded later than the editor itself: keys, undo, colours and the like. */
  readonly extras: Extras | undefined;
};

/**
 * The library makes style elements of its own, which the security policy of the page refuses
 * without it.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
/**
 * Undo histories and carets of texts that are not on the screen. For as long as the page is there;
 * texts themselves are kept by the tabs.
 */
const left = new Map<string, unknown>();
/** To make a text for each key would be felt, and for a very long one some times a second. */
const saveMs = 250;
const charactersPerMs = 500;
const extra = new Compartment();
/** What a view has told last: when it comes back it is no news, whatever was typed since. */
const emitted = new WeakMap<EditorView, string>();

const basics: Extension = [
  EditorView.cspNonce.of(nonce),
  lineNumbers(),
  highlightActiveLineGutter(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  EditorView.contentAttributes.of({
    'aria-label': 'Statements',
    tabindex: '0',
    spellcheck: 'false',
    autocapitalize: 'none',
  }),
  codeLook,
];

/** A text editor for SQL. */
export function CodeEditor({
  id,
  text,
  onChange,
  commands,
  onView,
  onFlush,
  extras,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef({id, text, extras});
  const shown = useRef<EditorView>(undefined);
  // Functions of the latest drawing, for a view that outlives many of them.
  const latest = useRef({onChange, onView, onFlush, commands, extras});
  useEffect(() => {
    latest.current = {onChange, onView, onFlush, commands, extras};
  });

  useEffect(() => {
    const {id, text, extras} = first.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (view: EditorView) => {
      clearTimeout(timer);
      timer = undefined;
      const text = view.state.doc.toString();
      emitted.set(view, text);
      latest.current.onChange(text);
    };
    const extensions = [
      keymap.of(codeKeys(() => latest.current.commands)),
      basics,
      extra.of(extras?.extension ?? []),
      EditorView.updateListener.of(update => {
        const {docChanged, state, view} = update;
        if (docChanged)
          timer ??= setTimeout(() => save(view), saveMs + state.doc.length / charactersPerMs);
      }),
      EditorView.domEventHandlers({
        blur: (_event, view) => save(view),
        contextmenu: (event, view) =>
          latest.current.extras?.openMenu(event, view, latest.current.commands) ?? false,
      }),
    ];
    const view = new EditorView({
      state: stateOf(id, text, extensions, extras?.fields),
      parent: place.current ?? document.body,
    });
    const unflush = latest.current.onFlush(() => timer !== undefined && save(view));
    shown.current = view;
    view.focus();
    performance.mark('editor shown');
    latest.current.onView(view);
    return () => {
      unflush();
      if (timer !== undefined) save(view);
      left.set(id, view.state.toJSON({...latest.current.extras?.fields}));
      latest.current.onView(undefined);
      shown.current = undefined;
      view.destroy();
    };
    // One view as long as it is there: another text comes with another key.
  }, []);
  useEffect(() => {
    if (shown.current !== undefined) takeOver(shown.current, text);
  }, [text]);
  useEffect(() => {
    shown.current?.dispatch({effects: extra.reconfigure(extras?.extension ?? [])});
  }, [extras]);
  return <div ref={place} className={classes['code']} />;
}

/**
 * A text that came from elsewhere, such as another browser. Carets stay where they are, as far as
 * that is there.
 */
function takeOver(view: EditorView, text: string): void {
  if (text === emitted.get(view)) return;
  const old = view.state.doc.toString();
  if (text === old) return;
  let from = 0;
  while (from < Math.min(old.length, text.length) && old[from] === text[from]) from++;
  let tail = 0;
  while (
    tail < Math.min(old.length, text.length) - from &&
    old.at(-1 - tail) === text.at(-1 - tail)
  )
    tail++;
  view.dispatch({
    changes: {from, to: old.length - tail, insert: text.slice(from, text.length - tail)},
  });
}

/** As it was left, unless the text has changed elsewhere meanwhile. */
function stateOf(
  id: string,
  doc: string,
  extensions: Extension,
  fields: Extras['fields'] = {},
): EditorState {
  const json = left.get(id) as {doc: string} | undefined;
  if (json?.doc === doc) return EditorState.fromJSON(json, {extensions}, {...fields});
  return EditorState.create({doc, extensions});
}

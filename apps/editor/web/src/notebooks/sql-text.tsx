import {highlightCode, tagHighlighter, tags} from '@lezer/highlight';
import {type ReactNode, useCallback, useMemo, useRef} from 'react';
import type {EditorView} from '@codemirror/view';
import {CodeEditor} from '../editor/code-editor.tsx';
import {startDatabase} from '../editor/engines.ts';
import {shownView} from '../editor/shown-view.ts';
import {sqlLanguage} from '../editor/sql-language.ts';
import {format} from '../editor/text-actions.ts';
import {tableFinder} from '../editor/toggles.ts';
import {useExtras} from '../editor/use-extras.ts';
import type {Engine} from '../api/wire.ts';
import type {CellProps} from './cell-props.ts';
import classes from './notebooks.module.css';

/**
 * A statement; where it is written on, in the text editor. One for each of 200 cells would be too
 * many.
 */
export function SqlText(props: CellProps) {
  const {cell, isEditing, mayEdit, engine, actions, place} = props;
  if (isEditing && engine !== undefined)
    return <Written {...props} engine={engine} key={`${cell.id} ${engine.type}`} />;
  return (
    <pre
      className={classes['code']}
      tabIndex={-1}
      role="group"
      aria-label={`Statement of cell ${place}`}
      onClick={() => {
        // Who selects a part of it wants to copy it.
        if (mayEdit && getSelection()?.isCollapsed !== false) actions.choose(cell.id, true);
      }}
    >
      <code>
        {cell.text === '' ? (
          <span className={classes['empty']}>Empty statement</span>
        ) : (
          <Highlighted text={cell.text} dialect={engine?.dialect ?? ''} />
        )}
      </code>
    </pre>
  );
}

function Written({cell, engine, database, actions}: CellProps & {readonly engine: Engine}) {
  const {id, text} = cell;
  const view = useRef<EditorView>(undefined);
  const latest = database || startDatabase(engine);
  const current = useCallback(() => latest, [latest]);
  const extras = useExtras(engine, current);
  const commands = useMemo(
    () => ({
      run: () => actions.run(id),
      runAll: () => actions.runFrom(undefined),
      cancel: actions.stop,
      save: actions.save,
      format: () => void format(view.current, engine.dialect),
      findTable: () => tableFinder.set(true),
    }),
    [actions, id, engine.dialect],
  );
  return (
    // Before the text editor, in which Shift+Enter is a line.
    <div
      className={classes['writing']}
      onKeyDownCapture={event => {
        if (event.key !== 'Enter' || !event.shiftKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        actions.runAndNext(id);
      }}
    >
      <CodeEditor
        id={`cell ${id}`}
        text={text}
        commands={commands}
        extras={extras}
        onChange={next => actions.change(id, {text: next})}
        onFlush={actions.onFlush}
        onView={shown => {
          view.current = shown;
          shownView.set(shown);
        }}
      />
    </div>
  );
}

/** A text beyond it is shown without colours. */
const maxHighlighted = 20_000;

const colours = tagHighlighter([
  {tag: tags.keyword, class: classes['keyword'] ?? ''},
  {tag: [tags.typeName, tags.standard(tags.name)], class: classes['type'] ?? ''},
  {tag: [tags.string, tags.special(tags.string)], class: classes['string'] ?? ''},
  {tag: [tags.number, tags.bool, tags.null], class: classes['figure'] ?? ''},
  {tag: [tags.lineComment, tags.blockComment], class: classes['comment'] ?? ''},
]);

function Highlighted({text, dialect}: {readonly text: string; readonly dialect: string}) {
  return useMemo(() => {
    if (text.length > maxHighlighted) return text;
    const parts: ReactNode[] = [];
    const put = (code: string, name: string) =>
      void parts.push(
        name === '' ? (
          code
        ) : (
          <span key={parts.length} className={name}>
            {code}
          </span>
        ),
      );
    const tree = sqlLanguage(dialect).language.parser.parse(text);
    highlightCode(text, tree, colours, put, () => void parts.push('\n'));
    return parts;
  }, [text, dialect]);
}

import {RangeSetBuilder} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import {type StatementRange, statementRanges} from '@gazetteer/sql';
import {statementAt} from './statement-at.ts';

const mark = Decoration.line({class: 'cm-active-statement'});
const pauseMs = 120;

/**
 * A bar beside the statement that would run. Found when nobody has typed for a moment: a long
 * script takes a while to cut.
 */
export function activeStatement(dialect: string) {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet = Decoration.none;
      #ranges: readonly StatementRange[] = [];
      #timer: ReturnType<typeof setTimeout> | undefined;

      constructor(view: EditorView) {
        this.#cut(view);
      }

      update(update: ViewUpdate) {
        if (update.docChanged) {
          // Until it is cut anew the bar moves with the text, else it would flicker beside the line
          // that is written.
          this.decorations = this.decorations.map(update.changes);
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => {
            this.#cut(update.view);
            // Decorations are read when something is dispatched; there is nothing else to tell.
            update.view.dispatch({});
          }, pauseMs);
        } else if (update.selectionSet || update.viewportChanged) {
          this.#draw(update.view);
        }
      }

      destroy() {
        clearTimeout(this.#timer);
      }

      #cut(view: EditorView) {
        this.#ranges = statementRanges(view.state.doc.toString(), dialect);
        this.#draw(view);
      }

      #draw(view: EditorView) {
        const {state} = view;
        // A single statement needs no mark.
        const active =
          this.#ranges.length > 1
            ? statementAt(this.#ranges, state.selection.main.head)
            : undefined;
        const builder = new RangeSetBuilder<Decoration>();
        if (active !== undefined && active.to <= state.doc.length) {
          // Only lines in sight: a statement may have thousands.
          const first = Math.max(active.from, view.viewport.from);
          const last = Math.min(active.to, view.viewport.to);
          for (let at = first; at <= last;) {
            const line = state.doc.lineAt(at);
            builder.add(line.from, line.from, mark);
            at = line.to + 1;
          }
        }
        this.decorations = builder.finish();
      }
    },
    {decorations: plugin => plugin.decorations},
  );
}

import type {EditorView} from '@codemirror/view';
import {toast} from '@gazetteer/ui';
import type {ExecuteRequest} from '../run/runner.ts';

/** The selection, or everything. */
export async function format(view: EditorView | undefined, dialect: string): Promise<void> {
  if (view === undefined) return;
  const {main} = view.state.selection;
  const {from, to} = main.empty ? {from: 0, to: view.state.doc.length} : main;
  try {
    const {formatSql} = await import('./format-sql.ts');
    const {text: insert, left} = formatSql(view.state.sliceDoc(from, to), dialect);
    view.dispatch({
      changes: {from, to, insert},
      selection: {anchor: Math.min(main.head, from + insert.length)},
    });
    if (left > 0)
      toast({
        kind: 'note',
        title: left === 1 ? 'One statement not formatted' : `${left} statements not formatted`,
      });
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t format the statement', error});
  }
}

/** Loaded when somebody asks for it. */
export async function explain(request: ExecuteRequest): Promise<void> {
  const {showExplanation} = await import('../run/explain.ts');
  await showExplanation(request);
}

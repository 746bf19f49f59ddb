import type {Engine, NotebookCell, NotebookResult} from '../api/wire.ts';
import type {CellActions} from './use-notebook.ts';

/** A cell on the screen. */
export type CellProps = {
  readonly cell: NotebookCell;
  /** Which it is, from 1. */
  readonly place: number;
  readonly isLast: boolean;
  readonly isChosen: boolean;
  readonly isEditing: boolean;
  readonly mayEdit: boolean;
  readonly engine: Engine | undefined;
  readonly database: string;
  readonly result: NotebookResult | undefined;
  /** What is done with it just now. */
  readonly work: string | undefined;
  /** Why it could not be run. */
  readonly problem: string | undefined;
  /** Its session had ended: which cells of the notebook were to be run. */
  readonly ended: 'some' | 'all' | undefined;
  readonly actions: CellActions;
};

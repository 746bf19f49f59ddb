import {createContext, useContext} from 'react';
import type {Side} from '../../graph/flow.ts';
import type {Card} from './scene.ts';

/**
 * What can be done with a node; the same for all, so that a thousand of them are not drawn anew for
 * it.
 */
export type LineageActions = {
  readonly select: (guid: string | undefined) => void;
  /** Loads and draws further relations at one side. */
  readonly more: (card: Card, side: Side) => void;
  readonly fold: (card: Card, side: Side, isFolded: boolean) => void;
  /** Draws one that is in a stack: `side` is where it hangs together with what is drawn. */
  readonly pin: (guid: string, side: Side) => void;
  /** Undefined ends the tracing. */
  readonly trace: (column: string | undefined) => void;
};

export const LineageActionsContext = createContext<LineageActions | undefined>(undefined);

/**
 * What a card does when it is used. @throws outside of a lineage: a card that does nothing would
 * look like one that works
 */
export function useLineageActions(): LineageActions {
  const actions = useContext(LineageActionsContext);
  if (actions === undefined) throw new Error('a card of a lineage is drawn outside of one');
  return actions;
}

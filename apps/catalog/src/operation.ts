import {makers, type Operation} from '@gazetteer/kernel';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import {own, type Need} from './access/needs.ts';
import type {Catalog, Context} from './catalog.ts';

/**
 * The constructors of the catalog's operations: `query` reads the graph, `change` has a transaction
 * of it, `steps` has several.
 */
export const {query, change, steps} = makers<GraphRead, GraphTx, Context, Catalog, Need>(own);

/** What an operation does, for another one that does the same in its own transaction. */
export async function within<Args, Request, Answer, Graph>(
  operation: Operation<Args, Request, Answer, Graph, Context, Need>,
  graph: Graph,
  c: Context,
  args: Args,
): Promise<Answer> {
  return await operation.run(graph, operation.prepare(args, c), c);
}

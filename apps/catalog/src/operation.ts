import {makers, type Callable, type Operation} from '@gazetteer/kernel';
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

/**
 * Runs an operation in its transaction, for the engine and for steps that do what another operation
 * does. What comes with a request is read before the transaction is open: what is wrong with it is
 * no rollback.
 */
export async function perform<Args, Answer>(
  operation: Callable<Args, Answer>,
  c: Catalog,
  args: Args,
): Promise<Answer> {
  const {kind, logAs, isAlone} = operation;
  const request = operation.prepare(args, c as never);
  const work = (graph: GraphRead | Catalog) =>
    operation.run(graph as never, request as never, c as never) as Promise<Answer>;
  if (kind === 'steps') return await work(c);
  if (kind === 'query') return await c.read(logAs, work);
  return await c.write(logAs, work, isAlone ? 'types' : 'entities');
}

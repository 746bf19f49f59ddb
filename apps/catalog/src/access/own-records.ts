import type {GraphRead, GraphTx} from '@gazetteer/store';

const recording = new WeakSet<GraphRead>();

/** Work that notes something for the catalog itself: nobody needs a permission for that. */
export async function asCatalog<T>(tx: GraphTx, work: () => Promise<T>): Promise<T> {
  recording.add(tx);
  try {
    return await work();
  } finally {
    recording.delete(tx);
  }
}

export const isForCatalog = (tx: GraphRead): boolean => recording.has(tx);

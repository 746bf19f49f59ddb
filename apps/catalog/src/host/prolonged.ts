import {leaseMs} from '@gazetteer/store';

/**
 * Prolongs a lease while work goes on that may take longer. Once it resolves the lease is left
 * alone, so that it can be given back.
 */
export async function prolonged<T>(
  prolong: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  work: () => Promise<T>,
): Promise<T> {
  let prolonging: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    prolonging ??= prolong()
      .catch(onFailure)
      .finally(() => (prolonging = undefined));
  }, leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await prolonging;
  }
}

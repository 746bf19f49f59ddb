// What tests with made-up data share. The data is the same in every run, so that a change and not
// the day decides whether tests pass; another seed, or more tries, look for what nobody has met
// yet.

function setting(name: string): number {
  const text = process.env[name] ?? '1';
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`${name}=${text}: a whole number from 1 on is wanted`);
  return value;
}

/** What made-up data is made from: `GAZETTEER_SEED`, 1 unless it is set. */
export const seed = setting('GAZETTEER_SEED');

/** fast-check's parameters for `count` tries, or `GAZETTEER_TRIES` times as many. */
export function tries(count: number): {seed: number; numRuns: number} {
  return {seed, numRuns: count * setting('GAZETTEER_TRIES')};
}

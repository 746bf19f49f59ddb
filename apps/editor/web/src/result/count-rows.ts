type Known = {readonly rowCount: number; readonly isComplete: boolean};

/**
 * The server fetches up to where it is asked for. So many rows at first, then twice as many as long
 * as that takes no longer than this: between two chances to stop are some seconds at most.
 */
const steps = {rows: 20_000, ms: 1000};

/** Asks further and further on, until all rows are known. */
export async function countRows(
  known: Known,
  ask: (from: number) => Promise<Known>,
  now = () => performance.now(),
): Promise<void> {
  let {rowCount, isComplete} = known;
  for (let step = steps.rows; !isComplete;) {
    const start = now();
    ({rowCount, isComplete} = await ask(rowCount + step - 1));
    step = now() - start < steps.ms ? step * 2 : Math.max(steps.rows, Math.floor(step / 2));
  }
}

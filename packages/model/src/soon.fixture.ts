const limitMs = 120_000;

/**
 * Asserts again and again until it holds: what a page, a log or another process shows comes when
 * the machine has time for it, and one look says nothing on a busy one. Fails with the last failure
 * when two minutes have not been enough.
 */
export async function soon<T>(assertion: () => Promise<T> | T): Promise<T> {
  for (const end = Date.now() + limitMs; ;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}

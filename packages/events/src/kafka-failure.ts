/**
 * What Kafka's client says of a failure, as one error. Its own is a tree: all attempts, at all
 * brokers, each with what it came from, and the reason far below where a log still looks.
 * @param what was not done
 */
export function kafkaFailure(what: string, error: unknown): Error {
  return new Error(`${what}: ${[...new Set(reasonsOf(error))].join('; ')}`);
}

/** Innermost first come, first told; a broker's own words behind the client's for its code. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const inner: unknown[] = error instanceof AggregateError ? [...error.errors] : [];
  if (error.cause !== undefined) inner.push(error.cause);
  if (inner.length > 0) return inner.flatMap(reasonsOf);
  const {serverErrorMessage} = error as {serverErrorMessage?: unknown};
  return [
    typeof serverErrorMessage === 'string'
      ? `${error.message} ${serverErrorMessage}`
      : error.message,
  ];
}

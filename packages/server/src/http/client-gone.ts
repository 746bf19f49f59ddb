import type {FastifyReply, FastifyRequest} from 'fastify';

export type Leaving = {
  /** Makes what the signal is aborted with; an `AbortError` when absent. */
  readonly reason?: () => Error;
  /**
   * How long the work goes on for a client that has ended its side alone, in milliseconds: it may
   * still take its answer, or have gone. Not at all when absent, which is right for what may as
   * well be answered early.
   */
  readonly graceMs?: number;
};

/**
 * Aborted when the client has gone before it was answered, also when it had before this was asked:
 * what only it waits for need not be waited for. The connection is what is watched, as an answer
 * behind another one on it is not told when it closes.
 */
export function clientGone(
  {raw: {socket}}: FastifyRequest,
  {raw}: FastifyReply,
  {reason, graceMs = 0}: Leaving = {},
): AbortSignal {
  const gone = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    socket.off('end', ended).off('close', left);
  };
  const left = () => {
    settle();
    gone.abort(reason?.());
  };
  const ended = () => {
    if (graceMs === 0) left();
    else timer ??= setTimeout(left, graceMs);
  };
  if (socket.destroyed) left();
  else {
    socket.once('end', ended).once('close', left);
    // The connection may be kept for further requests.
    raw.once('finish', settle);
    if (socket.readableEnded) ended();
  }
  return gone.signal;
}

import type {FastifyReply, FastifyRequest} from 'fastify';

/**
 * Aborted when the client has gone before it was answered: what only it waits for need not be waited for. One that has ended its
 * side alone cannot be told from it, so it is answered at once as well.
 */
export function clientGone({raw: {socket}}: FastifyRequest, {raw}: FastifyReply, reason?: Error): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(reason);
  if (socket.readableEnded) abort();
  socket.once('end', abort);
  raw.once('close', () => {
    // The connection may be kept for further requests.
    socket.off('end', abort);
    if (!raw.writableFinished) abort();
  });
  return gone.signal;
}

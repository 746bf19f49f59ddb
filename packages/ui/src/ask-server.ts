import type {Session} from './session.ts';

/**
 * A request of a dialog that both servers have. @throws Error with what the server says of a
 * refusal
 */
export async function askServer(
  session: Session,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: object,
): Promise<Response> {
  const answer = await session.fetch(url, {
    method,
    ...(body && {body: JSON.stringify(body), headers: {'content-type': 'application/json'}}),
  });
  if (answer.ok) return answer;
  // The one server calls it so, the other one so.
  const {message, errorMessage} = (await answer.json().catch(() => ({}))) as {
    message?: string;
    errorMessage?: string;
  };
  const error = new Error(message ?? errorMessage ?? `The server answered ${answer.status}.`);
  // By its status pages say what to do about it.
  throw Object.assign(error, {status: answer.status});
}

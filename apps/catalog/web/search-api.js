// Requests to the catalog. All this page sends are reads, so none needs the session's token yet; whoever adds a change
// sends it with `tokenHeader`.

const base = '/api/meta';
let session;

/** An answer that is an error, with the server's own words. */
export class ApiError extends Error {
  constructor(status, message, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Reads who is logged in. */
export async function startSession() {
  session = await askApi('/admin/session');
  return session;
}

/** The header that proves to the server that a change was sent by this page. */
export function tokenHeader() {
  return {[session['atlas.rest-csrf.custom-header']]: session._csrfToken};
}

/** JSON of a GET. Throws `ApiError`, also when the server cannot be reached; goes to the login page when the session has ended. */
export async function askApi(path, signal) {
  // This header makes the server say that the session has ended instead of answering with the login page.
  const headers = {accept: 'application/json', 'x-requested-with': 'XMLHttpRequest'};
  let answer;
  try {
    answer = await fetch(`${base}${path}`, {headers, signal});
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, 'The server cannot be reached.');
  }
  if (answer.status === 401 || answer.status === 419) {
    location.replace(`/login.jsp${location.hash}`);
    // The page is being left: nothing may be drawn any more.
    return await new Promise(() => undefined);
  }
  const text = await answer.text();
  if (answer.ok) return text === '' ? undefined : JSON.parse(text);
  throw errorOf(answer.status, text);
}

function errorOf(status, text) {
  try {
    const {errorMessage, errorCode} = JSON.parse(text);
    return new ApiError(status, errorMessage ?? `The server answered ${status}.`, errorCode);
  } catch {
    return new ApiError(status, `The server answered ${status}.`);
  }
}

/** What the server says about why something did not work. */
export class Problem extends Error {}

/** Calls the editor's API. Ends at the login form when the session is over. */
export async function call(name, fields) {
  const answer = await fetch(`/api/editor/${name}`, {
    method: 'POST',
    headers: {'content-type': 'application/json', 'x-csrftoken': token()},
    body: JSON.stringify(fields),
  });
  if (answer.status === 401) {
    location.assign(`/hue/accounts/login?next=${encodeURIComponent(location.pathname)}`);
    throw new Problem('Log in again.');
  }
  const body = exact(await answer.text());
  if (!answer.ok || body.status !== 0 || body.code === 500) throw new Problem(reasonOf(body));
  return body;
}

export async function engines() {
  const answer = await fetch('/desktop/api2/get_config', {headers: {'x-requested-with': 'XMLHttpRequest'}});
  return (await answer.json()).app_config.editor.interpreters;
}

function token() {
  return /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

/** Whole numbers that a double cannot hold stay as they were written. */
function exact(text) {
  return JSON.parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? context.source
      : value,
  );
}

function reasonOf({message, detail, diagnosis}) {
  const advice = diagnosis?.advice ?? [];
  return [message || detail || 'The server could not do this.', ...advice.map(text => `• ${text}`)].join('\n');
}

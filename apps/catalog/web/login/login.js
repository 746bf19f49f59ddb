// Plain JavaScript without a build, so that logging in works whatever state the built UI is in.
const form = document.getElementById('login');
const user = document.getElementById('user');
const password = document.getElementById('password');
const problem = document.getElementById('problem');
const reveal = document.getElementById('reveal');
const submit = document.getElementById('submit');

const provider = document.getElementById('provider');

// The browser carried the part behind # through the redirect to this page; it names the page that was asked for.
const home = `/n/index.html${location.hash}`;
if (provider !== null) provider.search = new URLSearchParams({next: home}).toString();
const failed = new URLSearchParams(location.search).get('failed');
if (failed === 'account') {
  show('You are logged in at the editor, and have no account here. Log in with another one.', user);
}
if (failed === 'provider') {
  show(
    'The login did not succeed there. Try again, or ask who runs this server.',
    provider ?? user,
  );
}

reveal.addEventListener('click', () => {
  const shown = password.type === 'text';
  password.type = shown ? 'password' : 'text';
  reveal.textContent = shown ? 'Show' : 'Hide';
  reveal.setAttribute('aria-pressed', String(!shown));
});

form.addEventListener('submit', async event => {
  event.preventDefault();
  if (submit.getAttribute('aria-disabled') === 'true') return;
  const missing = [user, password].find(field => field.value === '');
  if (missing !== undefined) {
    show(missing === user ? 'Enter your user name.' : 'Enter your password.', missing);
    return;
  }
  setBusy(true);
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
    });
    if (answer.ok) {
      location.replace(home);
      return;
    }
    show(await reasonOf(answer), password);
  } catch {
    show('The server cannot be reached. Try again in a moment.', submit);
  }
  setBusy(false);
});

async function reasonOf(answer) {
  if (answer.status !== 401) return `The server could not log you in (status ${answer.status}).`;
  const wait = answer.headers.get('retry-after');
  if (wait !== null) return `Too many failed attempts. Try again in ${wait} s.`;
  return 'User name or password is wrong.';
}

function show(message, field) {
  problem.textContent = message;
  problem.hidden = false;
  for (const input of [user, password]) input.setAttribute('aria-invalid', String(input === field));
  field.focus();
  if (field === password) password.select();
}

function setBusy(busy) {
  submit.setAttribute('aria-disabled', String(busy));
  submit.textContent = busy ? 'Logging in…' : 'Log in';
  if (busy) problem.hidden = true;
}

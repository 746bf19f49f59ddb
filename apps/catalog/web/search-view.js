// Pieces of page. Texts become text nodes and nothing else: what users store is never read as HTML.

/** An element with attributes and children; a child that is no node becomes text. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

export function problemView(error, retry) {
  const detail = error.code === undefined ? '' : ` (${error.code})`;
  return element(
    'div',
    {class: 'problem', role: 'alert'},
    element('h1', {}, 'That did not work'),
    element('p', {}, `${error.message}${detail}`),
    element('button', {type: 'button', click: retry}, 'Try again'),
  );
}

/** A command to copy, with a button that does. */
export function command(text) {
  const code = element('code', {}, text);
  const button = element('button', {type: 'button', class: 'copy', click: () => copy(text, code, button)}, 'Copy');
  return element('div', {class: 'command'}, element('pre', {}, code), button);
}

async function copy(text, code, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  } catch {
    // No clipboard outside https and localhost: select it, so that one key press copies.
    getSelection().selectAllChildren(code);
    button.textContent = 'Selected: press Ctrl+C';
  }
}

// Gives each example a button that copies it. Pages work without this.
if (navigator.clipboard !== undefined) {
  for (const code of document.querySelectorAll('main pre:not(.output)')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        button.textContent = "Couldn't copy";
      }
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    const frame = document.createElement('div');
    frame.className = 'example';
    code.replaceWith(frame);
    frame.append(code, button);
  }
}

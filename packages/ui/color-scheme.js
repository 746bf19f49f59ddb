// Sets the colours that somebody has chosen before anything is drawn. Loaded by a plain script element, so that it runs first;
// a file of its own, since the pages allow no script inside of them.
{
  let chosen = 'auto';
  try {
    // The cookie is that of all servers of this host.
    chosen =
      /(?:^|; )gazetteer_look=(auto|light|dark)\b/.exec(document.cookie)?.[1] ??
      localStorage.getItem('mantine-color-scheme-value') ??
      'auto';
  } catch {
    // Storage may be forbidden; the system's choice is as good.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}

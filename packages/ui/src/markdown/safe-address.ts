const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * Where a link in a text of users may lead: other sites, mails, and pages of this one (`#!/…`).
 * Nothing that runs, nothing relative.
 */
export function safeAddress(href: string): string | undefined {
  if (href.startsWith('#!/')) return href;
  try {
    const url = new URL(href);
    return schemes.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

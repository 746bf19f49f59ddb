export type HeaderOptions = {
  /** The Server header; empty for none. */
  readonly server: string;
  /** Sent with every answer; may replace the ones below. */
  readonly extra: Readonly<Record<string, string>>;
};

// Pages are our own files: nothing is written into them at run time, so nothing inline is needed.
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that are the same for every answer. Throws when an operator's header is none. */
export function answerHeaders(options: HeaderOptions): Record<string, string> {
  const headers = new Headers({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1; mode=block',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'same-origin',
  });
  if (options.server !== '') headers.set('server', options.server);
  for (const [name, value] of Object.entries(options.extra)) headers.set(name, value);
  return Object.fromEntries(headers);
}

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
export function answerHeaders({server, extra}: HeaderOptions): Record<string, string> {
  const headers = new Map([
    ['x-frame-options', 'DENY'],
    ['x-content-type-options', 'nosniff'],
    ['x-xss-protection', '1; mode=block'],
    ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
    ['content-security-policy', contentSecurityPolicy],
    ['referrer-policy', 'same-origin'],
  ]);
  if (server !== '') set(headers, 'server', server);
  for (const [name, value] of Object.entries(extra)) set(headers, name, value);
  return Object.fromEntries(headers);
}

/**
 * `Headers` would do the same, and load Node's whole HTTP client into each server as it starts; so
 * would an `import` from `node:http`, as it gets all that the module has.
 */
function set(headers: Map<string, string>, name: string, text: string): void {
  const {validateHeaderName, validateHeaderValue} = process.getBuiltinModule('node:http');
  const value = text.trim();
  validateHeaderName(name);
  validateHeaderValue(name, value);
  headers.set(name.toLowerCase(), value);
}

/**
 * The header `Content-Disposition` of a download. RFC 6266: the plain name for old readers, the
 * encoded one with all its letters. Not a path, whatever it says, and nothing that ends the header.
 */
export function attachment(name: string): string {
  const safe = name
    .replaceAll(/[/\\\p{Cc}]/gu, '_')
    .slice(-200)
    .toWellFormed();
  const ascii = safe.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

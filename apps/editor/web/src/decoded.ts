/** An address that somebody has typed may be no encoded text. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * How well a name fits what somebody has typed: 4 for its beginning in the same letters, 3 in other
 * ones, 2 for the beginning of a part (`id` in `order_id`), 1 for anywhere, 0.5 for letters in this
 * order, 0 for not at all.
 */
export function scoreOf(name: string, typed: string): number {
  if (typed === '') return 1;
  if (name.startsWith(typed)) return 4;
  const [lower, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  const at = lower.indexOf(wanted);
  if (at === 0) return 3;
  if (at > 0) return /[^\p{L}\p{N}]/u.test(lower[at - 1] ?? '') ? 2 : 1;
  let from = 0;
  for (const char of wanted) {
    from = lower.indexOf(char, from) + 1;
    if (from === 0) return 0;
  }
  return wanted.length >= 2 && lower[0] === wanted[0] ? 0.5 : 0;
}

const minLength = 12;
const minDifferent = 5;
/** What has to be left when everything is taken away that is guessed first. */
const minRest = 6;
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const words = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssw0rd',
  'welcome',
  'letmein',
  'changeme',
  'secret',
  'administrator',
  'admin',
  'iloveyou',
  'monkey',
  'dragon',
  'gazetteer',
  'atlas',
];

/**
 * Why a new password would be guessed soon; undefined when nothing speaks against it. Of passwords
 * this long, lists of known ones have little but words that everybody tries, rows of keys and
 * repeats, so these are looked for.
 */
export function weaknessOf(password: string, userName: string): string | undefined {
  const length = [...password].length;
  if (length < minLength) return `it has ${length} characters, and needs at least ${minLength}`;
  const plain = password.toLowerCase();
  if (new Set(plain).size < minDifferent) return 'it repeats a few characters';
  const known = [userName.toLowerCase(), ...words].filter(word => word.length > 2);
  const rest = withoutRows(known.reduce((text, word) => text.replaceAll(word, ''), plain));
  return [...rest].length < minRest
    ? 'it is made of words, names or rows of keys that are tried first'
    : undefined;
}

/** Without four keys or more that lie in a row, forth or back. */
function withoutRows(text: string): string {
  const all = rows.flatMap(row => [row, [...row].toReversed().join('')]);
  let rest = '';
  for (let at = 0; at < text.length;) {
    let length = 3;
    while (
      at + length < text.length &&
      all.some(row => row.includes(text.slice(at, at + length + 1)))
    )
      length++;
    if (length > 3) at += length;
    else rest += text[at++];
  }
  return rest;
}

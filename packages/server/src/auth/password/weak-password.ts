const minLength = 12;
/** What is guessed by then is none. With a list of what is tried first that is some seconds. */
const minGuesses = 1e8;
/** More of it makes it no weaker. */
const lookedAt = 128;

/**
 * Why a new password would be guessed soon; undefined when nothing speaks against it. It is looked
 * for in lists of passwords that are known, of names and of words, also in other spellings and put
 * together, and for repeats, dates, and rows of keys.
 */
export async function weaknessOf(password: string, userName: string): Promise<string | undefined> {
  const length = [...password].length;
  if (length < minLength) return `it has ${length} characters, and needs at least ${minLength}`;
  // Some megabytes that no server needs.
  const [{ZxcvbnFactory}, {adjacencyGraphs: graphs, dictionary}] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const {guesses} = new ZxcvbnFactory({dictionary, graphs}).check(password.slice(0, lookedAt), [
    userName,
    'gazetteer',
    'atlas',
  ]);
  return guesses < minGuesses
    ? 'it is one of those that are tried first, or is made of such, of names, dates, repeats or rows of keys'
    : undefined;
}

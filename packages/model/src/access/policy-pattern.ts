/**
 * An element of a list in a policy: it fits a value that equals it, whatever the case of ASCII
 * letters, and as a regular expression a value that it describes as a whole. The expressions are
 * those of Java as far as every database reads them the same way; what is beyond that is refused
 * when the policy is read, rather than decided differently in two places.
 */
export type PolicyPattern = {
  readonly text: string;
  /** `.*`: it fits whatever there is. */
  readonly isAny: boolean;
  readonly fits: (value: string) => boolean;
  /** In lower case. */
  readonly literal: string;
  /**
   * As JavaScript, PostgreSQL and everybody else reads it; undefined when it says no more than
   * `literal`.
   */
  readonly expression: string | undefined;
  /** What an index can answer in place of the expression: a text that values begin or end with. */
  readonly simple: {readonly how: 'startsWith' | 'endsWith'; readonly text: string} | undefined;
};

const known = new Map<string, PolicyPattern>();

/** @throws an Error that says what is wrong with the expression */
export function policyPattern(text: string): PolicyPattern {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const pattern = compile(text);
  // Policies come and go while the server runs.
  if (known.size > 10_000) known.clear();
  known.set(text, pattern);
  return pattern;
}

/** Whether one of the patterns fits; a value that there is none of is fitted by all. */
export function fitsAny(patterns: readonly string[], value: string | undefined): boolean {
  return value === undefined || patterns.some(text => policyPattern(text).fits(value));
}

/** Whether the list has one of the names. */
export function fitsOne(patterns: readonly string[], names: readonly string[]): boolean {
  return names.some(name => fitsAny(patterns, name));
}

export function isAnyPattern(patterns: readonly string[]): boolean {
  return patterns.some(text => policyPattern(text).isAny);
}

/** Upper to lower case of ASCII letters alone, which both databases can do, too. */
export function inLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

function compile(text: string): PolicyPattern {
  const expression = /[\\.[\](){}*+?|^$]/.test(text)
    ? new ExpressionReader(text).read()
    : undefined;
  const regExp = expression === undefined ? undefined : new RegExp(expression, 'su');
  const literal = inLowerCase(text);
  const simple = simpleOf(text);
  return {
    text,
    isAny: text === '.*',
    literal,
    expression,
    simple,
    // No name has the star in it by which such a pattern would be its own value.
    fits: value =>
      text === '.*' ||
      (simple === undefined && inLowerCase(value) === literal) ||
      regExp?.test(value) === true,
  };
}

/** `sales.*` and `sales\\..*`, `.*@prod`: most of what policies have. */
function simpleOf(text: string): PolicyPattern['simple'] {
  const [, end] = /^\.\*((?:[^\\.[\](){}*+?|^$]|\\[^a-zA-Z0-9])+)$/su.exec(text) ?? [];
  const [, start] = /^((?:[^\\.[\](){}*+?|^$]|\\[^a-zA-Z0-9])+)\.\*$/su.exec(text) ?? [];
  const plain = (escaped: string) => escaped.replace(/\\(.)/gsu, '$1');
  if (start !== undefined) return {how: 'startsWith', text: plain(start)};
  return end === undefined ? undefined : {how: 'endsWith', text: plain(end)};
}

/** Each by the class that means the same everywhere, inside of a class and outside. */
const classes: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'a-zA-Z0-9_',
  s: ' \\t\\n\\v\\f\\r',
};
const controls: Readonly<Record<string, string>> = {t: '\\t', n: '\\n', r: '\\r', f: '\\f'};
/** PostgreSQL counts no further. */
const maxRepeats = 255;

/**
 * Reads the expressions that are understood and writes them in the spelling that all readers share.
 */
class ExpressionReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    const body = this.#alternatives();
    if (this.#at < this.#text.length) throw this.#wrong(') without its (');
    return `^(?:${body})$`;
  }

  #alternatives(): string {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.join('|');
  }

  #sequence(): string {
    let out = '';
    while (this.#at < this.#text.length && !'|)'.includes(this.#peek())) out += this.#repeated();
    return out;
  }

  #repeated(): string {
    const atom = this.#atom();
    const [times = ''] = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(this.#text.slice(this.#at)) ?? [];
    if (times === '') return atom;
    if (atom === '') throw this.#wrong(`${times} behind nothing`);
    const [least = 0, most = least] = (times.match(/\d+/g) ?? []).map(Number);
    if (most > maxRepeats || most < least) {
      throw this.#wrong(`${times}: at most ${maxRepeats} repeats, the smaller number first`);
    }
    this.#at += times.length;
    // A whole match is one however greedily its parts are taken.
    if (this.#take('?')) return atom + times;
    if ('*+{'.includes(this.#peek() || ' ')) throw this.#wrong(`${times}${this.#peek()}`);
    return atom + times;
  }

  #atom(): string {
    const char = this.#next();
    switch (char) {
      case '.':
        return '.';
      case '^':
      case '$':
        return this.#anchor(char);
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
      case '{':
        this.#at -= char.length;
        throw this.#wrong(
          char === '*' ? '* behind nothing; .* fits everything' : `${char} behind nothing`,
        );
      default:
        return literally(char);
    }
  }

  /** The whole value is compared anyway. */
  #anchor(char: string): string {
    const isInPlace = char === '^' ? this.#at === 1 : this.#at === this.#text.length;
    if (!isInPlace) throw this.#wrong(`${char} inside`);
    return '';
  }

  #group(): string {
    if (this.#take('?') && !this.#take(':'))
      throw this.#wrong(`(?${this.#peek()}; of these groups only (?: is`);
    const body = this.#alternatives();
    if (!this.#take(')')) throw this.#wrong('( without its )');
    return `(?:${body})`;
  }

  #escape(): string {
    const char = this.#next();
    if (char === 'Q') return this.#quoted();
    if (char in classes) return `[${classes[char]}]`;
    if (char.toLowerCase() in classes) return `[^${classes[char.toLowerCase()]}]`;
    return this.#character(char);
  }

  #quoted(): string {
    const end = this.#text.indexOf(String.raw`\E`, this.#at);
    const text = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 2;
    return `(?:${Array.from(text, literally).join('')})`;
  }

  /** What stands behind a backslash and is a single character. */
  #character(char: string): string {
    if (char in controls) return controls[char] ?? '';
    if (char === '' || /[a-zA-Z0-9]/.test(char)) throw this.#wrong(`\\${char}`);
    return literally(char);
  }

  #class(): string {
    const isNot = this.#take('^');
    let members = '';
    do {
      const from = this.#member();
      const isRange = this.#peek() === '-' && this.#text[this.#at + 1] !== ']' && from.length <= 2;
      if (isRange) this.#at += 1;
      members += isRange ? `${from}-${this.#member()}` : from;
    } while (this.#at < this.#text.length && this.#peek() !== ']');
    if (!this.#take(']')) throw this.#wrong('[ without its ]');
    const found = `[${isNot ? '^' : ''}${members}]`;
    if (!isExpression(found)) throw this.#wrong(found);
    return found;
  }

  #member(): string {
    const char = this.#next();
    if (char === '[' || (char === '&' && this.#peek() === '&'))
      throw this.#wrong('a class inside of a class');
    if (char !== '\\') return /[\\\]^-]/.test(char) ? `\\${char}` : char;
    const escaped = this.#next();
    if (escaped in classes) return classes[escaped] ?? '';
    const one = this.#character(escaped);
    return /^[[\]^\\-]$/.test(escaped)
      ? `\\${escaped}`
      : one.length > 1 && !(escaped in controls)
        ? escaped
        : one;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  /** A whole character, however many units it has. */
  #next(): string {
    const code = this.#text.codePointAt(this.#at);
    const char = code === undefined ? '' : String.fromCodePoint(code);
    this.#at += char.length;
    return char;
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }

  #wrong(what: string): Error {
    return new Error(`${JSON.stringify(this.#text)}: ${what} is not understood`);
  }
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function literally(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

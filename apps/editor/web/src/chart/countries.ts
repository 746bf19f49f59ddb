// Countries as data has them: codes of two or three letters, numbers, English names. Outlines are
// known by number, whatever a row calls a country.
import codes from 'i18n-iso-countries/codes.json' with {type: 'json'};
import english from 'i18n-iso-countries/langs/en.json' with {type: 'json'};

/** Names that people write beside those of the list. */
const others: Readonly<Record<string, string>> = {
  'united states': 'US',
  usa: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  russia: 'RU',
  'south korea': 'KR',
  'north korea': 'KP',
  'czech republic': 'CZ',
  'ivory coast': 'CI',
  turkey: 'TR',
  holland: 'NL',
};

const known = new Map<string, string>();
const names = new Map<string, string>();
const numberOf = new Map<string, string>();
for (const [two = '', three = '', number = ''] of codes as string[][]) {
  numberOf.set(two, number);
  for (const code of [two, three, number]) known.set(code.toLowerCase(), number);
}
for (const [two, given] of Object.entries(english.countries as Record<string, string | string[]>)) {
  const number = numberOf.get(two);
  if (number === undefined) continue;
  const [first = two, ...rest] = typeof given === 'string' ? [given] : given;
  names.set(number, first);
  for (const name of [first, ...rest]) known.set(plain(name), number);
}
for (const [name, two] of Object.entries(others)) known.set(name, numberOf.get(two) ?? '');

/**
 * The number by ISO 3166 of a country that is written as one of its codes or by its English name;
 * undefined for what is none.
 */
export function countryNumber(text: string): string | undefined {
  const short = text.trim().toLowerCase();
  return known.get(short) ?? known.get(plain(text)) ?? known.get(short.padStart(3, '0'));
}

/** The number itself for one that is not in the list. */
export function countryName(number: string): string {
  return names.get(number) ?? number;
}

/** Without accents, signs, and the words that are written or not. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');
}

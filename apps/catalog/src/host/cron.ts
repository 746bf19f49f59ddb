/** Bounds of each field: seconds, minutes, hours, days of the month, months, days of the week (0 and 7 are Sunday). */
const bounds = [
  [0, 59],
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Further ahead than this no time is looked for: February 29th comes every eight years at the rarest. */
const maxDays = 366 * 9;

/**
 * Times told by a cron expression of six fields, as operators of the Atlas API write them (`0 0 0/1 * * *` is every full
 * hour), or of five, without seconds. Fields are `*`, `?`, numbers, names, lists, ranges and steps.
 */
export class Cron {
  readonly #fields: readonly ReadonlySet<number>[];
  /** As everywhere: when days of the month and of the week are both given, either is enough. */
  readonly #isEitherDay: boolean;

  /** @throws an Error that says what is wrong with the expression */
  constructor(expression: string) {
    const texts = expression.trim().split(/\s+/);
    if (texts.length === 5) texts.unshift('0');
    if (texts.length !== 6) throw new Error(`${expression} has ${texts.length} fields in place of 6`);
    this.#fields = texts.map((text, i) => readField(text.toLowerCase(), i));
    this.#isEitherDay = [texts[3], texts[5]].every(text => text !== '*' && text !== '?');
  }

  /** The first time after `after`, in the time zone of the server; undefined when there is none for years. */
  next(after: Date): Date | undefined {
    const at = new Date(after.getFullYear(), after.getMonth(), after.getDate());
    for (let day = 0; day <= maxDays; day++, at.setDate(at.getDate() + 1)) {
      if (!this.#hasDay(at)) continue;
      for (const time of this.#timesOf(at)) if (time > after) return time;
    }
    return undefined;
  }

  #hasDay(date: Date): boolean {
    const [, , , days, months, weekdays] = this.#fields;
    if (!months?.has(date.getMonth() + 1)) return false;
    const inMonth = days?.has(date.getDate()) === true;
    const inWeek = weekdays?.has(date.getDay()) === true;
    return this.#isEitherDay ? inMonth || inWeek : inMonth && inWeek;
  }

  *#timesOf(day: Date): Iterable<Date> {
    const [seconds = new Set<number>(), minutes = new Set<number>(), hours = new Set<number>()] = this.#fields;
    for (const hour of hours) {
      for (const minute of minutes) {
        for (const second of seconds) {
          yield new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute, second);
        }
      }
    }
  }
}

function readField(text: string, index: number): ReadonlySet<number> {
  const [least, most] = bounds[index] ?? [0, 0];
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const [from, to] = readRange(range, index, step !== undefined);
    if (from === undefined || to === undefined || from < least || to > most || from > to || step === '0') {
      throw new Error(`${text} is no field of a cron expression`);
    }
    for (let value = from; value <= to; value += Number(step ?? 1)) values.add(index === 5 ? value % 7 : value);
  }
  return new Set([...values].sort((a, b) => a - b));
}

/** A single number with a step, `3/2`, goes on to the end. */
function readRange(range: string, index: number, hasStep: boolean): [number | undefined, number | undefined] {
  const [least, most] = bounds[index] ?? [0, 0];
  if (range === '*' || range === '?') return [least, index === 5 ? 6 : most];
  const [from, to, ...others] = range.split('-').map(text => readNumber(text, index));
  if (others.length > 0) return [undefined, undefined];
  return [from, range.includes('-') ? to : hasStep ? (index === 5 ? 6 : most) : from];
}

function readNumber(text: string, index: number): number | undefined {
  const names = index === 4 ? ['', ...monthNames] : index === 5 ? dayNames : [];
  if (names.includes(text) && text !== '') return names.indexOf(text);
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

/** Whether `Cron` takes it. */
export function isCron(text: string): boolean {
  try {
    return new Cron(text) instanceof Cron;
  } catch {
    return false;
  }
}

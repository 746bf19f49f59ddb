import assert from 'node:assert/strict';

export type Exchange = {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly accept?: string;
    readonly contentType?: string;
    /** A browser's User-Agent. */
    readonly browser?: boolean;
    readonly auth?: string;
    readonly xhr?: string;
    readonly csrf?: string;
    /** Sent with the session cookie of the last session read. */
    readonly cookie?: boolean;
    /** A form in place of a body: a text and a file. */
    readonly multipart?: {readonly request?: string; readonly data_base64?: string};
  };
  readonly answer: {
    readonly status: number;
    readonly type?: string;
    readonly location?: string;
    readonly body: unknown;
    /** The files of an archive, in place of a body. */
    readonly members?: Readonly<Record<string, unknown>>;
  };
};

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const guids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** What a server makes up for an entity that came without a temporary guid. */
const temporary = /^-\d{6,}$/;
/** Moments of the server's clock, as epoch milliseconds. */
const clockFields = new Set(['createTime', 'updateTime', 'modifiedTime', 'timestamp']);
const clock = /^1[6-9]\d{11}$/;
/**
 * The day of the second recording: whatever tells a time of it is such a moment, in whichever form
 * and field.
 */
const recordedDay = {from: Date.UTC(2026, 10, 22), to: Date.UTC(2026, 10, 23)};
const clockTexts = [
  {recorded: /^2026-11-22T/, actual: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/},
  {
    recorded: /^Sun Nov 22 .* UTC 2026$/,
    actual: /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d UTC \d{4}$/,
  },
];
/** What a server makes up for each answer. */
const madeUp = new Set(['requestId', 'eventKey']);
/** The end of this name is a counter of the server's life. */
const counted = /^__tempQueryResultStruct\d+$/;

/**
 * Compares answers of two servers that chose their own guids and have their own clocks: each
 * recorded guid stands for one of ours, everywhere the same, and a moment for a moment. Everything
 * else has to be equal, field for field.
 */
export class Correspondence {
  #ours = new Map<string, string>();
  #taken = new Set<string>();

  /** Our guids in place of recorded ones. */
  translate(text: string): string {
    return text.replaceAll(guids, one => this.#ours.get(one) ?? one);
  }

  /**
   * Learns which guid stands for which before answers are compared: from the assignments of
   * temporary guids, and from what has the same type and name. So a list in another order is told
   * as such, and one difference is not taken for many.
   */
  learn(recorded: unknown, actual: unknown): void {
    const [theirs, ours] = [identities(recorded), identities(actual)];
    for (const [identity, left] of theirs) {
      const right = ours.get(identity);
      if (left.size === 1 && right?.size === 1)
        this.#bindNew([...left][0] ?? '', [...right][0] ?? '');
    }
  }

  /**
   * As `assertSame`, but nothing is learned from an answer that differs, except what stands at the
   * same place of both.
   */
  assertSameOrLearnLittle(
    recorded: unknown,
    actual: unknown,
    unordered: ReadonlySet<string>,
  ): void {
    const [ours, taken] = [new Map(this.#ours), new Set(this.#taken)];
    try {
      this.assertSame(recorded, actual, unordered);
    } catch (error) {
      [this.#ours, this.#taken] = [ours, taken];
      this.learnPlaces(recorded, actual);
      throw error;
    }
  }

  /** Of guids at the same place of both, whatever else differs. */
  learnPlaces(recorded: unknown, actual: unknown): void {
    if (typeof recorded === 'string' && typeof actual === 'string') {
      if (guid.test(recorded) && guid.test(actual)) this.#bindNew(recorded, actual);
    } else if (Array.isArray(recorded) && Array.isArray(actual)) {
      if (recorded.length === 1 && actual.length === 1) this.learnPlaces(recorded[0], actual[0]);
    } else if (isObject(recorded) && isObject(actual)) {
      for (const [name, value] of Object.entries(recorded)) this.learnPlaces(value, actual[name]);
    }
  }

  #bindNew(recorded: string, actual: string): void {
    if (recorded === actual || this.#ours.has(recorded) || this.#taken.has(actual)) return;
    this.#ours.set(recorded, actual);
    this.#taken.add(actual);
  }

  /** `unordered` names fields whose lists are sets: their order is not part of the answer. */
  assertSame(
    recorded: unknown,
    actual: unknown,
    unordered: ReadonlySet<string> = new Set(),
    path = '',
  ): void {
    if (madeUp.has(lastName(path)) && typeof recorded === 'string') {
      assert.equal(typeof actual, 'string', path);
    } else if (Array.isArray(recorded)) {
      assert.ok(Array.isArray(actual), `${path}: expected a list, not ${JSON.stringify(actual)}`);
      assert.equal(
        actual.length,
        recorded.length,
        `${path}: length; ours is ${JSON.stringify(actual)}`,
      );
      // What stands by a guid are the edges from it, in whichever order.
      const [left, right] =
        unordered.has(lastName(path)) || guid.test(lastName(path))
          ? this.#paired(recorded, actual as unknown[])
          : [recorded, actual as unknown[]];
      left.forEach((one, n) => this.assertSame(one, right[n], unordered, `${path}[${n}]`));
    } else if (isObject(recorded)) {
      assert.ok(isObject(actual), `${path}: expected an object, not ${JSON.stringify(actual)}`);
      this.#assertSameFields(recorded, actual, unordered, path);
    } else if (typeof recorded === 'number' && isClock(path, recorded)) {
      assert.ok(
        typeof actual === 'number' && clock.test(String(actual)),
        `${path}: expected a moment, not ${String(actual)}`,
      );
    } else if (typeof recorded === 'string' && typeof actual === 'string') {
      const moment = clockTexts.find(one => one.recorded.test(recorded));
      if (guid.test(recorded) && guid.test(actual)) this.#bind(recorded, actual, path);
      else if (moment !== undefined) assert.match(actual, moment.actual, path);
      else if (counted.test(recorded)) assert.match(actual, counted, path);
      else assert.equal(actual, this.translate(recorded), path);
    } else {
      assert.deepEqual(actual, recorded, path);
    }
  }

  /**
   * What is known to be the same side by side, and the rest in the order of what does not differ
   * between servers.
   */
  #paired(recorded: readonly unknown[], actual: readonly unknown[]): [unknown[], unknown[]] {
    const left = [...recorded];
    const right = [...actual];
    const pairs: [unknown, unknown][] = [];
    for (const one of recorded) {
      const known = guidOf(one);
      const at =
        known === undefined || !this.#ours.has(known)
          ? -1
          : right.findIndex(it => guidOf(it) === this.#ours.get(known));
      if (at >= 0) pairs.push([left.splice(left.indexOf(one), 1)[0], right.splice(at, 1)[0]]);
    }
    return [
      [...pairs.map(([one]) => one), ...bySubstance(left, one => this.#ours.get(one) ?? '')],
      [
        ...pairs.map(([, one]) => one),
        ...bySubstance(right, one => (this.#taken.has(one) ? one : '')),
      ],
    ];
  }

  #assertSameFields(
    recorded: Record<string, unknown>,
    actual: Record<string, unknown>,
    unordered: ReadonlySet<string>,
    path: string,
  ): void {
    const expected = this.#translateKeys(recorded, actual);
    assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), `${path}: fields`);
    // Assignments first: they say which entity is which.
    const names = Object.keys(expected).sort(
      (a, b) => Number(b === 'guidAssignments') - Number(a === 'guidAssignments'),
    );
    for (const name of names)
      this.assertSame(
        expected[name],
        actual[name],
        unordered,
        path === '' ? name : `${path}.${name}`,
      );
  }

  /** Keys that are guids of ours; one that is new to us stands for the only new one of theirs. */
  #translateKeys(
    recorded: Record<string, unknown>,
    actual: Record<string, unknown>,
  ): Record<string, unknown> {
    const isNew = (key: string) => (guid.test(key) && !this.#ours.has(key)) || temporary.test(key);
    const unknown = Object.keys(actual).filter(
      key => (guid.test(key) && !this.#taken.has(key)) || temporary.test(key),
    );
    return Object.fromEntries(
      Object.entries(recorded).map(([key, value]) => [
        (temporary.test(key)
          ? unknown.find(one => actual[one] === this.translate(String(value)))
          : undefined) ?? (isNew(key) && unknown.length === 1 ? unknown[0] : this.translate(key)),
        value,
      ]),
    );
  }

  #bind(recorded: string, actual: string, path: string): void {
    const known = this.#ours.get(recorded);
    if (known !== undefined) assert.equal(actual, known, `${path}: another entity`);
    else if (recorded !== actual) {
      assert.ok(
        !this.#taken.has(actual),
        `${path}: ${actual} already stands for another recorded guid`,
      );
      this.#ours.set(recorded, actual);
      this.#taken.add(actual);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lastName(path: string): string {
  return (
    path
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? ''
  );
}

/**
 * Of an entity, a header, a definition, or of a reference in the older form; a bare guid stands for
 * itself.
 */
function guidOf(value: unknown): string | undefined {
  if (typeof value === 'string') return guid.test(value) ? value : undefined;
  if (!isObject(value)) return undefined;
  const id = value['guid'] ?? value['id'] ?? value['$id$'];
  return typeof id === 'string' ? id : isObject(id) ? guidOf(id) : undefined;
}

/** The guids of whatever has a type and a name, and of temporary guids. */
function identities(
  answer: unknown,
  found = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  if (Array.isArray(answer)) for (const one of answer) identities(one, found);
  if (!isObject(answer)) return found;
  const add = (identity: string, one: string) =>
    found.set(identity, (found.get(identity) ?? new Set()).add(one));
  const fields = answer['attributes'] ?? answer['values'] ?? answer;
  const name = isObject(fields) ? (fields['qualifiedName'] ?? fields['name']) : undefined;
  const own = guidOf(answer);
  if (own !== undefined && typeof name === 'string')
    add(`${String(answer['typeName'] ?? answer['$typeName$'] ?? answer['category'])} ${name}`, own);
  for (const [key, value] of Object.entries(answer)) {
    if (key === 'guidAssignments' && isObject(value))
      for (const [temporaryGuid, one] of Object.entries(value))
        if (typeof one === 'string' && !temporary.test(temporaryGuid)) add(temporaryGuid, one);
    identities(value, found);
  }
  return found;
}

function isClock(path: string, value: number): boolean {
  if (value >= recordedDay.from && value < recordedDay.to) return true;
  return (
    clockFields.has(path.split('.').at(-1) ?? '') &&
    clock.test(String(value)) &&
    !path.includes('attributes.')
  );
}

/** Sorted by what does not differ between servers. */
function bySubstance(list: readonly unknown[], known: (guid: string) => string): unknown[] {
  const substance = (value: unknown) =>
    JSON.stringify(value, sortKeys)
      .replaceAll(guids, known)
      .replaceAll(/1[6-9]\d{11}/g, '');
  return [...list].sort((a, b) => (substance(a) < substance(b) ? -1 : 1));
}

function sortKeys(_key: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

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
  };
  readonly answer: {
    readonly status: number;
    readonly type?: string;
    readonly location?: string;
    readonly body: unknown;
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
 * Compares answers of two servers that chose their own guids and have their own clocks: each recorded guid stands for one
 * of ours, everywhere the same, and a moment for a moment. Everything else has to be equal, field for field.
 */
export class Correspondence {
  readonly #ours = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Our guids in place of recorded ones. */
  translate(text: string): string {
    return text.replaceAll(guids, one => this.#ours.get(one) ?? one);
  }

  /** `unordered` names fields whose lists are sets: their order is not part of the answer. */
  assertSame(recorded: unknown, actual: unknown, unordered: ReadonlySet<string> = new Set(), path = ''): void {
    if (Array.isArray(recorded)) {
      assert.ok(Array.isArray(actual), `${path}: expected a list, not ${JSON.stringify(actual)}`);
      assert.equal(actual.length, recorded.length, `${path}: length; ours is ${JSON.stringify(actual)}`);
      const isSet = unordered.has(
        path
          .replaceAll(/\[\d+\]/g, '')
          .split('.')
          .at(-1) ?? '',
      );
      const [left, right] = isSet ? [bySubstance(recorded), bySubstance(actual)] : [recorded, actual as unknown[]];
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
      if (guid.test(recorded) && guid.test(actual)) this.#bind(recorded, actual, path);
      else assert.equal(actual, this.translate(recorded), path);
    } else {
      assert.deepEqual(actual, recorded, path);
    }
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
      this.assertSame(expected[name], actual[name], unordered, path === '' ? name : `${path}.${name}`);
  }

  /** Keys that are guids of ours; one that is new to us stands for the only new one of theirs. */
  #translateKeys(recorded: Record<string, unknown>, actual: Record<string, unknown>): Record<string, unknown> {
    const isNew = (key: string) => (guid.test(key) && !this.#ours.has(key)) || temporary.test(key);
    const unknown = Object.keys(actual).filter(key => (guid.test(key) && !this.#taken.has(key)) || temporary.test(key));
    return Object.fromEntries(
      Object.entries(recorded).map(([key, value]) => [
        isNew(key) && unknown.length === 1 ? unknown[0] : this.translate(key),
        value,
      ]),
    );
  }

  #bind(recorded: string, actual: string, path: string): void {
    const known = this.#ours.get(recorded);
    if (known !== undefined) assert.equal(actual, known, `${path}: another entity`);
    else if (recorded !== actual) {
      assert.ok(!this.#taken.has(actual), `${path}: ${actual} already stands for another recorded guid`);
      this.#ours.set(recorded, actual);
      this.#taken.add(actual);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isClock(path: string, value: number): boolean {
  return clockFields.has(path.split('.').at(-1) ?? '') && clock.test(String(value)) && !path.includes('attributes.');
}

/** Sorted by what does not differ between servers. */
function bySubstance(list: readonly unknown[]): unknown[] {
  const substance = (value: unknown) =>
    JSON.stringify(value, sortKeys)
      .replaceAll(guids, '')
      .replaceAll(/1[6-9]\d{11}/g, '');
  return [...list].sort((a, b) => (substance(a) < substance(b) ? -1 : 1));
}

function sortKeys(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

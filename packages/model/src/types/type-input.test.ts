import assert from 'node:assert/strict';
import {test} from 'node:test';
import {AppError} from '../error.ts';
import {typesDefJson} from './type-json.ts';
import {planTypeCreate, planTypeUpdate} from './type-plan.ts';
import {findTypesToDelete} from './type-plan-delete.ts';
import {planning, types} from './type-plan.fixture.ts';
import {TypeRegistry} from './type-registry.ts';

const empty = new TypeRegistry([]);
/** One definition of each category with every kind of field, as the API answers them. */
const sample: unknown = JSON.parse(JSON.stringify(typesDefJson(types, types.defs.values())));

test('what the API answers can be sent back: to another catalog to create it, and here to update it', () => {
  assert.equal(planTypeCreate(empty, sample, planning).changed.length, types.defs.size);
  assert.equal(planTypeUpdate(types, sample, planning).changed.length, types.defs.size);
});

test('whatever stands anywhere in a request, it is accepted or refused with a reason, and never a fault of ours', () => {
  const junk = [
    null,
    [],
    {},
    '',
    'x',
    '[',
    0,
    -1,
    1.5,
    1e99,
    true,
    [null],
    ['x'],
    [[]],
    {a: null},
    '__proto__',
    'array<>',
    'map<,>',
  ];
  const attempts: ((input: unknown) => unknown)[] = [
    input => planTypeCreate(empty, input, planning),
    input => planTypeUpdate(types, input, planning),
    input => findTypesToDelete(types, input),
  ];
  let refused = 0;
  for (const path of pathsIn(sample)) {
    for (const value of junk) {
      const input = replaced(sample, path, value);
      for (const attempt of attempts) {
        try {
          attempt(input);
        } catch (error) {
          assert.ok(
            error instanceof AppError,
            `${path.join('.')} = ${JSON.stringify(value)}: ${String(error)}`,
          );
          assert.ok([400, 404, 409].includes(error.status));
          refused++;
        }
      }
    }
  }
  assert.ok(refused > 5000, String(refused));
});

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.flatMap((item, i) => pathsIn(item, [...path, i]))
    : Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]));
  return [path, ...inner];
}

/** A copy that shares all but the way to `path`. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, i) => (i === key ? replaced(item, rest, by) : item));
  const fields = value as Record<string, unknown>;
  return {...fields, [key]: replaced(fields[key], rest, by)};
}

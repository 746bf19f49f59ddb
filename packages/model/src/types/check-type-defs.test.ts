import assert from 'node:assert/strict';
import {test} from 'node:test';
import {AppError} from '../error.ts';
import {planTypeCreate} from './type-plan.ts';
import {attribute, fails, planning, types} from './type-plan.fixture.ts';
import {attributes, relationships} from './type-refusals-members.fixture.ts';
import {hierarchies, names, reserved, shapes} from './type-refusals.fixture.ts';

for (const [what, input, kind, message] of [
  ...shapes,
  ...names,
  ...hierarchies,
  ...attributes,
  ...relationships,
]) {
  test(`refused at creation: ${what}`, () => {
    assert.throws(() => planTypeCreate(types, input, planning), fails(kind, message));
  });
}

test('words of the query language are refused as names when the rules say so', () => {
  const strict = {allowReservedWords: false};
  for (const [, input, kind, message] of reserved) {
    assert.throws(() => planTypeCreate(types, input, planning, strict), fails(kind, message));
    assert.equal(planTypeCreate(types, input, planning).changed.length, 1);
  }
  assert.equal(
    planTypeCreate(types, attribute({name: 'Order'}), planning, strict).changed.length,
    1,
  );
});

test('everything that is wrong is found at once', () => {
  const input = {
    enumDefs: [{name: 'e'}],
    entityDefs: [{name: '1', superTypes: ['Nope'], attributeDefs: [{name: 'a', typeName: 'nope'}]}],
  };
  assert.throws(
    () => planTypeCreate(types, {...input, enumDefs: []}, planning),
    (error: unknown) =>
      error instanceof AppError &&
      error.kind === 'TYPE_NAME_INVALID_FORMAT' &&
      error.issues.length === 3,
  );
  assert.throws(
    () => planTypeCreate(types, {enumDefs: [{}, null], structDefs: 1}, planning),
    (error: unknown) => error instanceof AppError && error.issues.length === 3,
  );
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {testTypes} from '@gazetteer/model/testing';
import type {AgeOutCriteria} from '../catalog.ts';
import {ageOutRules, noAgeOut} from './age-out-rules.ts';

const types = testTypes();
const day = 86_400_000;
const now = 1000 * day;
const floor = {ttlInDays: 7, auditCount: 50};
const off = {...noAgeOut, auditAgingEnabled: true};
const rules = (some: Partial<AgeOutCriteria>) => ageOutRules(types, {...off, ...some}, floor, now);

test('the default is by age, by number or both, and never below the floor', () => {
  const all = {defaultAgeoutEnabled: true};
  assert.deepEqual(rules(all), []);
  assert.deepEqual(rules({...all, defaultAgeoutTTLInDays: 90}), [
    {ageoutType: 'DEFAULT', rule: {exceptTypes: [], before: 910 * day, creations: false}},
  ]);
  assert.deepEqual(rules({...all, defaultAgeoutTTLInDays: 1, defaultAgeoutAuditCount: 3}), [
    {ageoutType: 'DEFAULT', rule: {exceptTypes: [], before: 993 * day, keep: 50, creations: false}},
  ]);
  assert.deepEqual(rules({...all, defaultAgeoutTTLInDays: 90, auditAgingEnabled: false}), []);
});

test('types that are named are left out of the default', () => {
  const [name = ''] = types.entityTypes.keys();
  const found = rules({
    defaultAgeoutEnabled: true,
    defaultAgeoutAuditCount: 100,
    customAgeoutAuditCount: 60,
    customAgeoutEntityTypes: ` ${name} ,`,
    customAgeoutActionTypes: 'entity_update',
    createEventsAgeoutAllowed: true,
  });
  assert.deepEqual(found, [
    {
      ageoutType: 'CUSTOM',
      rule: {types: [name], actions: ['ENTITY_UPDATE'], keep: 60, creations: true},
    },
    {ageoutType: 'DEFAULT', rule: {exceptTypes: [name], keep: 100, creations: true}},
  ]);
});

test('what names nothing is refused', () => {
  for (const wrong of [
    {auditSweepoutEnabled: true},
    {auditSweepoutEnabled: true, sweepoutEntityTypes: 'no_such_type'},
    {customAgeoutActionTypes: 'NO_SUCH_ACTION'},
  ]) {
    assert.throws(() => rules(wrong), {kind: 'INVALID_PARAMETERS'}, JSON.stringify(wrong));
  }
});

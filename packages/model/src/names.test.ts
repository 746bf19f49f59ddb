import assert from 'node:assert/strict';
import {test} from 'node:test';
import {systemTypeNames, toAtlasNames, toMetaNames} from './names.ts';

test('each system type name is translated there and back', () => {
  for (const [meta, atlas] of Object.entries(systemTypeNames)) {
    assert.equal(toAtlasNames(`{"typeName":"${meta}"}`), `{"typeName":"${atlas}"}`);
    assert.equal(
      toMetaNames(`[${atlas}.name, r:${atlas}, __${atlas}.x]`),
      `[${meta}.name, r:${meta}, __${meta}.x]`,
    );
  }
});

test('only whole names are translated', () => {
  for (const text of [
    '__AtlasUserProfiles',
    'x__AtlasUserProfile',
    '__AtlasUserProfile_other',
    '__Atlas',
    'AtlasServer',
  ]) {
    assert.equal(toMetaNames(text), text);
  }
  assert.equal(
    toAtlasNames('my__MetaUserProfile __MetaUserProfile'),
    'my__MetaUserProfile __AtlasUserProfile',
  );
});

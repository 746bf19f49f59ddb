import assert from 'node:assert/strict';
import {test} from 'node:test';
import {membershipGroup} from '@gazetteer/model';
import type {Asset, Json} from './declared.ts';
import {planChanges} from './plan.ts';
import type {Types} from './read-catalog.ts';

const noTypes: Types = {
  enumDefs: [],
  structDefs: [],
  classificationDefs: [],
  entityDefs: [],
  relationshipDefs: [],
  businessMetadataDefs: [],
};

/** What is planned for a table whose membership is as given, where `Sales` can be read alone. */
function planned(membership: Json, said: Pick<Asset, 'domain' | 'products'>) {
  const asset: Asset = {
    typeName: 'hive_table',
    qualifiedName: 'sales.orders@prod',
    attributes: {},
    customAttributes: {},
    businessMetadata: {},
    tags: undefined,
    labels: undefined,
    terms: undefined,
    ...said,
  };
  const json = {guid: 'g1', businessAttributes: {[membershipGroup]: membership}};
  const {differences, batch} = planChanges(
    {types: noTypes, glossaries: [], assets: [asset], groups: undefined, sources: undefined},
    {
      types: noTypes,
      glossaries: new Map(),
      entities: new Map([['hive_table', new Map([[asset.qualifiedName, {guid: 'g1', json}]])]]),
      groups: {
        domains: new Map([['Sales', {guid: 'd1', json: {}}]]),
        products: new Map([['Daily', {guid: 'p1', json: {}}]]),
      },
    },
    {prunes: false},
  );
  return {differences, bodies: batch.requests.map(one => one.body)};
}

test('an asset stays in what its file says nothing of, whether it can be read or not', () => {
  const hidden = {domain: 'hidden-domain', products: ['hidden-product']};
  assert.deepEqual(planned(hidden, {domain: 'Sales', products: undefined}).bodies, [
    {[membershipGroup]: {domain: 'd1'}},
  ]);
  assert.deepEqual(
    planned(hidden, {domain: undefined, products: ['hidden-product', 'Daily']}).bodies,
    [{[membershipGroup]: {products: ['hidden-product', 'p1']}}],
  );
});

test('a domain or data product that an asset gets is one that is there', () => {
  const {differences, bodies} = planned({}, {domain: 'Nowhere', products: ['None', 'Daily']});
  assert.deepEqual(bodies, []);
  assert.deepEqual(differences, [
    {
      kind: 'problem',
      what: 'hive_table sales.orders@prod',
      details: ['there is no domain Nowhere', 'there is no data product None'],
    },
  ]);
});

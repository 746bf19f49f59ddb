// Certification, tier, deprecation and announcements, on both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {callsTo} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;
type Facet = {name: string; values: {value: string; count: number}[]};
type Bulk = {guid: string; status: string; counts: Json};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: how far assets can be relied on`, options, () => {
    let server: RunningCatalog;
    let guids: Record<string, string>;
    const {send, ok} = callsTo(() => `${server.url}/api/meta/v2`);
    const set = <T = Json>(name: string, trust: Json, query = '') =>
      ok<T>(`/entity/guid/${guids[name]}/trust${query}`, trust, 'PUT');
    const search = {typeName: 'DataSet', excludeDeletedEntities: true};
    const found = async (body: Json) => {
      const {entities = []} = await ok<{entities?: {attributes: Json}[]}>('/search/basic', {
        ...search,
        ...body,
      });
      return entities.map(one => String(one.attributes['name']));
    };
    const counts = async (facet: string): Promise<Json> => {
      const {facets} = await ok<{facets: Facet[]}>('/search/facets', search);
      const values = facets.find(one => one.name === facet)?.values ?? [];
      return Object.fromEntries(values.map(one => [one.value, one.count]));
    };
    const bulk = async (path: string, body?: unknown) => {
      const {guid} = await ok<Bulk>(path, body, 'POST');
      return await soon(async () => {
        const now = await ok<Bulk>(`/bulk/${guid}`);
        assert.equal(now.status, 'COMPLETE');
        return now;
      });
    };
    const definitions = async () =>
      (await ok<{businessMetadataDefs: {name: string}[]}>('/types/typedefs')).businessMetadataDefs;

    before(async () => {
      server = await start();
      const names = ['ledger', 'ledger one', 'ledger two', 'ledger three'];
      const saved = await ok<{guidAssignments: Record<string, string>}>('/entity/bulk', {
        entities: names.map(name => ({
          typeName: 'DataSet',
          guid: `-${name}`,
          attributes: {qualifiedName: `${name}@x`, name},
        })),
      });
      guids = Object.fromEntries(
        names.map(name => [name, saved.guidAssignments[`-${name}`] ?? '']),
      );
    });
    after(() => server.stop());

    test('rehearsals leave nothing behind, neither types nor values', async () => {
      const {response} = await set<{response: Json}>('ledger', {tier: 'Tier 1'}, '?dryRun=true');
      assert.deepEqual(response, {tier: 'Tier 1'});
      const action = {type: 'SET_TRUST', trust: {tier: 'tier 2'}};
      const {counts: rehearsed} = await bulk('/bulk', {search, action, isRehearsal: true});
      assert.equal(rehearsed['changed'], 4);
      assert.deepEqual(await definitions(), []);
      assert.deepEqual(await counts('tier'), {});
      assert.deepEqual(await found({facets: {tier: ['Tier 1']}}), []);
    });

    test('a bulk change sets them as the first of all, and is undone', async () => {
      const action = {type: 'SET_TRUST', trust: {certification: 'draft', tier: 'Tier 2'}};
      const change = await bulk('/bulk', {search, action});
      assert.equal(change.counts['changed'], 4);
      assert.deepEqual(await counts('certification'), {Draft: 4});
      await set('ledger one', {announcement: 'Late today'});
      await set('ledger two', {tier: 'Tier 1'});
      const undone = await bulk(`/bulk/${change.guid}/undo`);
      assert.deepEqual(
        [undone.counts['changed'], undone.counts['conflicts']],
        [3, 1],
        'an announcement is no part of what is undone, another tier is',
      );
      assert.deepEqual(await counts('tier'), {'Tier 1': 1});
      assert.deepEqual(await counts('announcement'), {Information: 1});
      await set('ledger one', {announcement: null});
      await set('ledger two', {tier: null, certification: null});
      assert.deepEqual(await counts('announcement'), {});
    });

    test('certified ones come before their like, deprecated ones behind them', async () => {
      await set('ledger two', {certification: 'Certified'});
      const deprecation = {
        certification: 'Deprecated',
        deprecationReason: 'Counts returns twice',
        successorGuid: guids['ledger two'],
      };
      assert.deepEqual(await set('ledger one', deprecation), {
        certification: 'Deprecated',
        deprecationReason: 'Counts returns twice',
        successor: guids['ledger two'],
      });
      assert.deepEqual(await found({query: 'ledger'}), [
        'ledger',
        'ledger two',
        'ledger three',
        'ledger one',
      ]);
      assert.deepEqual(await counts('certification'), {Certified: 1, Deprecated: 1});
      assert.deepEqual(await found({facets: {certification: ['Deprecated']}}), ['ledger one']);
    });

    test('hits and lineage tell it where they are asked', async () => {
      const attributes = ['AssetTrust.certification', 'AssetTrust.successor'];
      const {entities} = await ok<{entities: {attributes: Json}[]}>('/search/basic', {
        ...search,
        query: 'one',
        attributes,
      });
      assert.equal(entities[0]?.attributes['AssetTrust.certification'], 'Deprecated');
      assert.equal(entities[0]?.attributes['AssetTrust.successor'], guids['ledger two']);
      const ref = (name: string) => ({typeName: 'DataSet', guid: guids[name]});
      await ok('/entity', {
        entity: {
          typeName: 'Process',
          attributes: {
            qualifiedName: 'copy@x',
            name: 'copy',
            inputs: [ref('ledger one')],
            outputs: [ref('ledger two')],
          },
        },
      });
      const {guidEntityMap} = await ok<{guidEntityMap: Record<string, {attributes: Json}>}>(
        `/lineage/${guids['ledger one']}?attributes=AssetTrust.certification`,
      );
      const said = (name: string) =>
        guidEntityMap[guids[name] ?? '']?.attributes['AssetTrust.certification'];
      assert.deepEqual([said('ledger one'), said('ledger two')], ['Deprecated', 'Certified']);
    });

    test('an announcement names who made it; the same again changes nothing', async () => {
      const first = await set('ledger', {
        announcement: 'Rebuilt on Sunday',
        announcementType: 'warning',
      });
      assert.equal(first['announcementType'], 'Warning');
      assert.equal(first['announcedBy'], 'admin');
      assert.deepEqual(await set('ledger', {announcement: ' Rebuilt on Sunday '}), first);
      const audit = await ok<{action: string}[]>(`/entity/${guids['ledger']}/audit`);
      assert.equal(audit.filter(one => one.action === 'BUSINESS_ATTRIBUTE_UPDATE').length, 3);
      assert.deepEqual(await set('ledger', {announcement: ''}), {});
    });

    test('a reason ends with the deprecation; what makes no sense is refused', async () => {
      assert.deepEqual(await set('ledger one', {certification: 'Draft'}), {certification: 'Draft'});
      const refused = async (body: unknown, name = 'ledger') => {
        const {status, text} = await send(`/entity/guid/${guids[name] ?? name}/trust`, body, 'PUT');
        return `${status} ${/"errorMessage":"([^"]*)/.exec(text)?.[1] ?? text}`;
      };
      assert.match(await refused({certification: 'Gold'}), /^400 .*Certified, Draft, Deprecated/);
      assert.match(await refused({deprecationReason: 'old'}), /^400 .*need the certification/);
      assert.match(await refused({announcementType: 'Issue'}), /^400 .*announcement is needed/);
      assert.match(await refused({tier: 5}), /^400 /);
      assert.match(await refused({announcement: 'x'.repeat(2001)}), /^400 .*2000/);
      for (const body of [null, {}, {others: 1}]) assert.match(await refused(body), /^400 /);
      const successor = (successorGuid: string) => ({certification: 'Deprecated', successorGuid});
      assert.match(await refused(successor(guids['ledger'] ?? '')), /^400 .*own successor/);
      assert.match(await refused(successor('nope')), /^404 /);
      assert.match(await refused({tier: null}, 'nope'), /^404 /);
      const action = {type: 'SET_TRUST', trust: successor('nope')};
      assert.equal((await send('/bulk', {search, action}, 'POST')).status, 404);
    });
  });
}

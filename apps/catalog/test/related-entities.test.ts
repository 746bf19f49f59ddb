// What entities say of their relations in their own bodies, and what goes along when one of them
// goes.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {Lineage, type Json} from './lineage-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const set = (type: string, name: string, more: object = {}) => ({
  type,
  name,
  cardinality: 'SET',
  ...more,
});
const single = (type: string, name: string, more: object = {}) => ({
  type,
  name,
  cardinality: 'SINGLE',
  ...more,
});
const reference = (name: string, typeName: string, more: object = {}) => ({
  name,
  typeName,
  isOptional: true,
  ...more,
});
const owned = {constraints: [{type: 'ownedRef'}]};
const inverse = (attribute: string) => ({constraints: [{type: 'inverseRef', params: {attribute}}]});

const typedefs = {
  entityDefs: [
    {name: 'Drawer', superTypes: ['Asset'], attributeDefs: []},
    {
      name: 'Crew',
      superTypes: ['Asset'],
      attributeDefs: [
        reference('members', 'array<Sailor>', {cardinality: 'SET'}),
        reference('captain', 'Sailor'),
      ],
    },
    {
      name: 'Sailor',
      superTypes: ['Asset'],
      attributeDefs: [
        reference('crew', 'Crew', inverse('members')),
        reference('leads', 'Crew', inverse('captain')),
      ],
    },
    {
      name: 'Desk',
      superTypes: ['Asset'],
      attributeDefs: [
        reference('lamp', 'Drawer', owned),
        reference('pens', 'array<Drawer>', {cardinality: 'SET', ...owned}),
        reference('beside', 'Desk'),
      ],
    },
  ],
  relationshipDefs: [
    {
      name: 'desk_drawers',
      relationshipCategory: 'COMPOSITION',
      endDef1: set('Desk', 'drawers', {isContainer: true}),
      endDef2: single('Drawer', 'desk'),
    },
    {
      name: 'desk_visits',
      relationshipCategory: 'ASSOCIATION',
      relationshipLabel: 'visited_by',
      endDef1: set('Desk', 'guests'),
      endDef2: set('Desk', 'hosts'),
      attributeDefs: [
        {name: 'times', typeName: 'int', isOptional: true},
        {name: 'mood', typeName: 'string', isOptional: true, defaultValue: 'fine'},
      ],
    },
    ...['near', 'far'].map(name => ({
      name,
      relationshipCategory: 'ASSOCIATION',
      endDef1: set('Desk', 'others'),
      endDef2: set('Drawer', `${name}Of`),
    })),
    {
      name: 'desk_shadow',
      relationshipCategory: 'ASSOCIATION',
      endDef1: set('Desk', 'shadows', {propagateDelete: true}),
      endDef2: single('Drawer', 'shadowOf'),
    },
    {
      name: 'shadow_desk',
      relationshipCategory: 'ASSOCIATION',
      endDef1: single('Drawer', 'lights'),
      endDef2: set('Desk', 'darkness', {propagateDelete: true}),
    },
  ],
};

type Reference = {guid: string; typeName: string};
type Related = Json & {guid: string; relationshipStatus: string; relationshipGuid: string};
type Entity = {
  attributes: Record<string, unknown>;
  relationshipAttributes: Record<string, never>;
  status: string;
};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: related entities`, options, () => {
    let server: RunningCatalog;
    let api: Lineage;
    const attributes = (name: string, more: object = {}) => ({
      qualifiedName: `${name}@related`,
      name,
      ...more,
    });
    const save = async (
      typeName: string,
      name: string,
      more: object = {},
      relationshipAttributes: object = {},
    ) => await api.save({typeName, attributes: attributes(name, more), relationshipAttributes});
    const drawers = async (name: string, count: number) => {
      const guids = await Promise.all(
        Array.from({length: count}, (_, n) => save('Drawer', `${name}_${n}`)),
      );
      return guids.map(guid => ({guid, typeName: 'Drawer'})) as Reference[] as [
        Reference,
        Reference,
        Reference,
      ];
    };
    const entity = async (guid: string) =>
      ((await api.send('GET', `/v2/entity/guid/${guid}`)) as {entity: Entity}).entity;
    const related = async (guid: string, name: string) =>
      (await entity(guid)).relationshipAttributes[name] as unknown as Related[];
    const statuses = async (guids: readonly string[]) =>
      await Promise.all(guids.map(async guid => (await entity(guid)).status));
    const deleted = async (guid: string) => {
      const {mutatedEntities} = (await api.send('DELETE', `/v2/entity/guid/${guid}`)) as {
        mutatedEntities: Record<string, {guid: string}[]>;
      };
      return (mutatedEntities['DELETE'] ?? []).map(one => one.guid).toSorted();
    };

    before(async () => {
      server = await start();
      api = new Lineage(`${server.url}/api/atlas`);
      await api.send('POST', '/v2/types/typedefs', typedefs);
    });
    after(() => server?.stop());

    test('a relation has its own guid, status and values at both ends', async () => {
      const guest = await save('Desk', 'ends_guest');
      const guests = [
        {guid: guest, typeName: 'Desk', relationshipAttributes: {attributes: {times: '3'}}},
      ];
      const host = await save('Desk', 'ends_host', {}, {guests});
      const [there] = await related(host, 'guests');
      const [back] = await related(guest, 'hosts');
      const {relationshipGuid, ...shown} = there as Related;
      assert.deepEqual(shown, {
        guid: guest,
        typeName: 'Desk',
        entityStatus: 'ACTIVE',
        displayText: 'ends_guest',
        relationshipType: 'desk_visits',
        relationshipStatus: 'ACTIVE',
        relationshipAttributes: {typeName: 'desk_visits', attributes: {times: 3, mood: null}},
        qualifiedName: 'ends_guest@related',
      });
      assert.deepEqual([back?.guid, back?.relationshipGuid], [host, relationshipGuid]);
      const {relationship} = (await api.send(
        'GET',
        `/v2/relationship/guid/${relationshipGuid}`,
      )) as {
        relationship: Json;
      };
      assert.deepEqual(
        [
          relationship['label'],
          (relationship['end1'] as Json)['guid'],
          (relationship['end2'] as Json)['guid'],
        ],
        ['visited_by', host, guest],
      );
    });

    test('a relation may stand among the attributes, but what the relationship attributes say counts', async () => {
      const [one, two] = await drawers('places', 2);
      const desk = await save('Desk', 'places', {drawers: [one]});
      assert.deepEqual(
        (await related(desk, 'drawers')).map(({guid}) => guid),
        [one.guid],
      );
      const other = await save('Desk', 'places_both', {drawers: [two]}, {drawers: [one]});
      assert.deepEqual(
        (await related(other, 'drawers')).map(({guid}) => guid),
        [one.guid],
      );
      // It is in one only: the former one has lost it.
      assert.deepEqual(
        (await related(desk, 'drawers')).map(one => one.relationshipStatus),
        ['DELETED'],
      );
    });

    test('a name that relationship types share is told apart by relationshipType', async () => {
      const [one, two] = await drawers('shared', 2);
      const others = [
        {...one, relationshipType: 'far'},
        {...two, relationshipType: 'near'},
      ];
      const desk = await save('Desk', 'shared', {}, {others});
      assert.deepEqual(
        (await related(desk, 'others'))
          .map(other => [other.guid, other['relationshipType']])
          .toSorted(),
        [
          [one.guid, 'far'],
          [two.guid, 'near'],
        ].toSorted(),
      );
      assert.deepEqual(
        (await related(one.guid, 'farOf')).map(({guid}) => guid),
        [desk],
      );
    });

    test('a given set replaces the one before: what is owned goes, the rest is only left', async () => {
      const [one, two, three] = await drawers('replaced', 3);
      const desk = await save(
        'Desk',
        'replaced',
        {},
        {drawers: [one, two], others: [{...one, relationshipType: 'far'}]},
      );
      const update = {
        typeName: 'Desk',
        attributes: attributes('replaced'),
        relationshipAttributes: {drawers: [two, three], others: []},
      };
      const {mutatedEntities} = (await api.send('POST', '/v2/entity', {entity: update})) as {
        mutatedEntities: Record<string, {guid: string}[]>;
      };
      assert.deepEqual(
        mutatedEntities['DELETE']?.map(({guid}) => guid),
        [one.guid],
      );
      const shown = (await related(desk, 'drawers')).map(({guid, relationshipStatus}) => [
        guid,
        relationshipStatus,
      ]);
      assert.deepEqual(
        shown.toSorted(),
        [
          [one.guid, 'DELETED'],
          [two.guid, 'ACTIVE'],
          [three.guid, 'ACTIVE'],
        ].toSorted(),
      );
    });

    test('what does not fit is refused', async () => {
      const [drawer] = await drawers('unfit', 1);
      const desk = await save('Desk', 'unfit');
      const post = (name: string, more: object, relationshipAttributes: object = {}) =>
        api.refused('POST', '/v2/entity', {
          entity: {
            typeName: 'Desk',
            guid: '-1',
            attributes: attributes(name, more),
            relationshipAttributes,
          },
        });
      assert.equal(await post('x', {}, {guests: [drawer]}), '400 ATLAS-400-00-036');
      assert.equal(await post('x', {}, {drawers: [{guid: desk}]}), '400 ATLAS-400-00-036');
      assert.equal(
        await post('x', {}, {drawers: [{guid: 'nobody', typeName: 'Drawer'}]}),
        '404 ATLAS-404-00-00A',
      );
      const unknown = {typeName: 'Drawer', uniqueAttributes: {qualifiedName: 'nobody'}};
      assert.equal(await post('x', {}, {drawers: [unknown]}), '404 ATLAS-404-00-00A');
      const wrong = {guid: desk, relationshipAttributes: {attributes: {times: 'often'}}};
      assert.equal(await post('x', {}, {guests: [wrong]}), '404 ATLAS-404-00-00D');
    });

    test('an owner takes along all that it owns, by relations and by references', async () => {
      const [one, two, three] = await drawers('owner', 3);
      const [stranger] = await drawers('owner_stranger', 1);
      const beside = await save('Desk', 'owner_beside');
      const desk = await save(
        'Desk',
        'owner',
        {lamp: two, pens: [three], beside: {guid: beside, typeName: 'Desk'}},
        {drawers: [one], others: [{...stranger, relationshipType: 'near'}]},
      );
      assert.deepEqual(await deleted(desk), [desk, one.guid, two.guid, three.guid].toSorted());
      assert.deepEqual(await statuses([stranger.guid, beside]), ['ACTIVE', 'ACTIVE']);
    });

    test('an owned reference that is set anew or taken away ends what it was set to', async () => {
      const [one, two, three] = await drawers('lamp', 3);
      const desk = await save('Desk', 'lamp', {lamp: one, pens: [two, three]});
      const update = async (more: object) =>
        await api.send('POST', '/v2/entity', {
          entity: {typeName: 'Desk', attributes: attributes('lamp', more)},
        });
      await update({lamp: null, pens: [three]});
      assert.deepEqual(await statuses([one.guid, two.guid, three.guid]), [
        'DELETED',
        'DELETED',
        'ACTIVE',
      ]);
      const {attributes: left} = await entity(desk);
      // As in the reference, a list goes on showing what was taken out of it and is deleted;
      // whoever reads it looks at the states.
      assert.deepEqual(
        [left['lamp'], (left['pens'] as Reference[]).map(one => one.guid)],
        [null, [three.guid, two.guid]],
      );
    });

    test('the other side of a reference that has one follows it', async () => {
      const [one, two] = [await save('Crew', 'inverse_one'), await save('Crew', 'inverse_two')];
      const crew = (guid: string) => ({guid, typeName: 'Crew'});
      const ann = await save('Sailor', 'inverse_ann', {crew: crew(one), leads: crew(one)});
      const bob = await save('Sailor', 'inverse_bob', {crew: crew(one)});
      const sides = async (guid: string) => {
        const {members, captain} = (await entity(guid)).attributes as {
          members: Json[] | null;
          captain: Json | null;
        };
        return [(members ?? []).map(member => member['guid']), captain?.['guid'] ?? null];
      };
      assert.deepEqual(await sides(one), [[ann, bob], ann]);
      const update = async (name: string, more: object) =>
        (await api.send('POST', '/v2/entity', {
          entity: {typeName: 'Sailor', attributes: attributes(name, more)},
        })) as {
          mutatedEntities: Record<string, {guid: string}[]>;
        };
      const {mutatedEntities} = await update('inverse_ann', {crew: crew(two)});
      assert.deepEqual(
        mutatedEntities['UPDATE']?.map(({guid}) => guid).toSorted(),
        [ann, one, two].toSorted(),
      );
      assert.deepEqual(
        [await sides(one), await sides(two)],
        [
          [[bob], ann],
          [[ann], null],
        ],
      );
      // Nobody leads two, and sent again nothing changes.
      await update('inverse_bob', {leads: crew(one)});
      assert.deepEqual(await sides(one), [[bob], bob]);
      assert.equal((await update('inverse_bob', {leads: crew(one)})).mutatedEntities, undefined);
      await update('inverse_bob', {crew: null, leads: null});
      assert.deepEqual(await sides(one), [[], null]);
      // In one request with what it refers to, and by a partial update.
      const born = (await api.send('POST', '/v2/entity/bulk', {
        entities: [
          {typeName: 'Crew', guid: '-1', attributes: attributes('inverse_born')},
          {
            typeName: 'Sailor',
            guid: '-2',
            attributes: attributes('inverse_cid', {crew: {guid: '-1', typeName: 'Crew'}}),
          },
        ],
      })) as {guidAssignments: Record<string, string>};
      const {'-1': third = '', '-2': cid = ''} = born.guidAssignments;
      assert.deepEqual(await sides(third), [[cid], null]);
      await api.send('PUT', `/v2/entity/guid/${cid}?name=crew`, crew(two));
      assert.deepEqual(
        [await sides(third), await sides(two)],
        [
          [[], null],
          [[ann, cid], null],
        ],
      );
      // The edges followed: who is deleted permanently is gone from both sides.
      await deleted(ann);
      await api.send('PUT', '/admin/purge', [ann]);
      assert.deepEqual(await sides(two), [[cid], null]);
    });

    test('who goes takes along what its end of a relationship says', async () => {
      const [one, two] = await drawers('shadow', 2);
      const desk = await save('Desk', 'shadow', {}, {shadows: [one]});
      const dark = await save('Desk', 'shadow_dark', {}, {darkness: [two]});
      // The other way round nobody follows.
      assert.deepEqual(await deleted(one.guid), [one.guid]);
      const [third] = await drawers('shadow_third', 1);
      await api.send('POST', '/v2/relationship', {
        typeName: 'desk_shadow',
        end1: {guid: desk},
        end2: {guid: third.guid},
      });
      assert.deepEqual(await deleted(desk), [desk, third.guid].toSorted());
      assert.deepEqual(await deleted(dark), [dark, two.guid].toSorted());
    });

    test('a relation that ends leaves its entities, even what it owned', async () => {
      const [one] = await drawers('freed', 1);
      const desk = await save('Desk', 'freed', {}, {drawers: [one]});
      const [relation] = await related(desk, 'drawers');
      await api.delete(`/v2/relationship/guid/${relation?.relationshipGuid}`);
      assert.deepEqual(await statuses([one.guid, desk]), ['ACTIVE', 'ACTIVE']);
      assert.deepEqual(await deleted(desk), [desk]);
    });

    test('a deleted entity keeps the relations that it holds, and loses those that point at it', async () => {
      const [one] = await drawers('dead', 1);
      const guest = await save('Desk', 'dead_guest');
      const host = await save('Desk', 'dead_host', {}, {guests: [{guid: guest, typeName: 'Desk'}]});
      await deleted(guest);
      const [seen] = await related(host, 'guests');
      assert.deepEqual([seen?.['entityStatus'], seen?.relationshipStatus], ['DELETED', 'DELETED']);
      const holder = await save(
        'Desk',
        'dead_holder',
        {},
        {others: [{...one, relationshipType: 'far'}]},
      );
      await deleted(holder);
      const [held] = await related(holder, 'others');
      assert.deepEqual([held?.['entityStatus'], held?.relationshipStatus], ['ACTIVE', 'ACTIVE']);
    });
  });
}

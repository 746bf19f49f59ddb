import assert from 'node:assert/strict';
import {rm} from 'node:fs/promises';
import {after, describe, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {checkRows, entitiesOfTypes, GraphStore} from '@gazetteer/store';
import {tries} from '@gazetteer/model/testing';
import {array, assert as assertProperty, asyncProperty, nat} from 'fast-check';
import {localDatabases} from './local-databases.ts';
import {contentTables, LocalCatalog, step, steps, take} from './random-catalog.ts';
import {readImportRequest} from '../src/transfer/import-request.ts';

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const databases = localDatabases(cluster);

for (const {name, options, open} of databases) {
  describe(`properties on ${name}`, options, () => {
    test('export then import gives an equal catalog', async () => {
      const [source, copy] = [
        await LocalCatalog.open(await open()),
        await LocalCatalog.open(await open()),
      ];
      try {
        await assertProperty(
          asyncProperty(steps(25), async some => {
            await source.empty();
            await copy.empty();
            for (const one of some) await take(source, one);
            const who = {
              actor: {userName: 'bob', groups: []},
              requestId: 'r',
              clientAddress: '::1',
            };
            const items = {
              itemsToExport: [{typeName: 'Referenceable'}],
              options: {matchType: 'forType'},
            };
            const file = await source.transfers.export(who, JSON.stringify(items));
            assert.ok(file !== undefined);
            const request = readImportRequest(JSON.stringify({options: {batchSize: '3'}}));
            await copy.transfers.import(who, file, request);
            await rm(file);
            assert.deepEqual(await contents(copy), await contents(source));
          }),
          tries(30),
        );
      } finally {
        await source.close();
        await copy.close();
      }
    });

    test('what is deleted and purged leaves no trace but its audit', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        await assertProperty(
          asyncProperty(steps(25), nat(), async (some, choice) => {
            await catalog.empty();
            for (const one of some) await take(catalog, one);
            const all = await catalog.rows<{id: number; guid: string; type_id: number}>(
              `SELECT e.id, e.guid, e.type_id FROM entity e JOIN symbol s ON s.id = e.type_id WHERE s.name LIKE 'hive_%' ORDER BY e.id`,
            );
            // A part goes, so that there is something left that may point at it.
            const doomed = all.filter((_, i) => (choice >> (i % 31)) & 1).map(one => one.guid);
            if (doomed.length === 0) return;
            await catalog.run('deleteEntities', {guids: doomed});
            await catalog.run('purgeEntities', {body: JSON.stringify(doomed)});
            const left = new Set(
              (await catalog.rows<{guid: string}>('SELECT guid FROM entity')).map(one => one.guid),
            );
            const gone = all.filter(one => !left.has(one.guid));
            assert.ok(gone.length >= doomed.length);
            assert.deepEqual(await traces(catalog, gone), []);
          }),
          tries(30),
        );
      } finally {
        await catalog.close();
      }
    });

    test('concurrent writers leave no broken unique attribute and no half state', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        await assertProperty(
          asyncProperty(
            array(array(step, {maxLength: 8}), {minLength: 2, maxLength: 6}),
            async clients => {
              await catalog.empty();
              await Promise.all(
                clients.map(async own => {
                  for (const one of own) await take(catalog, one);
                }),
              );
              assert.deepEqual(await faults(catalog), []);
            },
          ),
          tries(30),
        );
      } finally {
        await catalog.close();
      }
    });
  });
}

/**
 * All that is stored of entities, by guids and names. What the catalog keeps for itself is left
 * out, and so is what a relation that has ended did not let through: it never comes back.
 */
async function contents(catalog: LocalCatalog): Promise<Record<string, unknown[]>> {
  const entity = "JOIN symbol s ON s.id = e.type_id WHERE s.name LIKE 'hive_%'";
  const queries = {
    entities: `SELECT e.guid, s.name, e.state, e.created_by, e.updated_by, e.created, e.updated, e.attributes, e.extra FROM entity e ${entity}`,
    edges: `SELECT g.guid, t.name, g.state, a.guid AS end1, b.guid AS end2, g.propagate, g.created_by, g.updated_by, g.created, g.updated, g.attributes
      FROM edge g JOIN symbol t ON t.id = g.type_id JOIN entity a ON a.id = g.end1_id JOIN entity b ON b.id = g.end2_id`,
    classifications: `SELECT e.guid, t.name, c.propagate, c.remove_propagations, c.attributes, c.validity
      FROM classification c JOIN entity e ON e.id = c.entity_id JOIN symbol t ON t.id = c.type_id`,
    propagations: `SELECT e.guid, t.name, o.guid AS source, p.carries
      FROM propagation p JOIN entity e ON e.id = p.entity_id JOIN entity o ON o.id = p.source_id JOIN symbol t ON t.id = p.type_id`,
    blocks: `SELECT g.guid, t.name, o.guid AS source
      FROM propagation_block b JOIN edge g ON g.id = b.edge_id JOIN entity o ON o.id = b.source_id JOIN symbol t ON t.id = b.type_id
      WHERE g.state = 0`,
    uniques: `SELECT u.value, a.name, e.guid FROM unique_value u JOIN symbol a ON a.id = u.attribute_id
      JOIN entity e ON e.id = u.entity_id ${entity}`,
    facets: `SELECT e.guid, s.name, f.state, f.owner FROM facet f JOIN entity e ON e.id = f.entity_id ${entity}`,
    counts: `SELECT kind, s.name, t.state, sum(n) AS n FROM tally t JOIN symbol s ON s.id = t.type_id
      WHERE s.name NOT LIKE '\\_\\_%' ESCAPE '\\' GROUP BY kind, s.name, t.state HAVING sum(n) <> 0`,
  };
  const found: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(queries)) {
    const rows = await catalog.rows<Record<string, unknown>>(sql);
    found[name] = rows
      .map(row =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, inOrder(value)])),
      )
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return found;
}

/** JSON texts as what they say; what is left out says the same as what is null or empty. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value === null ? {} : value;
  const members = Object.entries(JSON.parse(value) as Record<string, unknown>);
  return Object.fromEntries(members.filter(([, one]) => one !== null).sort());
}

/** Rows that name one of the entities by its guid or its number, apart from audits. */
async function traces(
  catalog: LocalCatalog,
  gone: readonly {id: number; guid: string}[],
): Promise<string[]> {
  const ids = new Set(gone.map(one => one.id));
  const columns = ['entity_id', 'source_id', 'end1_id', 'end2_id', 'rowid'];
  const found: string[] = [];
  const audits = "SELECT id FROM symbol WHERE name = '__MetaAuditEntry'";
  const kept: Record<string, string> = {
    entity: `WHERE type_id NOT IN (${audits})`,
    text_value: `WHERE entity_id NOT IN (SELECT id FROM entity WHERE type_id IN (${audits}))`,
  };
  for (const table of contentTables) {
    if (['audit', 'past_entity', 'tally', 'audit_floor', 'task', 'outbox'].includes(table))
      continue;
    const what = table === 'document' && catalog.db.dialect.fullText === 'fts5' ? 'rowid' : '*';
    for (const row of await catalog.rows<Record<string, unknown>>(
      `SELECT ${what} FROM ${table} ${kept[table] ?? ''}`,
    )) {
      const text = JSON.stringify(row);
      const isNamed =
        gone.some(one => text.includes(one.guid)) ||
        columns.some(name => ids.has(Number(row[name])));
      if (isNamed) found.push(`${table}: ${text}`);
    }
  }
  const sums = await catalog.rows<{name: string; state: number; n: number}>(
    `SELECT s.name, t.state, sum(n) AS n FROM tally t JOIN symbol s ON s.id = t.type_id
     WHERE kind = 0 AND t.state < 2 AND s.name LIKE 'hive_%' GROUP BY s.name, t.state`,
  );
  for (const {name, state, n} of sums) {
    const [row] = await catalog.rows<{n: number}>(
      `SELECT count(*) AS n FROM facet f JOIN symbol s ON s.id = f.type_id WHERE s.name = '${name}' AND f.state = ${state}`,
    );
    if (Number(row?.n) !== Number(n))
      found.push(`${name} ${state}: counted ${n}, there are ${row?.n}`);
  }
  return found;
}

/** What no order of whole requests could have left. */
async function faults(catalog: LocalCatalog): Promise<string[]> {
  const found: string[] = [];
  const twice = await catalog.rows<{value: string; n: number}>(
    `SELECT v.value, count(*) AS n FROM text_value v JOIN symbol a ON a.id = v.attribute_id JOIN entity e ON e.id = v.entity_id
     WHERE a.name = 'Referenceable.qualifiedName' AND e.state = 0 GROUP BY v.value, e.type_id HAVING count(*) > 1`,
  );
  for (const {value, n} of twice) found.push(`${value} is there ${n} times`);
  const store = new GraphStore(catalog.db);
  await store.read(async graph => {
    const types = graph.types.entityTypes.get('Referenceable')?.typeAndSubTypes ?? [];
    for (const {record, issues} of await checkRows(
      graph,
      await entitiesOfTypes(graph, [...types]),
    )) {
      for (const issue of issues) found.push(`${record.typeName} ${record.guid}: ${issue}`);
    }
  });
  const orphans = await catalog.rows<{guid: string}>(
    `SELECT c.guid FROM entity c JOIN symbol s ON s.id = c.type_id
     WHERE s.name = 'hive_column' AND c.state = 0 AND NOT EXISTS (SELECT 1 FROM edge g JOIN entity t ON t.id IN (g.end1_id, g.end2_id)
       WHERE c.id IN (g.end1_id, g.end2_id) AND t.id <> c.id AND g.state = 0 AND t.state = 0)`,
  );
  for (const {guid} of orphans) found.push(`column ${guid} has no living table`);
  const homeless = await catalog.rows<{entity_id: number}>(
    `SELECT p.entity_id FROM propagation p WHERE NOT EXISTS
     (SELECT 1 FROM classification c WHERE c.entity_id = p.source_id AND c.type_id = p.type_id)`,
  );
  for (const {entity_id} of homeless) found.push(`entity ${entity_id} carries what nothing has`);
  return found;
}

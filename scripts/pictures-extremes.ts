import {ask, tableWithColumns} from '../apps/catalog/test/client.ts';

/**
 * A name that fits nowhere, a table that is wider than any, glossaries of that kind, and what
 * administrators see once something has happened.
 */
export async function saveExtremes(url: string, guids: Map<string, string>): Promise<void> {
  const extra = {
    long: tableWithColumns(
      `${'a_very_long_name_'.repeat(12)}שלום_العربية`,
      3,
      await databaseOf(url),
    ),
    wide: tableWithColumns('wide', 10_000, await databaseOf(url)),
  };
  for (const [name, body] of Object.entries(extra)) {
    const {json} = await ask(`${url}/api/meta/v2/entity`, {body});
    guids.set(
      `hive_table:${name}`,
      (json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '',
    );
  }
  for (const [key, guid] of await glossaryGuids(url)) guids.set(key, guid);
  await keepBusy(url);
}

/** A business metadata type, an export, a task, and entities that were deleted. */
async function keepBusy(url: string): Promise<void> {
  const api = `${url}/api/meta`;
  const applicableEntityTypes = JSON.stringify(['hive_table']);
  const attribute = {
    typeName: 'string',
    isOptional: true,
    cardinality: 'SINGLE',
    options: {applicableEntityTypes, maxStrLength: '100'},
  };
  const stewardship = {
    name: 'Stewardship',
    description: 'Who answers for a table.',
    attributeDefs: ['team', 'contact'].map(name => ({name, ...attribute})),
  };
  await ask(`${api}/v2/types/typedefs`, {body: {businessMetadataDefs: [stewardship]}});
  const table = {typeName: 'hive_table', uniqueAttributes: {qualifiedName: 'raw.customers@sample'}};
  await ask(`${api}/admin/export`, {body: {itemsToExport: [table], options: {fetchType: 'FULL'}}});
  await ask(`${api}/admin/audits/ageout`, {
    body: {auditAgingEnabled: true, customAgeoutTTLInDays: 90, customAgeoutEntityTypes: 'hive_db'},
  });
  const old = tableWithColumns('old_orders', 3, await databaseOf(url));
  await ask(`${api}/v2/entity`, {body: old});
  await ask(`${api}/v2/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=old_orders@test`, {
    method: 'DELETE',
  });
}

/**
 * A large glossary and one with a long name are made; guids of the parts of all, by kind and name.
 */
async function glossaryGuids(url: string): Promise<ReadonlyMap<string, string>> {
  const post = async (path: string, body: unknown) =>
    (await ask(`${url}/api/meta/v2/glossary${path}`, {body})).json;
  const {guid: glossaryGuid} = (await post('', {
    name: 'Large',
    shortDescription: 'Ten thousand terms',
  })) as {
    guid: string;
  };
  const long = await post('', {name: `${'a glossary with a very long name '.repeat(5)}ספר מונחים`});
  for (let from = 0; from < 10_000; from += 1000) {
    const names = Array.from({length: 1000}, (_, n) => `Term ${String(from + n).padStart(5, '0')}`);
    await post(
      '/terms',
      names.map(name => ({name, anchor: {glossaryGuid}})),
    );
  }
  const {json} = await ask(`${url}/api/meta/v2/glossary`);
  type Part = {displayText: string; termGuid: string; categoryGuid: string};
  const all = json as {name: string; guid: string; terms?: Part[]; categories?: Part[]}[];
  return new Map([
    ['glossary:long', (long as {guid: string}).guid],
    ...all.flatMap(({name, guid, terms = [], categories = []}): (readonly [string, string])[] => [
      [`glossary:${name}`, guid],
      ...terms.map(one => [`term:${one.displayText}`, one.termGuid] as const),
      ...categories.map(one => [`category:${one.displayText}`, one.categoryGuid] as const),
    ]),
  ]);
}

async function databaseOf(url: string): Promise<{guid: string}> {
  const {json} = await ask(
    `${url}/api/meta/v2/entity/uniqueAttribute/type/hive_db/header?attr:qualifiedName=raw@sample`,
  );
  return json as {guid: string};
}

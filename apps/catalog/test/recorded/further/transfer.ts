import assert from 'node:assert/strict';
import type {Table} from './table.ts';

type Json = Record<string, unknown>;
type EntityJson = {attributes: Json; relationshipAttributes: Record<string, unknown>} & Json;
type Archive = Record<string, unknown> & {
  'atlas-export-order.json': string[];
  'atlas-export-info.json': Json & {metrics: Json};
  'atlas-typesdef.json': Record<string, {name: string}[]>;
};

/** The answer to an export that finds nothing. */
const emptyArchive = {
  why: 'there no byte comes; here it is an archive that tells what was asked for and that nothing was found',
  check: (body: unknown) => assert.match(String(body), /^PK.*atlas-export-order\.json/s),
};

/** Export and import. */
export const transfer: Table = {
  differs: {
    '9001-export-hive_db': {
      why: 'relations tell who made them and when; of types only those that the entities need are there',
      check: checkExport,
    },
    '9002-export-nothing-found': emptyArchive,
    '9003-export-unknown-type': emptyArchive,
    '9004-import-itself': {
      why: 'what the archive does not tell of its export is not told in its name; the host has its own name',
      without: ['metrics', 'hostName', 'exportResult'],
      // The archive's entities have the times of another clock, so that they are changed here, too.
      check: checkImport({'entity:hive_db:updated': 1, 'entity:hive_table:updated': 2}),
    },
    '9005-import-no-request-part': {
      why: 'as before, and what is the same already is not counted as updated',
      without: ['metrics', 'hostName', 'exportResult'],
      check: checkImport({}),
    },
    '9006-import-not-a-zip': {
      why: 'a file that is no archive is an error of the request, with its reason',
      status: 400,
      row: 'an import of a file that is no ZIP archive',
      check: body => assert.equal((body as Json)['errorCode'], 'ATLAS-400-00-09F'),
    },
    '9008-import-after-get': {
      why: 'an import does not add what the archive does not tell: there provenanceType and proxy came out of it',
      check: (body, recorded) => {
        const [ours, theirs] = [body, recorded].map(one => (one as {entity: EntityJson}).entity);
        assert.deepEqual(ours?.attributes, theirs?.attributes);
        const {provenanceType: _type, proxy: _proxy, ...others} = (theirs ?? {}) as Json;
        assert.deepEqual(Object.keys(ours ?? {}).sort(), Object.keys(others).sort());
      },
    },
    '9009-expimp-audit': {
      why: 'the newest come first, exports that found nothing are there, too; each tells its options, not all its guids',
      check: body => {
        const list = body as Json[];
        const operations = list.map(one => one['operation']);
        assert.deepEqual(operations, ['IMPORT', 'IMPORT', 'EXPORT', 'EXPORT', 'EXPORT']);
        for (const one of list) assert.equal(one['userName'], 'admin');
      },
    },
  },
  notEqualYet: [],
};

/** `recorded` has our guids in it. */
function checkExport(body: unknown, recorded: unknown): void {
  const [ours, theirs] = [body as Archive, recorded as Archive];
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort());
  assert.deepEqual(
    ours['atlas-export-order.json'].toSorted(),
    theirs['atlas-export-order.json'].toSorted(),
  );
  for (const guid of ours['atlas-export-order.json']) {
    const [one, other] = [ours, theirs].map(
      files => (files[`${guid}.json`] as {entity: EntityJson}).entity,
    );
    assert.deepEqual(one?.attributes, other?.attributes);
    assert.deepEqual(guidsOf(one), guidsOf(other));
  }
  const {duration: _ours, ...counts} = ours['atlas-export-info.json'].metrics;
  const {duration: _theirs, ...recordedCounts} = theirs['atlas-export-info.json'].metrics;
  assert.deepEqual(counts, recordedCounts);
  for (const [list, definitions] of Object.entries(ours['atlas-typesdef.json'])) {
    const names = new Set(theirs['atlas-typesdef.json'][list]?.map(one => one.name));
    assert.deepEqual(
      definitions.map(one => one.name).filter(name => !names.has(name)),
      [],
    );
  }
}

/** Of relations that lead away, by the attribute. */
function guidsOf(entity: EntityJson | undefined): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(entity?.relationshipAttributes ?? {}).map(([name, value]) => [
      name,
      [value]
        .flat()
        .flatMap(one => (one === null ? [] : (one as {guid: string}).guid))
        .sort(),
    ]),
  );
}

function checkImport(counts: Json): (body: unknown, recorded: unknown) => void {
  return (body, recorded) => {
    const {data: _none, ...told} = (recorded as {exportResult: Json}).exportResult;
    const {exportResult, metrics} = body as {exportResult: Json; metrics: Json};
    assert.deepEqual(exportResult, told);
    const {duration, ...others} = metrics;
    assert.deepEqual([typeof duration, others], ['number', counts]);
  };
}

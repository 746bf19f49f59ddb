import assert from 'node:assert/strict';
import type {Difference} from '../replay.ts';
import type {Table} from './table.ts';

type Hit = {
  readonly typeName?: string;
  readonly status?: string;
  readonly labels?: readonly string[];
  readonly attributes?: {readonly qualifiedName?: string};
  readonly classifications?: readonly {readonly typeName: string}[];
};
type Page = {
  readonly entities?: readonly Hit[];
  readonly approximateCount?: number;
  readonly nextMarker?: string;
};

const newestFirst = 'hits come the newest first here, there as the index gives them';
/**
 * Made before the recording, and not recorded; or refused there, as a guid that is null or empty
 * counts as absent here.
 */
const isSpare = ({attributes}: Hit) =>
  /^(aud[2-7]?@c1|ng[23])$/.test(attributes?.qualifiedName ?? '');
const known = (body: unknown) => ((body as Page).entities ?? []).filter(hit => !isSpare(hit));
const identity = ({typeName, status, attributes}: Hit) =>
  [typeName, status, attributes?.qualifiedName].join(' ');
/** Of which form a hit is told. */
const form = (hit: Hit) => [Object.keys(hit).sort(), Object.keys(hit.attributes ?? {}).sort()];
const classified = ({classifications = []}: Hit) => classifications.map(one => one.typeName).sort();

const sameHits = (body: unknown, recorded: unknown): void => {
  const [ours, theirs] = [known(body), known(recorded)].map(
    hits =>
      new Map(
        hits.map(hit => [identity(hit), [form(hit), hit.attributes, hit.labels, classified(hit)]]),
      ),
  );
  assert.deepEqual(ours, theirs);
};
/**
 * Of more hits than a page shows, another page: as long, and hits of the same type in the same
 * form.
 */
const anotherPage = (body: unknown, recorded: unknown): void => {
  const [ours, theirs] = [body as Page, recorded as Page];
  assert.equal(ours.entities?.length, theirs.entities?.length);
  for (const hit of ours.entities ?? []) {
    const same = theirs.entities?.find(one => one.typeName === hit.typeName);
    assert.ok(hit.attributes?.qualifiedName, JSON.stringify(hit));
    if (same !== undefined) assert.deepEqual(form(hit), form(same));
  }
  assert.equal(new Set(ours.entities?.map(identity)).size, ours.entities?.length);
};
/** The error's code alone. */
const sameCode = (body: unknown, recorded: unknown): void => {
  const code = (answer: unknown) => (answer as {errorCode?: string}).errorCode;
  assert.equal(code(body), code(recorded));
};

const otherText: Difference = {
  why: 'errors of a DSL query tell the line, the column and what was expected there',
  without: ['errorMessage'],
  check: sameCode,
};
const all: Difference = {
  why: 'what was made before the recording is left out; the order is left open',
  without: ['entities'],
  check: sameHits,
};
const page: Difference = {
  why: newestFirst,
  without: ['entities', 'nextMarker'],
  check: anotherPage,
};
const otherPages = (...more: string[]): Difference => ({
  ...page,
  why: `${newestFirst}; what was made before the recording is left out`,
  without: ['entities', ...more],
});
const uncounted: Difference = {
  why: 'every count of a basic search is exact here; there hits of tagFilters are not counted',
  without: ['entities', 'approximateCount'],
  check: sameHits,
};
const twoMore =
  'two entities without a guid were made here, where null and an empty one are refused there';
/** Two hits more than recorded, of which a page shows some. */
const pageOfTwoMore = (...more: string[]): Difference => ({
  why: `${newestFirst}; ${twoMore}`,
  without: ['entities', 'approximateCount', ...more],
  check: (body, recorded) => {
    anotherPage(body, recorded);
    assert.equal((body as Page).approximateCount, Number((recorded as Page).approximateCount) + 2);
  },
});
/** A filter on what is not indexed: `hits` are all that it holds for. */
const countedByType = (
  hits: readonly string[],
  value: object,
  more: Partial<Difference> = {},
): Difference => ({
  why: 'a count is that of the hits here, there that of the type when the filter is on what is not indexed',
  without: ['entities', 'approximateCount'],
  check: body => {
    const {entities = [], approximateCount} = body as Page;
    assert.deepEqual([entities.length, approximateCount], [1, hits.length]);
    for (const {attributes} of entities) {
      assert.ok(hits.includes(attributes?.qualifiedName ?? ''), JSON.stringify(attributes));
      assert.deepEqual({...attributes, ...value}, attributes);
    }
  },
  ...more,
});

/** DSL and basic search. */
export const search: Table = {
  differs: {
    '8001-dsl-typeName-and-from-query': all,
    '8004-dsl-typeName-only': {...all, why: `${newestFirst}; ${twoMore}`},
    '8005-dsl-alias': otherText,
    '8006-dsl-alias-as': {
      why: `${newestFirst}; the rows of unrecorded databases are left out`,
      without: ['attributes'],
      check: (body, recorded) => {
        const rows = (answer: unknown) =>
          (answer as {attributes: {name: string[]; values: string[][]}}).attributes;
        assert.deepEqual(rows(body).name, rows(recorded).name);
        const values = (answer: unknown) =>
          rows(answer)
            .values.flat()
            .filter(name => !/^aud[2-7]?$/.test(name))
            .sort();
        assert.deepEqual(values(body), values(recorded));
      },
    },
    '8008-dsl-condition-only': {
      why: 'a condition without a type looks at all entities; there at inner records, too, and a page is full of these',
      without: ['entities'],
      check: body =>
        assert.deepEqual(
          known(body).map(one => one.attributes?.qualifiedName),
          ['nra@c1'],
        ),
    },
    '8009-dsl-value-only': otherText,
    '8010-dsl-classification': otherText,
    '8011-dsl-typeName-classification': {
      ...all,
      why: 'what a deleted entity was classified with afterwards is told as DELETED, as all that it has',
    },
    '8012-dsl-typeName-unknown': otherText,
    '8013-dsl-nothing': otherText,
    '8014-dsl-query-select': {
      why: newestFirst,
      without: ['attributes'],
      check: body => {
        const {name, values} = (body as {attributes: {name: string[]; values: string[][]}})
          .attributes;
        assert.deepEqual(
          [name, values.length, values.every(row => row.length === 2)],
          [['name', 'owner'], 2, true],
        );
      },
    },
    '8015-dsl-query-has': all,
    '8018-dsl-query-date': otherText,
    '8019-dsl-query-syscreate': page,
    '8020-dsl-query-createdBy': page,
    '8022-dsl-query-count': {
      why: 'seven databases were made before the recording, and not recorded',
      without: ['attributes'],
      check: (body, recorded) => {
        const count = (answer: unknown) =>
          (answer as {attributes: {values: number[][]}}).attributes.values[0]?.[0];
        assert.equal(count(body), (count(recorded) ?? 0) - 7);
      },
    },
    '8024-dsl-query-groupby': otherText,
    '8025-dsl-limit-negative': all,
    '8027-dsl-limit-zero': all,
    '8028-basic-attributes-known': otherPages('referredEntities'),
    '8030-basic-attributes-relationship': {
      why: `${newestFirst}, so that no hit of the page has anything to refer to`,
      check: (body, recorded) => {
        anotherPage(body, recorded);
        const {searchParameters, ...ours} = body as Page & {
          searchParameters: {attributes: string[]};
        };
        assert.deepEqual(Object.keys(ours).sort(), ['approximateCount', 'entities', 'queryType']);
        assert.deepEqual(searchParameters.attributes, ['meanings', 'inputToProcesses']);
        assert.equal(ours.approximateCount, (recorded as Page).approximateCount);
        for (const {attributes = {}} of ours.entities ?? []) {
          const {meanings, inputToProcesses} = attributes as Record<string, unknown>;
          assert.deepEqual([meanings, inputToProcesses], [[], []]);
        }
      },
    },
    '8031-basic-attributes-system': page,
    '8032-basic-includeClassificationAttributes': pageOfTwoMore(),
    '8034-basic-classification-all': otherPages('approximateCount'),
    '8036-basic-classification-not-classified': otherPages('approximateCount'),
    '8037-basic-tagFilters-timestamp': uncounted,
    '8038-basic-tagFilters-createdBy': uncounted,
    '8039-basic-tagFilters-attribute': uncounted,
    '8041-basic-tagFilters-entityStatus': uncounted,
    '8042-basic-filter-system-timestamp': pageOfTwoMore(),
    '8043-basic-filter-system-createdBy': pageOfTwoMore(),
    '8045-basic-filter-system-typeName': pageOfTwoMore(),
    '8046-basic-filter-system-classificationNames': all,
    '8048-basic-filter-system-state': pageOfTwoMore(),
    '8049-basic-filter-system-isIncomplete': {
      ...pageOfTwoMore('searchParameters'),
      why: `${newestFirst}; ${twoMore}; the filter is told as it was sent, there as isNull, which it was made to`,
      check: (body, recorded) => {
        pageOfTwoMore().check?.(body, recorded);
        const {entityFilters} = (body as {searchParameters: {entityFilters: object}})
          .searchParameters;
        assert.deepEqual(entityFilters, {
          attributeName: '__isIncomplete',
          operator: '=',
          attributeValue: '0',
        });
      },
    },
    '8055-basic-filter-isNull': pageOfTwoMore(),
    '8056-basic-filter-notNull': page,
    '8058-basic-filter-empty-criterion': pageOfTwoMore(),
    '8059-basic-filter-no-condition': {
      why: 'criteria without a condition must all hold; there they are a fault that answers 500',
      status: 200,
      check: body =>
        assert.deepEqual(
          known(body).map(one => one.attributes?.qualifiedName),
          ['ref2'],
        ),
    },
    '8060-basic-filter-nested': page,
    '8062-basic-filter-date-text': {
      why: 'dates may be written as texts; there this is a fault that answers 500',
      status: 200,
      check: body => assert.equal((body as {approximateCount: number}).approximateCount, 0),
    },
    '8063-basic-filter-date-millis': page,
    '8064-basic-filter-timeRange': page,
    '8065-basic-filter-int-text': page,
    '8067-basic-filter-boolean': countedByType(['lx_all44', 'lx_all45'], {b: true}),
    '8068-basic-filter-enum': page,
    '8069-basic-filter-in-array': countedByType(
      ['lx_all80', 'lx_all79'],
      {},
      {
        why: 'a list contains what is one of its elements; there such a filter finds nothing, and counts the type',
        without: ['approximateCount'],
        additional: ['entities'],
      },
    ),
    '8070-basic-sortBy': {
      why: twoMore,
      without: ['approximateCount'],
      check: (body, recorded) =>
        assert.equal(
          (body as Page).approximateCount,
          Number((recorded as Page).approximateCount) + 2,
        ),
    },
    '8072-basic-sortOrder-bad': {
      why: 'an error tells the place in the body, not the class of the server that read it',
      without: ['error'],
      check: body => assert.match((body as {error: string}).error, /ASCENDING, DESCENDING/),
    },
    '8074-basic-includeDeleted': all,
    '8075-basic-typeName-list': otherPages('approximateCount'),
    '8076-basic-typeName-all': {
      why: 'words end at a dot, so that nra is one of nra.t@c1, too',
      without: ['entities', 'approximateCount'],
      check: body => {
        const {entities = [], approximateCount} = body as Page;
        assert.deepEqual(
          entities.map(one => one.attributes?.qualifiedName),
          ['nra@c1', 'nra.t@c1'],
        );
        assert.equal(approximateCount, 2);
      },
    },
    '8080-basic-unknown-field': pageOfTwoMore(),
    '8081-basic-limit-zero': {
      why: `${newestFirst}; ${twoMore}`,
      without: ['entities', 'approximateCount'],
      check: (body, recorded) => {
        sameHits(body, recorded);
        assert.equal(
          (body as Page).entities?.length,
          Number((recorded as Page).approximateCount) + 2,
        );
        assert.equal(
          (body as Page).approximateCount,
          Number((recorded as Page).approximateCount) + 2,
        );
      },
    },
    '8082-basic-marker': pageOfTwoMore('nextMarker'),
  },
  notEqualYet: [],
};

import assert from 'node:assert/strict';
import type {Difference} from '../replay.ts';
import type {Table} from './table.ts';

type Named = {
  typeName: string;
  attributes: Record<string, unknown>;
  classifications?: {typeName: string}[];
};
type Mutation = {mutatedEntities: Record<string, Named[]>};
type Read = {
  entity: Named & {relationshipAttributes: Record<string, unknown>} & Record<string, unknown>;
};

const attributesOf = (body: unknown) => (body as Read).entity.attributes;
const listed = (body: unknown, key: string) =>
  ((body as Mutation).mutatedEntities[key] ?? []).map(one => one.attributes['qualifiedName']);

/** Taken here, and refused there. */
const taken = (why: string, key: 'CREATE' | 'PARTIAL_UPDATE' = 'CREATE'): Difference => ({
  why,
  status: 200,
  check: body => assert.equal(listed(body, key).length, 1),
});
/** Refused both here and there, or here alone, with the code that is told here. */
const refused = (why: string, code: string): Difference => ({
  why,
  status: Number(code.slice(6, 9)),
  check: body => assert.equal((body as {errorCode: string}).errorCode, code),
});
const read = (why: string, values: Record<string, unknown>): Difference => ({
  why,
  check: body => {
    for (const [name, value] of Object.entries(values))
      assert.deepEqual(attributesOf(body)[name], value, name);
  },
});
const invalidValue = 'ATLAS-404-00-007';
/** The reference prints an object of the language that it is written in. */
const ownText = 'a reference that names nothing is told as the client wrote it';
const noReference = 'ATLAS-400-00-021';
const kept = {
  why: 'the mandatory name was not taken away two exchanges before',
  check: (body: unknown) => {
    const {entity} = body as Read;
    assert.equal(entity.attributes['qualifiedName'], 'ref1');
    assert.deepEqual(entity.classifications?.map(one => one.typeName).toSorted(), [
      'lx_tag',
      'lx_tag2',
    ]);
  },
};
const otherName: Difference = {
  why: 'the message names the type and the values, not an object of the language that it is written in',
  check: body =>
    assert.match(
      (body as {errorMessage: string}).errorMessage,
      /^Referenced entity lx_ref\{qualifiedName=\w+\} is not/,
    ),
};
const enumAndReference =
  'the enum and the reference were updated before, which is refused or without effect there';
const keepsNote =
  'relationship attributes need no typeName: which relationship it is stands beside them';

/** Typedefs, values, counts, guids, references, deleted entities, partial updates. */
export const values: Table = {
  differs: {
    '6034-typedef-attribute-cardinality-null': {
      why: 'null counts as absent; there it became a list of what is none, and no type could be made any more',
      check: body => {
        const {entityDefs} = body as {entityDefs: {attributeDefs: {cardinality: string}[]}[]};
        assert.equal(entityDefs[0]?.attributeDefs[0]?.cardinality, 'SINGLE');
      },
    },
    '6035-typedef-any-create-after-cardinality-null-fails': {
      why: 'nothing was broken',
      status: 200,
      check: body =>
        assert.equal((body as {entityDefs: {name: string}[]}).entityDefs[0]?.name, 'ld_onull'),
    },
    '6038-typedef-attribute-options-null': {
      ...refused('it was made by the request before, which was refused there', 'ATLAS-409-00-001'),
      row: 'a `guid` or `cardinality` that is null',
    },
    '6081-typedef-enum-elements-no-ordinal': {
      why: 'an element without an ordinal has its place in the list',
      status: 200,
      check: body => {
        const {enumDefs} = body as {enumDefs: {elementDefs: {ordinal: number}[]}[]};
        assert.deepEqual(
          enumDefs[0]?.elementDefs.map(one => one.ordinal),
          [0, 1],
        );
      },
    },
    '6086-typedef-cardinality-unknown': refused('the words are our own', 'ATLAS-400-00-011'),
    '7088-value-date-iso-z': taken('any time of ISO 8601 with a zone is one'),
    '7111-value-enum-object': taken('an enum is taken as the V1 API writes it'),
    '7153-value-struct-attributes-only-stored': read(
      'attributes are read with and without a typeName beside them',
      {
        st: {typeName: 'lx_struct', attributes: {n: 'a', i: 0}},
      },
    ),
    '7158-value-struct-other-type-stored': read('what is not given is 0, whatever the typeName', {
      st: {typeName: 'lx_struct', attributes: {n: null, i: 0}},
    }),
    '7235-value-default-values-stored': read('defaults of enums and lists count, too', {
      e: 'USER',
      arr: ['a'],
      i: 7,
    }),
    '7245-entity-guid-null': taken('null counts as absent'),
    '7246-entity-guid-empty': taken('an empty guid counts as absent'),
    '7257-entity-with-classifications': {
      why: 'the answer shows what the entity was given',
      check: body => {
        const header = (body as Mutation).mutatedEntities['CREATE']?.[0];
        assert.deepEqual(
          header?.classifications?.map(one => one.typeName),
          ['lx_tag'],
        );
      },
    },
    '7261-entity-reference-text-guid': {
      why: 'a guid alone is a reference, too',
      status: 200,
      check: body =>
        assert.deepEqual(
          [listed(body, 'CREATE'), listed(body, 'UPDATE')],
          [['rr-text-guid'], ['ref1']],
        ),
    },
    '7264-entity-reference-unknown-unique': otherName,
    '7265-entity-reference-empty-object': refused(ownText, noReference),
    '7266-entity-reference-no-typeName-unique': refused(ownText, noReference),
    '7274-partial-update-string-unquoted': {
      why: 'the words are our own',
      check: body =>
        assert.match((body as {error: string}).error, /^Unexpected character "a" at line 1/),
    },
    '7278-partial-update-unique-null': {
      ...refused('there it leaves an entity that nothing but its guid finds', invalidValue),
      row: 'a mandatory attribute set to null, also in a partial update',
    },
    '7285-deleted-referenced-by-unique': otherName,
    '7289-bulk-same-unique-twice': {
      why: 'the answer shows what is kept: the last values',
      check: body => {
        const {mutatedEntities, guidAssignments} = body as Mutation & {
          guidAssignments: Record<string, string>;
        };
        assert.equal(mutatedEntities['CREATE']?.[0]?.attributes['name'], 'second');
        assert.equal(guidAssignments['-1'], guidAssignments['-2']);
      },
    },
    '7307-classification-entity-get': kept,
    '7308-classification-header': {...kept, check: header => kept.check({entity: header})},
    '7309-partial-by-unique': taken(
      'it is found, and its type stands in the path',
      'PARTIAL_UPDATE',
    ),
    '7310-partial-by-unique-with-type': taken('it is found', 'PARTIAL_UPDATE'),
    '7311-partial-by-unique-null-value': taken('it is found', 'PARTIAL_UPDATE'),
    '7312-partial-by-unique-get': kept,
    '7313-full-update-leaves-out-attribute': {
      why: 'it has that name already',
      check: body => assert.deepEqual(body, {guidAssignments: {}}),
    },
    '9012-partial-by-unique': taken('the type stands in the path', 'PARTIAL_UPDATE'),
    '9014-partial-by-unique-other-type': {
      why: 'there it answers an update and changes nothing; here nothing is changed, and told',
      check: body => assert.deepEqual(body, {guidAssignments: {}}),
    },
    '9027-partial-update-enum': taken('an enum is one value as any other', 'PARTIAL_UPDATE'),
    '9028-partial-update-enum-bad': refused('an enum is one value as any other', invalidValue),
    '9036-partial-update-all-get': read(enumAndReference, {
      e: 'B',
      ref: null,
      arr: ['a', 'b'],
      m: {k: 'v'},
    }),
    '9039-full-update-list-get': read(enumAndReference, {e: 'B', ref: null, arr: [], m: {}, i: 0}),
    '9048-rel-attributes-no-type-get': {
      why: keepsNote,
      check: body => {
        const {oneref} = (body as Read).entity.relationshipAttributes as {
          oneref: {relationshipAttributes: Named};
        };
        assert.deepEqual(oneref.relationshipAttributes.attributes, {
          note: 'hi',
          n: null,
          fl: null,
          dt: null,
        });
      },
    },
    '9049-rel-attributes-no-type-relationship': {
      why: keepsNote,
      check: body => {
        const {attributes} = (body as {relationship: Named}).relationship;
        assert.deepEqual(attributes, {note: 'hi', n: null, fl: null, dt: null});
      },
    },
    '9057-rel-text-guid': {
      why: 'a guid alone is a reference, too',
      status: 200,
      check: body => assert.deepEqual(listed(body, 'CREATE'), ['rel-text-guid']),
    },
    '9061-rel-from-set-end': {
      why: 'one more was related by its guid alone before',
      check: (body, recorded) => {
        assert.deepEqual(
          listed(body, 'UPDATE').toSorted(),
          [...listed(recorded, 'UPDATE'), 'rel-text-guid'].toSorted(),
        );
      },
    },
    '9062-rel-from-set-end-get': {
      why: 'one more was related by its guid alone before',
      check: (body, recorded) => {
        const alls = (one: unknown) =>
          ((one as Read).entity.relationshipAttributes['alls'] as Record<string, unknown>[]).map(
            ({displayText, relationshipStatus}) =>
              `${String(displayText)} ${String(relationshipStatus)}`,
          );
        assert.deepEqual(
          alls(body).toSorted(),
          [...alls(recorded), 'rel-text-guid DELETED'].toSorted(),
        );
      },
    },
    '9065-rel-remove-by-null-get': {
      why: enumAndReference,
      check: body => {
        const {oneref} = (body as Read).entity.relationshipAttributes as {
          oneref: Record<string, unknown>;
        };
        assert.equal(oneref['relationshipStatus'], 'DELETED');
      },
    },
  },
  notEqualYet: [],
};

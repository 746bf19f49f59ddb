import type {ErrorKind} from '../error-table.ts';
import {
  attribute,
  business,
  classification,
  ends,
  entity,
  keep,
  keepEnds,
  text,
  type Case,
} from './type-plan.fixture.ts';

/**
 * Requests about types that are refused in the world of `type-plan.fixture.ts`: by the rules alone,
 * and by a whole server.
 */

export const shapes: readonly Case[] = [
  ['a list as body', [1], 'INVALID_TYPE_DEFINITION', /the body: must be an object, found a list/],
  ['null as body', null, 'INVALID_TYPE_DEFINITION', /the body: must be an object, found null/],
  [
    'a list that is none',
    {entityDefs: {}},
    'INVALID_TYPE_DEFINITION',
    /entityDefs: must be a list, found an object/,
  ],
  [
    'a null entry',
    {enumDefs: [null]},
    'INVALID_TYPE_DEFINITION',
    /enumDefs\[0\]: must be an object, found null/,
  ],
  ['no name', {structDefs: [{}]}, 'INVALID_TYPE_DEFINITION', /structDefs\[0\].name: missing/],
  [
    'a blank name',
    {structDefs: [{name: ' '}]},
    'TYPE_NAME_INVALID_FORMAT',
    /^ : invalid name for STRUCT/,
  ],
  [
    'an object as name',
    entity({name: {}}),
    'INVALID_TYPE_DEFINITION',
    /entityDefs\[0\].name: must be a text, found an obj/,
  ],
  [
    'a name that is too long',
    entity({name: 'x'.repeat(513)}),
    'INVALID_TYPE_DEFINITION',
    /at most 512 characters/,
  ],
  [
    'a NUL character',
    entity({description: 'a\0b'}),
    'INVALID_TYPE_DEFINITION',
    /description: must be a text without NUL/,
  ],
  [
    'a null attribute',
    entity({attributeDefs: [null]}),
    'INVALID_TYPE_DEFINITION',
    /attributeDefs\[0\]: must be an object/,
  ],
  [
    'no attribute type',
    attribute({typeName: undefined}),
    'INVALID_TYPE_DEFINITION',
    /attributeDefs\[0\].typeName: missing/,
  ],
  [
    'a cardinality that is none',
    attribute({cardinality: 'MANY'}),
    'INVALID_TYPE_DEFINITION',
    /one of SINGLE, LIST, SET/,
  ],
  [
    'a flag that is none',
    attribute({isUnique: 'yes'}),
    'INVALID_TYPE_DEFINITION',
    /isUnique: must be true or false/,
  ],
  [
    'a count that is none',
    attribute({valuesMinCount: 1.5}),
    'INVALID_TYPE_DEFINITION',
    /must be a whole number/,
  ],
  [
    'options that are none',
    attribute({options: 'x'}),
    'INVALID_TYPE_DEFINITION',
    /options: must be an object/,
  ],
  [
    'an option that is none',
    attribute({options: {a: []}}),
    'INVALID_TYPE_DEFINITION',
    /options.a: must be a text/,
  ],
  [
    'a super type that is none',
    entity({superTypes: [7]}),
    'INVALID_TYPE_DEFINITION',
    /superTypes\[0\]: must be a name/,
  ],
  [
    'an end that is none',
    ends({endDef1: 'box'}),
    'INVALID_TYPE_DEFINITION',
    /endDef1: must be an object, found "box"/,
  ],
];

export const names: readonly Case[] = [
  [
    'a type name',
    entity({name: '1x'}),
    'TYPE_NAME_INVALID_FORMAT',
    /^1x: invalid name for ENTITY\./,
  ],
  [
    'a type name with a dot',
    entity({name: 'a.b'}),
    'TYPE_NAME_INVALID_FORMAT',
    /^a\.b: invalid name for ENTITY\./,
  ],
  ['a trailing space', entity({name: 'a '}), 'TYPE_NAME_INVALID_FORMAT', /invalid name for ENTITY/],
  [
    'a dangerous name',
    entity({name: '__proto__'}),
    'TYPE_NAME_INVALID_FORMAT',
    /invalid name for ENTITY/,
  ],
  [
    'a classification name',
    classification({name: '1 bad name!'}),
    'TYPE_NAME_INVALID_FORMAT',
    '1 bad name!: invalid name for CLASSIFICATION.  Names must consist of a letter followed by a sequence of letter, number, space, or _ characters',
  ],
  [
    'a name with a meaning',
    entity({name: 'version'}),
    'UNSUPPORTED_TYPE_NAME',
    /^Unsupported ENTITY name/,
  ],
  [
    'an existing name',
    entity({name: 'box'}),
    'TYPE_ALREADY_EXISTS',
    'Given type box already exists',
  ],
  [
    'an existing name of another category',
    entity({name: 'color'}),
    'TYPE_ALREADY_EXISTS',
    /color already exists/,
  ],
  [
    'a name that comes twice',
    {entityDefs: [{name: 'n'}, {name: 'n'}]},
    'TYPE_ALREADY_EXISTS',
    /n already exists/,
  ],
  [
    'a built-in name',
    entity({name: 'string'}),
    'TYPE_ALREADY_EXISTS',
    'Given type string already exists',
  ],
  [
    'the root',
    entity({name: '__ENTITY_ROOT'}),
    'TYPE_ALREADY_EXISTS',
    /__ENTITY_ROOT already exists/,
  ],
  [
    'a business attribute',
    business({name: 'a.b'}),
    'ATTRIBUTE_NAME_INVALID_CHARS',
    /^a\.b: invalid name/,
  ],
  [
    'an attribute with a line break',
    attribute({name: 'a\nb'}),
    'ATTRIBUTE_NAME_INVALID_CHARS',
    /invalid name/,
  ],
  [
    'a dangerous attribute',
    attribute({name: '__proto__'}),
    'ATTRIBUTE_NAME_INVALID_CHARS',
    /^__proto__: invalid name/,
  ],
];

export const hierarchies: readonly Case[] = [
  [
    'an unknown super type',
    entity({superTypes: ['Nope']}),
    'BAD_REQUEST',
    'Given typename Nope was invalid',
  ],
  [
    'a super type of another category',
    entity({superTypes: ['size']}),
    'INCOMPATIBLE_SUPERTYPE',
    /new: incompatible supertype size/,
  ],
  [
    'a built-in super type',
    entity({superTypes: ['string']}),
    'INCOMPATIBLE_SUPERTYPE',
    /incompatible supertype string/,
  ],
  [
    'a type as its own super type',
    entity({superTypes: ['new']}),
    'CIRCULAR_REFERENCE',
    'new: invalid supertypes - circular reference back to self new',
  ],
  [
    'a circle of super types',
    {
      entityDefs: [
        {name: 'x', superTypes: ['y']},
        {name: 'y', superTypes: ['z']},
        {name: 'z', superTypes: ['x']},
      ],
    },
    'CIRCULAR_REFERENCE',
    /^x: invalid supertypes - circular reference back to self z$/m,
  ],
  [
    'too many levels',
    {
      entityDefs: Array.from({length: 102}, (_, i) => ({
        name: `l${i}`,
        superTypes: i === 0 ? [] : [`l${i - 1}`],
      })),
    },
    'INVALID_TYPE_DEFINITION',
    /l101: more than 100 levels of super types/,
  ],
  [
    'an attribute of a parent',
    entity({superTypes: ['box'], attributeDefs: [{...text, name: 'label'}]}),
    'ATTRIBUTE_NAME_ALREADY_EXISTS_IN_ANOTHER_PARENT_TYPE',
    'Invalid attribute name: new.label. Attribute already exists in another parent type: thing',
  ],
  [
    'one attribute from two parents',
    entity({superTypes: ['box', 'other']}),
    'ATTRIBUTE_NAME_ALREADY_EXISTS_IN_ANOTHER_PARENT_TYPE',
    'Invalid attribute name: new.label. Attribute already exists in another parent type: other',
  ],
  [
    'entityTypes of no entity type',
    classification({entityTypes: ['C']}),
    'CLASSIFICATIONDEF_INVALID_ENTITYTYPES',
    /invalid ‘C‘/,
  ],
  [
    'entityTypes beyond the parent’s',
    classification({superTypes: ['boxes'], entityTypes: ['thing']}),
    'CLASSIFICATIONDEF_ENTITYTYPES_NOT_PARENTS_SUBSET',
    /‘new‘ has entityTypes ‘\[thing\]‘/,
  ],
  [
    'parents without a common entity type',
    classification({superTypes: ['boxes', 'others']}),
    'CLASSIFICATIONDEF_PARENTS_ENTITYTYPES_DISJOINT',
    /^ClassificationDef ‘new‘ has supertypes/,
  ],
];

/** When words of the query language cannot be names. */
export const reserved: readonly Case[] = [
  ['attribute', attribute({name: 'order'}), 'ATTRIBUTE_NAME_INVALID', /^order: invalid name/],
  [
    'end 1',
    ends({}, {name: 'from'}),
    'RELATIONSHIPDEF_END1_NAME_INVALID',
    /^from: invalid end1 name/,
  ],
  [
    'end 2',
    ends({}, {}, {name: 'max'}),
    'RELATIONSHIPDEF_END2_NAME_INVALID',
    /^max: invalid end2 name/,
  ],
];

/** @param guidOf a type by its name */
export const updates = (guidOf: (name: string) => string): readonly Case[] => [
  [
    'an unknown type',
    {entityDefs: [{name: 'nope'}]},
    'BAD_REQUEST',
    'Given typename nope was invalid',
  ],
  [
    'an unknown guid',
    {entityDefs: [{guid: 'nope'}]},
    'TYPE_GUID_NOT_FOUND',
    'Given type guid nope was invalid',
  ],
  [
    'a type of another category',
    {entityDefs: [{name: 'size'}]},
    'TYPE_MATCH_FAILED',
    'Given type size doesnt match {1}',
  ],
  [
    'a type twice',
    {entityDefs: [keep('lid'), keep('lid')]},
    'INVALID_TYPE_DEFINITION',
    /lid is there twice/,
  ],
  [
    'another’s guid',
    {entityDefs: [keep('lid', {guid: guidOf('box')})]},
    'INVALID_TYPE_DEFINITION',
    /is that of box, not of lid/,
  ],
  [
    'an attribute less',
    {entityDefs: [keep('box', {attributeDefs: []})]},
    'ATTRIBUTE_DELETION_NOT_SUPPORTED',
    /^box\.color :/,
  ],
  [
    'no attributes said',
    {entityDefs: [{name: 'thing'}]},
    'ATTRIBUTE_DELETION_NOT_SUPPORTED',
    /^thing\.id :/,
  ],
  [
    'another attribute type',
    {entityDefs: [keep('box', {attributeDefs: [{...text, name: 'color'}]})]},
    'BAD_REQUEST',
    'Data type update for attribute is not supported',
  ],
  [
    'a new mandatory attribute',
    {entityDefs: [keep('lid', {attributeDefs: [{name: 'm', typeName: 'int'}]})]},
    'CANNOT_ADD_MANDATORY_ATTRIBUTE',
    /^lid\.m :/,
  ],
  [
    'a super type less',
    {entityDefs: [keep('lid', {superTypes: []})]},
    'SUPERTYPE_REMOVAL_NOT_SUPPORTED',
    'superType remove not supported',
  ],
  [
    'a restriction moved',
    {classificationDefs: [{name: 'boxes', entityTypes: ['other']}]},
    'ENTITYTYPE_REMOVAL_NOT_SUPPORTED',
    /‘boxes‘/,
  ],
  [
    'business metadata for less',
    {
      businessMetadataDefs: [
        {name: 'cost', attributeDefs: [{...text, name: 'center', options: {maxStrLength: '9'}}]},
      ],
    },
    'APPLICABLE_ENTITY_TYPES_DELETION_NOT_SUPPORTED',
    /center, defined in business-metadata: cost/,
  ],
  [
    'another relationship category',
    keepEnds({relationshipCategory: 'AGGREGATION'}),
    'RELATIONSHIPDEF_INVALID_CATEGORY_UPDATE',
    /new relationshipDef category AGGREGATION, existing relationshipDef category COMPOSITION/,
  ],
  [
    'another end 1',
    keepEnds({endDef1: {type: 'box', name: 'cover', isContainer: true}}),
    'RELATIONSHIPDEF_INVALID_END1_UPDATE',
    /new end1 box\.cover \(SINGLE, container\), existing end1 box\.lid/,
  ],
  [
    'another end 2',
    keepEnds({endDef2: {type: 'other', name: 'box'}}),
    'RELATIONSHIPDEF_INVALID_END2_UPDATE',
    /new end2 other\.box \(SINGLE\), existing end2 lid\.box/,
  ],
  [
    'another relationship name',
    keepEnds({name: 'lids', guid: guidOf('box_lid')}),
    'RELATIONSHIPDEF_INVALID_NAME_UPDATE',
    /new name lids, existing name box_lid/,
  ],
  [
    'a parent’s attribute that a child has',
    {
      entityDefs: [
        keep('thing', {
          attributeDefs: [
            {name: 'id', typeName: 'string'},
            {...text, name: 'label'},
            {...text, name: 'color'},
          ],
        }),
      ],
    },
    'ATTRIBUTE_NAME_ALREADY_EXISTS_IN_ANOTHER_PARENT_TYPE',
    'Invalid attribute name: box.color. Attribute already exists in another parent type: thing',
  ],
  [
    'a circle',
    {
      entityDefs: [
        keep('thing', {
          superTypes: ['box'],
          attributeDefs: [
            {name: 'id', typeName: 'string'},
            {...text, name: 'label'},
          ],
        }),
      ],
    },
    'CIRCULAR_REFERENCE',
    /^thing: /,
  ],
];

/** With the types that have instances. */
export const deletions: readonly [
  what: string,
  input: object,
  inUse: string[],
  kind: ErrorKind,
  message: string,
][] = [
  [
    'an unknown type',
    {entityDefs: [{name: 'Nope'}]},
    [],
    'TYPE_NAME_NOT_FOUND',
    'Given typename Nope was invalid',
  ],
  [
    'a type of another category',
    {entityDefs: [{name: 'size'}]},
    [],
    'TYPE_NAME_NOT_FOUND',
    'Given typename size was invalid',
  ],
  [
    'an unknown guid',
    {entityDefs: [{guid: 'x'}]},
    [],
    'TYPE_GUID_NOT_FOUND',
    'Given type guid x was invalid',
  ],
  [
    'a type with instances',
    {entityDefs: [{name: 'lid'}]},
    ['lid'],
    'TYPE_HAS_REFERENCES',
    'Given type lid has references',
  ],
  [
    'a type with relationships',
    {entityDefs: [{name: 'lid'}]},
    [],
    'TYPE_HAS_RELATIONSHIPS',
    'Given type lid has associated relationshipDefs',
  ],
  [
    'a type with sub-types',
    {entityDefs: [{name: 'thing'}]},
    [],
    'TYPE_HAS_REFERENCES',
    'Given type thing has references',
  ],
  [
    'a type of an attribute',
    {structDefs: [{name: 'size'}]},
    [],
    'TYPE_HAS_REFERENCES',
    'Given type size has references',
  ],
  [
    'a type that a classification is for',
    {entityDefs: [{name: 'other'}]},
    [],
    'TYPE_HAS_REFERENCES',
    'Given type other has references',
  ],
];

import {AppError} from '../error.ts';
import type {ErrorKind} from '../error-table.ts';
import type {TypePlanning} from './type-plan.ts';
import {planTypeCreate} from './type-plan.ts';
import {TypeRegistry} from './type-registry.ts';

/** Types, requests and expectations that the tests of type definitions share. */

export const planning: TypePlanning = {userName: 'ann', now: 1000, newGuid: counter()};
export const text = {typeName: 'string', isOptional: true};

/** A small world of types that requests are tried against. */
export const world = {
  enumDefs: [{name: 'color', elementDefs: [{value: 'RED', ordinal: 1}, {value: 'BLUE'}]}],
  structDefs: [{name: 'size', attributeDefs: [{...text, name: 'width', typeName: 'int'}]}],
  entityDefs: [
    {
      name: 'thing',
      attributeDefs: [
        {name: 'id', typeName: 'string', isUnique: true},
        {...text, name: 'label'},
      ],
    },
    {
      name: 'box',
      superTypes: ['thing'],
      attributeDefs: [{...text, name: 'color', typeName: 'color'}],
    },
    {name: 'lid', superTypes: ['thing']},
    {
      name: 'other',
      attributeDefs: [
        {...text, name: 'label'},
        {...text, name: 'size', typeName: 'size'},
      ],
    },
  ],
  classificationDefs: [
    {name: 'C', attributeDefs: [{...text, name: 'note'}]},
    {name: 'boxes', entityTypes: ['box']},
    {name: 'others', entityTypes: ['other']},
    {name: 'things', entityTypes: ['thing']},
  ],
  relationshipDefs: [
    relationship({
      name: 'box_lid',
      endDef1: {type: 'box', name: 'lid', isContainer: true},
      endDef2: {type: 'lid', name: 'box'},
    }),
  ],
  businessMetadataDefs: [
    {
      name: 'cost',
      attributeDefs: [
        {...text, name: 'center', options: {applicableEntityTypes: '["thing"]', maxStrLength: '9'}},
      ],
    },
  ],
};

export const types = planTypeCreate(new TypeRegistry([]), world, planning).types;

export type Case = [
  what: string,
  input: object | unknown,
  kind: ErrorKind,
  message: string | RegExp,
];

export const entity = (fields: object) => ({entityDefs: [{name: 'new', ...fields}]});
export const attribute = (fields: object) =>
  entity({attributeDefs: [{...text, name: 'a', ...fields}]});
export const ends = (fields: object, end1: object = {}, end2: object = {}) => ({
  relationshipDefs: [
    relationship({
      endDef1: {type: 'box', name: 'x', isContainer: true, ...end1},
      endDef2: {type: 'lid', name: 'y', ...end2},
      ...fields,
    }),
  ],
});
export const business = (fields: object) => ({
  businessMetadataDefs: [
    {name: 'new', attributeDefs: [{...text, name: 'a', typeName: 'int', ...fields}]},
  ],
});
export const classification = (fields: object) => ({
  classificationDefs: [{name: 'new', ...fields}],
});

/**
 * What `assert.throws` is to expect; a pattern is looked for in everything that was found wrong.
 */
export function fails(kind: ErrorKind, message: string | RegExp): (error: unknown) => boolean {
  return error => {
    if (!(error instanceof AppError) || error.kind !== kind) return false;
    if (typeof message === 'string') return error.message === message;
    return message.test([error.message, ...error.issues].join('\n'));
  };
}

export function relationship(fields: object): object {
  return {name: 'new', relationshipCategory: 'COMPOSITION', ...fields};
}

export function constraint(typeName: string, one: object): object {
  return entity({attributeDefs: [{...text, name: 'a', typeName, constraints: [one]}]});
}

export function inverse(name: string): object {
  return {type: 'inverseRef', params: {attribute: name}};
}

export function keep(name: string, fields: object = {}): object {
  const attributeDefs = name === 'box' ? [{...text, name: 'color', typeName: 'color'}] : [];
  return {name, superTypes: name === 'thing' ? [] : ['thing'], attributeDefs, ...fields};
}

export function keepEnds(fields: object): object {
  const [endDef1, endDef2] = [
    {type: 'box', name: 'lid', isContainer: true},
    {type: 'lid', name: 'box'},
  ];
  return {relationshipDefs: [relationship({name: 'box_lid', endDef1, endDef2, ...fields})]};
}

export function guidOf(name: string): string {
  return types.defs.get(name)?.guid ?? '';
}

function counter(): () => string {
  let n = 0;
  return () => `guid-${++n}`;
}

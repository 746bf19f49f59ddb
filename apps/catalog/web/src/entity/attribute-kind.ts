import type {AttributeDef} from '@gazetteer/model';
import type {TypeIndex} from '../api/type-index.ts';

/** How a value of an attribute is entered. */
export type AttributeKind =
  | {readonly kind: 'text' | 'number' | 'date' | 'boolean' | 'texts' | 'json'}
  | {readonly kind: 'choice' | 'choices'; readonly options: readonly string[]}
  | {readonly kind: 'reference' | 'references'; readonly typeName: string};

/** Types whose values are numbers. */
export const numberTypes: ReadonlySet<string> = new Set([
  'byte',
  'short',
  'int',
  'long',
  'float',
  'double',
  'biginteger',
  'bigdecimal',
]);

/** Drawn from the type: whatever has no field of its own is entered as JSON. */
export function attributeKind(types: TypeIndex, typeName: string): AttributeKind {
  // Of lists of lists and of maps the inner type does not match here, and so these are entered as
  // JSON.
  const inner = /^array<(.*)>$/.exec(typeName)?.[1];
  const one = inner ?? typeName;
  const options = types.enums.get(one)?.elementDefs.map(element => element.value);
  if (options !== undefined) return {kind: inner === undefined ? 'choice' : 'choices', options};
  if (types.entities.has(one))
    return {kind: inner === undefined ? 'reference' : 'references', typeName: one};
  if (one === 'string') return {kind: inner === undefined ? 'text' : 'texts'};
  if (inner !== undefined) return {kind: 'json'};
  if (numberTypes.has(one)) return {kind: 'number'};
  if (one === 'date' || one === 'boolean') return {kind: one};
  return {kind: 'json'};
}

export type AttributeSection = {readonly title: string; readonly defs: readonly AttributeDef[]};

/**
 * Attributes of a type for a form: required ones first, and references, which relationships keep,
 * last. Of several relationships under one name the first is offered; the API takes the others with
 * their type's name.
 */
export function formSections(types: TypeIndex, typeName: string): readonly AttributeSection[] {
  const relations = new Map(types.relationshipAttributesOf(typeName).map(def => [def.name, def]));
  const own = types.attributesOf(typeName).filter(def => !relations.has(def.name));
  const [required, optional] = [
    own.filter(def => !def.isOptional),
    own.filter(def => def.isOptional),
  ];
  const sorted = (defs: readonly AttributeDef[]) =>
    defs.toSorted(
      (a, b) =>
        Number(a.isOptional) - Number(b.isOptional) ||
        rank(a) - rank(b) ||
        a.name.localeCompare(b.name),
    );
  return [
    {title: 'Required', defs: sorted(required)},
    {title: 'More', defs: sorted(optional)},
    {
      title: 'Relationships',
      defs: sorted([...relations.values()].filter(def => def.name !== 'meanings')),
    },
  ].filter(section => section.defs.length > 0);
}

/** What people fill in first, in the order in which they do. */
const common = ['name', 'qualifiedName', 'displayName', 'description', 'owner'];

function rank({name}: AttributeDef): number {
  const at = common.indexOf(name);
  return at < 0 ? common.length : at;
}

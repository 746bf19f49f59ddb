import {AppError} from '../error.ts';
import type {TypeCheck} from './type-issues.ts';
import {isBuiltInName, isReservedWord, isTypeName} from './type-names.ts';
import type {AttributeDef, EnumDef, TypeCategory, TypeDef} from './type-def.ts';
import {applicableEntityTypes} from './type-registry.ts';
import {isScalar, namesInType, resolveValueType, type ValueType} from './type-value.ts';

type Owner = Exclude<TypeDef, EnumDef>;

/** The rules for the attributes of one definition, taken alone. */
export function checkAttributes(check: TypeCheck, owner: Owner): void {
  for (const attribute of owner.attributeDefs) {
    checkName(check, owner, attribute);
    const type = checkType(check, owner, attribute);
    if (type !== undefined) checkFit(check, owner, attribute, type);
    if (owner.category === 'BUSINESS_METADATA') checkBusinessOptions(check, owner, attribute);
  }
}

function checkName(
  {issues, allowReservedWords}: TypeCheck,
  owner: Owner,
  {name}: AttributeDef,
): void {
  if (!allowReservedWords && isReservedWord(name)) issues.add('ATTRIBUTE_NAME_INVALID', name);
  // Business attributes are addressed as `<business metadata>.<attribute>`. Others are freer:
  // `stored-in` is a stock one.
  const fits =
    owner.category === 'BUSINESS_METADATA'
      ? isTypeName(name)
      : !/\p{Cc}/u.test(name) && name !== '__proto__';
  if (!fits) issues.add('ATTRIBUTE_NAME_INVALID_CHARS', name);
}

/** Business attributes hold plain values and lists of them only. */
const notInBusinessMetadata: ReadonlySet<TypeCategory | undefined> = new Set([
  'ENTITY',
  'STRUCT',
  'CLASSIFICATION',
  'BUSINESS_METADATA',
  'RELATIONSHIP',
] as const);

function checkType(
  {defs, issues}: TypeCheck,
  owner: Owner,
  {name, typeName}: AttributeDef,
): ValueType | undefined {
  const categories = namesInType(typeName).map(part =>
    part === 'objectid' ? 'ENTITY' : defs.get(part)?.category,
  );
  const isPlain = !categories.some(category => notInBusinessMetadata.has(category));
  if (owner.category === 'BUSINESS_METADATA' && !isPlain) {
    issues.add('BUSINESS_METADATA_DEF_ATTRIBUTE_TYPE_INVALID', owner.name, name);
    return undefined;
  }
  if (categories.includes('CLASSIFICATION')) {
    issues.add('ATTRIBUTE_TYPE_INVALID', owner.name, name);
    return undefined;
  }
  try {
    return resolveValueType(typeName, part => defs.get(part)?.category);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    issues.add('BAD_REQUEST', error.message);
    return undefined;
  }
}

function checkFit(
  {issues}: TypeCheck,
  owner: Owner,
  attribute: AttributeDef,
  type: ValueType,
): void {
  if (owner.category === 'RELATIONSHIP' && !isScalar(type)) {
    issues.add('RELATIONSHIPDEF_UNSUPPORTED_ATTRIBUTE_TYPE', attribute.typeName, owner.name);
  }
  if (attribute.cardinality !== 'SINGLE' && type.kind !== 'array') {
    issues.add('INVALID_ATTRIBUTE_TYPE_FOR_CARDINALITY', owner.name, attribute.name);
  }
  if (!hasPlainKeys(type)) {
    const where = `${owner.name}.${attribute.name}`;
    issues.add(
      'INVALID_TYPE_DEFINITION',
      `${where}: the keys of a map must be primitive or an enum`,
    );
  }
}

function hasPlainKeys(type: ValueType): boolean {
  if (type.kind === 'array') return hasPlainKeys(type.element);
  if (type.kind !== 'map') return true;
  return isScalar(type.key) && hasPlainKeys(type.value);
}

function checkBusinessOptions(
  {defs, issues}: TypeCheck,
  owner: Owner,
  attribute: AttributeDef,
): void {
  const where = `${owner.name}.${attribute.name}`;
  const applicable = applicableEntityTypes(attribute);
  if (applicable === undefined) {
    issues.add(
      'INVALID_TYPE_DEFINITION',
      `${where}: applicableEntityTypes must be a JSON list of entity type names`,
    );
  }
  for (const name of applicable ?? []) {
    const category = defs.get(name)?.category;
    if (category === undefined && !isBuiltInName(name)) issues.addUnknownType(name);
    else if (category !== 'ENTITY') issues.add('UNEXPECTED_TYPE', 'ENTITY', category ?? name);
  }
  const maxLength = attribute.options?.['maxStrLength'];
  // Clients that load the types to check values by them, in Java, fail on all types when one text
  // has no longest length.
  if (
    maxLength === undefined &&
    /^(array<|map<[^,]*,)?string>?$/.test(attribute.typeName.replaceAll(' ', ''))
  ) {
    issues.add('MISSING_MANDATORY_ATTRIBUTE', attribute.name, 'options.maxStrLength');
  }
  if (maxLength !== undefined && !/^[1-9]\d{0,8}$/.test(maxLength)) {
    issues.add(
      'INVALID_TYPE_DEFINITION',
      `${where}: maxStrLength must be a positive whole number, found ${maxLength}`,
    );
  }
}

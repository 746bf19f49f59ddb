import {AppError} from '../error.ts';
import type {AnnotationLimits, Attributes} from './record.ts';
import type {Attribute, EntityType, TypeRegistry} from '../types/type-registry.ts';
import {normaliseAttribute, type Issues} from './value.ts';

export const defaultLimits: AnnotationLimits = {
  labelLength: 50,
  customKeyLength: 50,
  customValueLength: 500,
};

/**
 * Letters, digits, `_`, `-` and CJK characters: what labels and keys of custom attributes may hold.
 */
const wordPattern =
  /^[a-zA-Z0-9_\-\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]*$/u;

/** @throws INVALID_LABEL_LENGTH, INVALID_LABEL_CHARACTERS */
export function planLabels(labels: readonly string[], {labelLength} = defaultLimits): string[] {
  for (const label of labels) {
    if (label.length > labelLength)
      throw new AppError('INVALID_LABEL_LENGTH', [label, String(labelLength)]);
    if (!wordPattern.test(label)) throw new AppError('INVALID_LABEL_CHARACTERS', [label]);
  }
  return [...new Set(labels)];
}

/**
 * @throws INVALID_CUSTOM_ATTRIBUTE_KEY_LENGTH, INVALID_CUSTOM_ATTRIBUTE_KEY_CHARACTERS,
 * INVALID_CUSTOM_ATTRIBUTE_VALUE
 */
export function planCustomAttributes(
  attributes: Readonly<Record<string, string>>,
  {customKeyLength, customValueLength} = defaultLimits,
): Record<string, string> {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.length > customKeyLength)
      throw new AppError('INVALID_CUSTOM_ATTRIBUTE_KEY_LENGTH', [key]);
    if (!wordPattern.test(key))
      throw new AppError('INVALID_CUSTOM_ATTRIBUTE_KEY_CHARACTERS', [key]);
    if (value.length > customValueLength) {
      throw new AppError('INVALID_CUSTOM_ATTRIBUTE_VALUE', [value, String(customValueLength)]);
    }
  }
  return {...attributes};
}

/**
 * Values of business metadata by its name; what does not apply to the type or does not fit is an
 * issue.
 * @param old what the entity has already, which counts where a value is mandatory
 */
export function planBusinessAttributes(
  types: TypeRegistry,
  type: EntityType,
  given: Readonly<Record<string, Attributes>>,
  issues: Issues,
  old: Readonly<Record<string, Attributes>> = {},
): Record<string, Attributes> {
  const planned: Record<string, Attributes> = {};
  for (const [name, values] of Object.entries(given)) {
    const applicable = type.businessAttributes.get(name);
    if (applicable === undefined) {
      issues.push(`${name}: invalid business-metadata for entity type ${type.name}`);
      continue;
    }
    const attributes = new Map(applicable.map(attribute => [attribute.name, attribute]));
    for (const key of Object.keys(values).filter(one => !attributes.has(one))) {
      issues.push(`${name}.${key}: invalid business attribute for entity type ${type.name}`);
    }
    const kept = Object.entries(old[name] ?? {}).filter(([key]) => !(key in values));
    const all: Attributes = Object.fromEntries(kept);
    for (const [key, attribute] of attributes) {
      const value =
        key in values
          ? businessValue(types, attribute, values[key], name, issues)
          : (all[key] ?? null);
      if (value !== null) all[key] = value;
      else if (!attribute.def.isOptional) {
        const path = `${type.name}.${name}.${key}`;
        issues.push(
          `${path}: mandatory business-metadata attribute value missing in type ${type.name}`,
        );
      }
    }
    if (Object.keys(all).length > 0) planned[name] = all;
  }
  return planned;
}

function businessValue(
  types: TypeRegistry,
  attribute: Attribute,
  value: unknown,
  owner: string,
  issues: Issues,
): unknown {
  const normal = normaliseAttribute(types, attribute, value, owner, issues);
  const limit = Number(attribute.def.options?.['maxStrLength'] ?? Infinity);
  const isLong = [normal].flat().some(one => typeof one === 'string' && one.length > limit);
  if (isLong)
    issues.push(`${owner}.${attribute.name}: business attribute value is longer than ${limit}`);
  return normal;
}

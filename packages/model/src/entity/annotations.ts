import {AppError} from '../error.ts';
import type {Attributes} from './record.ts';
import type {EntityType, TypeRegistry} from '../types/type-registry.ts';
import {normaliseAttribute, type Issues} from './value.ts';

const maxLabelLength = 50;
const maxKeyLength = 50;
const maxValueLength = 500;

/** Letters, digits, `_`, `-` and CJK characters: what labels and keys of custom attributes may hold. */
const wordPattern = /^[a-zA-Z0-9_\-\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]*$/u;

/** @throws INVALID_LABEL_LENGTH, INVALID_LABEL_CHARACTERS */
export function planLabels(labels: readonly string[]): string[] {
  for (const label of labels) {
    if (label.length > maxLabelLength) throw new AppError('INVALID_LABEL_LENGTH', [label, String(maxLabelLength)]);
    if (!wordPattern.test(label)) throw new AppError('INVALID_LABEL_CHARACTERS', [label]);
  }
  return [...new Set(labels)];
}

/** @throws INVALID_CUSTOM_ATTRIBUTE_KEY_LENGTH, INVALID_CUSTOM_ATTRIBUTE_KEY_CHARACTERS, INVALID_CUSTOM_ATTRIBUTE_VALUE */
export function planCustomAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.length > maxKeyLength) throw new AppError('INVALID_CUSTOM_ATTRIBUTE_KEY_LENGTH', [key]);
    if (!wordPattern.test(key)) throw new AppError('INVALID_CUSTOM_ATTRIBUTE_KEY_CHARACTERS', [key]);
    if (value.length > maxValueLength) {
      throw new AppError('INVALID_CUSTOM_ATTRIBUTE_VALUE', [value, String(maxValueLength)]);
    }
  }
  return {...attributes};
}

/** Values of business metadata by its name; what does not apply to the type or does not fit is an issue. */
export function planBusinessAttributes(
  types: TypeRegistry,
  type: EntityType,
  given: Readonly<Record<string, Attributes>>,
  issues: Issues,
): Record<string, Attributes> {
  const planned: Record<string, Attributes> = {};
  for (const [name, values] of Object.entries(given)) {
    const metadata = types.businessMetadataTypes.get(name);
    if (metadata === undefined) {
      issues.push(`${name}: invalid business-metadata for entity type ${type.name}`);
      continue;
    }
    for (const [key, value] of Object.entries(values)) {
      const attribute = metadata.attributes.get(key);
      const applies =
        attribute !== undefined &&
        applicableTypes(attribute.def.options).some(one => one === type.name || type.superTypes.has(one));
      if (!applies) issues.push(`${name}.${key}: invalid business attribute for entity type ${type.name}`);
      else {
        const normal = normaliseAttribute(types, attribute, value, name, issues);
        const limit = Number(attribute.def.options?.['maxStrLength'] ?? Infinity);
        if (typeof normal === 'string' && normal.length > limit) {
          issues.push(`${name}.${key}: business attribute value is longer than ${limit}`);
        }
        if (normal !== null) planned[name] = {...planned[name], [key]: normal};
      }
    }
  }
  return planned;
}

/** `applicableEntityTypes` is a JSON list in an option's text. */
function applicableTypes(options: Readonly<Record<string, string>> | undefined): readonly string[] {
  return JSON.parse(options?.['applicableEntityTypes'] ?? '[]') as string[];
}

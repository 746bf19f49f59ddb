import type {Entity} from '../../api/wire.ts';

/** Names by which people have recorded it before there were fields for it. */
const graded = /^(certification(_?status)?|certificate_?status|tier|data_?tier)$/i;

/**
 * How good the asset is said to be: attributes of its type or of business metadata that are called
 * so.
 */
export function gradesOf({
  attributes,
  businessAttributes = {},
}: Entity): readonly {title: string; text: string}[] {
  const all = [attributes, ...Object.values(businessAttributes)].flatMap(values =>
    Object.entries(values),
  );
  return all.flatMap(([name, value]) =>
    graded.test(name) && typeof value === 'string' && value !== ''
      ? [{title: /tier/i.test(name) ? 'Tier' : 'Certification', text: value}]
      : [],
  );
}

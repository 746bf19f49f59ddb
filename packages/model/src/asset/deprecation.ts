import type {AssetTypes} from './containment.ts';

type Carried = {
  readonly typeName: string;
  readonly entityGuid?: string | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | null | undefined;
};
export type Deprecation = {
  readonly reason: string;
  /** A guid, a qualified name, or a text. */ readonly successor: string;
};

/**
 * Whether an asset should not be used any more: it is classified itself as `Deprecated`, or as a
 * subtype of it. What is made from it is not deprecated for that.
 */
export function deprecationOf(
  types: Pick<AssetTypes, 'lineOf'>,
  guid: string,
  classifications: readonly Carried[],
): Deprecation | undefined {
  const found = classifications.find(
    one =>
      (one.entityGuid ?? guid) === guid &&
      [one.typeName, ...types.lineOf(one.typeName).map(def => def.name)].includes('Deprecated'),
  );
  if (found === undefined) return undefined;
  const first = (...names: readonly string[]) =>
    names
      .map(name => found.attributes?.[name])
      .find((one): one is string => typeof one === 'string' && one !== '') ?? '';
  return {
    reason: first('reason', 'note', 'comment', 'description'),
    successor: first('successor', 'replacement', 'replacedBy', 'replaced_by'),
  };
}

import {identityOf, type DatasetIdentity, type NamingRules} from './dataset-identity.ts';
import {datasetKey} from './run-state.ts';

/** The entity that a producer's name means, by its name alone. */
export function namedIdentity(
  place: {readonly namespace: string; readonly name: string},
  rules: NamingRules,
): DatasetIdentity {
  return identityOf(datasetKey(place), {}, rules);
}

/**
 * What a producer with this namespace would call an entity; undefined where it has no name for it.
 * It is the one name that means the entity, by the same rules.
 */
export function nameIn(
  namespace: string,
  {typeName, qualifiedName}: {readonly typeName: string; readonly qualifiedName: string},
  rules: NamingRules,
): string | undefined {
  const at = qualifiedName.lastIndexOf('@');
  const name = qualifiedName.startsWith(`${namespace}/`)
    ? qualifiedName.slice(namespace.length + 1)
    : at > 0
      ? qualifiedName.slice(0, at)
      : '';
  if (name === '') return undefined;
  const meant = namedIdentity({namespace, name}, rules);
  return meant.typeName === typeName && meant.qualifiedName === qualifiedName ? name : undefined;
}

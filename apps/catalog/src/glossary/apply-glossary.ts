import {
  AppError,
  glossaryTypes,
  isAssigned,
  isEmptyChange,
  withoutEndedRelations,
  type GlossaryKind,
  type Guid,
  type IncomingEntity,
  type Planning,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {planIn} from '../entity/save-entities.ts';

/**
 * Saves glossaries, terms and categories as the entities that they are.
 * @param gone those to be deleted in the same change
 * @returns request guid -> stored guid
 * @throws what `refuseTakenNames` throws
 */
export async function applyGlossary(
  tx: GraphTx,
  entities: readonly IncomingEntity[],
  planning: Planning,
  gone: readonly Guid[] = [],
): Promise<ReadonlyMap<Guid, Guid>> {
  const request = {entities: [...entities], referredEntities: new Map<Guid, IncomingEntity>()};
  const {changes, guidAssignments} = await planIn(tx, request, planning, 'partial', gone);
  const created = new Set(changes.created.map(one => one.guid));
  for (const {guid, typeName, attributes} of entities) {
    // Somebody else made it after `refuseTakenNames` had looked: a save would go on and change
    // theirs.
    if (isAssigned(guid) || created.has(guidAssignments.get(guid) ?? '')) continue;
    throw nameTaken(typeName, String(attributes['qualifiedName']));
  }
  const complete = withoutEndedRelations(changes);
  if (!isEmptyChange(complete)) await tx.apply(complete, planning);
  return guidAssignments;
}

/** The reference has an error of its own for each kind. */
function nameTaken(typeName: string, qualifiedName: string): AppError {
  const kind =
    typeName === glossaryTypes.term
      ? 'GLOSSARY_TERM_ALREADY_EXISTS'
      : typeName === glossaryTypes.category
        ? 'GLOSSARY_CATEGORY_ALREADY_EXISTS'
        : 'GLOSSARY_ALREADY_EXISTS';
  return new AppError(kind, [qualifiedName]);
}

/**
 * No two of a kind may have one qualified name. Somebody who takes it between this look and our
 * write makes the write fail.
 * @param names by the guid of who is to have it; all of these guids give up the names that they
 * have
 * @param gone those that are deleted in the same change
 * @throws GLOSSARY_ALREADY_EXISTS, GLOSSARY_TERM_ALREADY_EXISTS or GLOSSARY_CATEGORY_ALREADY_EXISTS
 */
export async function refuseTakenNames(
  tx: GraphTx,
  kind: GlossaryKind,
  names: ReadonlyMap<Guid, string>,
  gone: readonly Guid[] = [],
): Promise<void> {
  const typeName = glossaryTypes[kind];
  const given = [...names.values()];
  const twice = given.find((name, i) => given.indexOf(name) !== i);
  if (twice !== undefined) throw nameTaken(typeName, twice);
  const found = await tx.byUnique(
    given.map(value => ({typeName, attribute: 'qualifiedName', value})),
    'look',
  );
  const other = found.find(
    record => record !== undefined && !names.has(record.guid) && !gone.includes(record.guid),
  );
  if (other !== undefined) throw nameTaken(typeName, String(other.attributes['qualifiedName']));
}

import {ApiError} from '@gazetteer/client';
import {client} from '../../../api/client.ts';
import {hasEnded, pollMs} from '../../../tasks/queries.ts';
import {assignedTerms, takeAway, type StatusListener} from '../removal.ts';
import type {Brought} from './send-table.ts';

/** What an address has room for. */
const atOnce = 100;

/**
 * Takes out what an import has brought. What somebody has deleted meanwhile is no matter; entities
 * lose the terms that they got. Terms that were there get their texts back, as a bulk change, and
 * lose the relationships that came between them. Terms go many at once, as the entities that they
 * are: what is deleted in a glossary cannot be restored either way.
 * @returns how many terms keep their texts, since they were changed after the import
 */
export async function undoImport(
  {glossaries, terms, bulkGuid, relationshipGuids = []}: Brought,
  tell: StatusListener,
): Promise<number> {
  let kept = 0;
  if (bulkGuid !== undefined) {
    tell('Restoring texts of existing terms');
    kept = await restoreTexts(bulkGuid);
  }
  if (relationshipGuids.length > 0) tell('Removing relationships of existing terms');
  for (const guid of relationshipGuids) {
    await unlessMissing(client.call('DELETE /v2/relationship/guid/{guid}', {path: {guid}}));
  }
  for (let from = 0; from < terms.length; from += atOnce) {
    tell(`Taking out ${from.toLocaleString()} of ${terms.length.toLocaleString()} terms`);
    await client.call('DELETE /v2/entity/bulk', {query: {guid: terms.slice(from, from + atOnce)}});
  }
  for (const {guid, name} of glossaries) {
    tell(`Taking out the glossary ${name}`);
    await unlessMissing(removeGlossary(guid));
  }
  return kept;
}

/** Ends with the bulk change that does it. @returns how many terms were changed since */
async function restoreTexts(bulkGuid: string): Promise<number> {
  const undo = {path: {taskGuid: bulkGuid}};
  const {guid} = await client.call('POST /v2/bulk/{taskGuid}/undo', undo);
  for (;;) {
    const change = await client.call('GET /v2/bulk/{taskGuid}', {path: {taskGuid: guid}});
    if (change.status === 'FAILED') throw new Error(change.errorMessage);
    if (hasEnded(change.status)) return change.counts.conflicts;
    await new Promise(resolve => void setTimeout(resolve, pollMs));
  }
}

/** A term that entities have is not deleted by the API, so it is taken from them first. */
async function removeGlossary(guid: string): Promise<void> {
  for (const term of await assignedTerms(guid)) await takeAway(term.guid);
  await client.call('DELETE /v2/glossary/{guid}', {path: {guid}});
}

async function unlessMissing(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

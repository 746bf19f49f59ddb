import {client} from '../../api/client.ts';
import type {Kind} from './glossary-link.ts';

/** Steps may take long with many entities; each is told before it begins. */
export type StatusListener = (what: string) => void;
export type Removed = {readonly guid: string; readonly name: string};

/**
 * As many as the server gives in one answer: each round takes away what it read, so the next one
 * begins at the start again.
 */
const atOnce = 1000;
/** Fewer, because each is counted. */
const termsAtOnce = 500;

export type AssignedTerm = Removed & {readonly count: number};

/** The terms of a glossary that entities have, with the numbers of these. */
export async function assignedTerms(glossaryGuid: string): Promise<readonly AssignedTerm[]> {
  const found: AssignedTerm[] = [];
  // The counts are asked for with the terms; a request for each term would be thousands.
  for (let offset = 0; ; offset += termsAtOnce) {
    const terms = await client.call('GET /v2/glossary/{guid}/terms', {
      path: {guid: glossaryGuid},
      query: {limit: termsAtOnce, offset, counts: true},
    });
    for (const {guid = '', name = '', assignedCount: count = 0} of terms) {
      if (count > 0) found.push({guid, name, count});
    }
    if (terms.length < termsAtOnce) return found;
  }
}

/** Takes a term away from all entities that have it. */
export async function takeAway(guid: string): Promise<void> {
  for (;;) {
    const query = {limit: atOnce};
    const entities = await client.call('GET /v2/glossary/terms/{guid}/assignedEntities', {
      path: {guid},
      query,
    });
    // Until none is left: others may assign it while it is taken away.
    if (entities.length === 0) return;
    const body = entities.map(one => ({
      guid: one.guid ?? '',
      ...(one.relationshipGuid === undefined ? {} : {relationshipGuid: one.relationshipGuid}),
    }));
    // With the relationship that is meant, since an entity may have had the term twice.
    await client.call('DELETE /v2/glossary/terms/{guid}/assignedEntities', {path: {guid}, body});
  }
}

/**
 * Deletes things of one kind, for good. With `assigned` these terms are taken away from their
 * entities first.
 */
export async function remove(
  kind: Kind,
  items: readonly Removed[],
  assigned: readonly Removed[],
  tell: StatusListener,
): Promise<void> {
  for (const {guid, name} of assigned) {
    tell(`Taking ${name} away from its entities`);
    await takeAway(guid);
  }
  // One by one, which the API allows only; what is gone stays gone when one is refused.
  for (const [n, {guid}] of items.entries()) {
    tell(items.length === 1 ? 'Deleting' : `Deleting ${n + 1} of ${items.length}`);
    if (kind === 'term') await client.call('DELETE /v2/glossary/term/{guid}', {path: {guid}});
    else if (kind === 'category')
      await client.call('DELETE /v2/glossary/category/{guid}', {path: {guid}});
    else await client.call('DELETE /v2/glossary/{guid}', {path: {guid}});
  }
}

/** Fails as the deletion would; undoes everything. */
export async function rehearse(kind: Kind, guid: string): Promise<void> {
  if (kind === 'term') await client.dryRun('DELETE /v2/glossary/term/{guid}', {path: {guid}});
  else if (kind === 'category')
    await client.dryRun('DELETE /v2/glossary/category/{guid}', {path: {guid}});
  else await client.dryRun('DELETE /v2/glossary/{guid}', {path: {guid}});
}

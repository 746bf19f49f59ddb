import {AppError, glossaryEdges, type Guid} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {planningOf} from '../entity/planning.ts';
import {unknown} from './addresses.ts';
import {applyGlossary} from './apply-glossary.ts';
import {glossaryRecord} from './glossary-forms.ts';

const inUse = [...unknown, 'TERM_HAS_ENTITY_ASSOCIATION'] as const;

/**
 * DELETE /glossary/{guid}: with all its terms and categories, for good.
 * @throws INSTANCE_GUID_NOT_FOUND, TERM_HAS_ENTITY_ASSOCIATION for the first term that is assigned
 * to an entity
 */
export const deleteGlossary = change('DELETE /v2/glossary/{guid}', {
  summary: 'Delete a glossary with all in it',
  description:
    'This cannot be undone. A glossary cannot be deleted while a term of it is assigned to an entity.',
  errors: inUse,
  logAs: 'GlossaryService.deleteGlossary',
  run: async (tx, {guid}, c): Promise<void> => {
    await glossaryRecord(tx, 'glossary', guid, 'change');
    const anchors = await tx.edgesAt([
      {guid, typeName: glossaryEdges.termAnchor, end: 1},
      {guid, typeName: glossaryEdges.categoryAnchor, end: 1},
    ]);
    const terms = anchors.filter(edge => edge.typeName === glossaryEdges.termAnchor);
    await refuseAssigned(
      tx,
      terms.map(edge => edge.end2),
    );
    // By name, so that each needs its permission: terms are more than parts of a glossary.
    await applyGlossary(tx, [], planningOf(c), [guid, ...anchors.map(edge => edge.end2)]);
  },
});

/** DELETE /glossary/term/{guid} @throws INSTANCE_GUID_NOT_FOUND, TERM_HAS_ENTITY_ASSOCIATION */
export const deleteTerm = change('DELETE /v2/glossary/term/{guid}', {
  summary: 'Delete a term',
  description: 'This cannot be undone. A term cannot be deleted while it is assigned to an entity.',
  errors: inUse,
  logAs: 'GlossaryService.deleteTerm',
  run: async (tx, {guid}, c): Promise<void> => {
    await glossaryRecord(tx, 'term', guid, 'change');
    await refuseAssigned(tx, [guid]);
    await applyGlossary(tx, [], planningOf(c), [guid]);
  },
});

/**
 * @throws when a term is assigned: entities would lose their meaning without anybody having asked
 * for that
 */
async function refuseAssigned(tx: GraphTx, terms: readonly Guid[]): Promise<void> {
  const edges = await tx.edgesAt(
    terms.map(guid => ({guid, typeName: glossaryEdges.assignment, end: 1})),
  );
  const [first] = edges;
  if (first === undefined) return;
  const count = edges.filter(edge => edge.end1 === first.end1).length;
  throw new AppError('TERM_HAS_ENTITY_ASSOCIATION', [first.end1, String(count)]);
}

import {AppError, glossaryEdges, type Guid} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {applyGlossary} from './apply-glossary.ts';
import {glossaryRecord} from './glossary-forms.ts';

/**
 * DELETE /glossary/{guid}: with all its terms and categories, for good.
 * @throws INSTANCE_GUID_NOT_FOUND, TERM_HAS_ENTITY_ASSOCIATION for the first term that is assigned to an entity
 */
export async function deleteGlossary(c: Catalog, {guid}: {guid: Guid}): Promise<void> {
  await c.write('GlossaryService.deleteGlossary', async tx => {
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
  });
}

/** DELETE /glossary/term/{guid} @throws INSTANCE_GUID_NOT_FOUND, TERM_HAS_ENTITY_ASSOCIATION */
export async function deleteTerm(c: Catalog, {guid}: {guid: Guid}): Promise<void> {
  await c.write('GlossaryService.deleteTerm', async tx => {
    await glossaryRecord(tx, 'term', guid, 'change');
    await refuseAssigned(tx, [guid]);
    await applyGlossary(tx, [], planningOf(c), [guid]);
  });
}

async function refuseAssigned(tx: GraphTx, terms: readonly Guid[]): Promise<void> {
  const edges = await tx.edgesAt(terms.map(guid => ({guid, typeName: glossaryEdges.assignment, end: 1})));
  const [first] = edges;
  if (first === undefined) return;
  const count = edges.filter(edge => edge.end1 === first.end1).length;
  throw new AppError('TERM_HAS_ENTITY_ASSOCIATION', [first.end1, String(count)]);
}

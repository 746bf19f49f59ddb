import {
  glossaryEdges,
  recategorizedTermEntity,
  termQualifiedName,
  type CategoryInput,
  type Guid,
  type IncomingEntity,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {refuseTakenNames} from './apply-glossary.ts';
import {glossaryRecord, glossaryRecords} from './glossary-forms.ts';

/** What becomes of the terms of categories that move to another glossary. */
export const termsChoices = ['KEEP', 'MOVE', 'REMOVE'] as const;
export type TermsChoice = (typeof termsChoices)[number];

type Move = {
  /** The category that was asked for, and what was asked. */
  readonly guid: Guid;
  readonly input: CategoryInput;
  /** All categories that move. */
  readonly moved: readonly Guid[];
  readonly from: Guid;
  readonly to: Guid;
};

/**
 * The terms of the glossary that is left, as they are to be saved with the categories that leave
 * it: with MOVE they come along, out of categories that stay; with REMOVE they stay, out of those
 * that move. With KEEP nothing of them changes, as in the reference. Terms of other glossaries stay
 * as they are. The number of statements is the same whatever the number of terms.
 * @throws GLOSSARY_TERM_ALREADY_EXISTS
 */
export async function planTermsOf(
  tx: GraphTx,
  {guid, input, moved, from, to}: Move,
  choice: TermsChoice,
): Promise<{readonly terms: readonly IncomingEntity[]; readonly input: CategoryInput}> {
  if (choice === 'KEEP' || moved.length === 0) return {terms: [], input};
  const below = moved.filter(one => one !== guid);
  const given = new Set(input.terms.map(one => one.guid));
  const inside = await tx.edgesAt(below.map(one => edgeRef(one, glossaryEdges.categorization, 1)));
  const candidates = [...new Set([...given, ...inside.map(edge => edge.end2)])];
  const anchors = await tx.edgesAt(
    candidates.map(one => edgeRef(one, glossaryEdges.termAnchor, 2)),
  );
  const own = anchors.filter(edge => edge.end1 === from).map(edge => edge.end2);
  const links = await tx.edgesAt(own.map(one => edgeRef(one, glossaryEdges.categorization, 2)));
  const byTerm = Map.groupBy(links, edge => edge.end2);
  const isMoved = new Set(moved);
  const categoriesOf = (term: Guid) => (byTerm.get(term) ?? []).map(edge => edge.end1);
  if (choice === 'REMOVE') {
    const terms = own.map(term =>
      recategorizedTermEntity(
        term,
        categoriesOf(term).filter(one => !isMoved.has(one)),
      ),
    );
    const left = new Set(own);
    return {terms, input: {...input, terms: input.terms.filter(one => !left.has(one.guid))}};
  }
  const glossary = await glossaryRecord(tx, 'glossary', to);
  const records = await glossaryRecords(tx, 'term', own, 'change');
  const nameIn = String(glossary.attributes['qualifiedName']);
  const names = new Map(
    records.map(
      one => [one.guid, termQualifiedName(String(one.attributes['name']), nameIn)] as const,
    ),
  );
  await refuseTakenNames(tx, 'term', names);
  const terms = Array.from(names, ([term, qualifiedName]) => {
    const kept = categoriesOf(term).filter(one => one !== guid && isMoved.has(one));
    return recategorizedTermEntity(term, given.has(term) ? [guid, ...kept] : kept, {
      qualifiedName,
      glossary: to,
    });
  });
  return {terms, input};
}

function edgeRef(guid: Guid, typeName: string, end: 1 | 2) {
  return {guid, typeName, end};
}

import {
  AppError,
  categoryEntity,
  checkGlossaryName,
  glossaryEdges,
  movedCategoryEntity,
  readCategoryInput,
  readInputs,
  readPartialUpdate,
  type CategoryInput,
  type CategoryTree,
  type GlossaryJson,
  type Guid,
  type IncomingEntity,
} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import {list, parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {checkCount} from '../entity/save-entities.ts';
import {applyGlossary, refuseTakenNames} from './apply-glossary.ts';
import {categoryForms, glossaryRecord, glossaryRecords} from './glossary-forms.ts';
import {loadCategoryTree} from './load-category-tree.ts';
import {planTermsOf, type TermsChoice} from './move-terms.ts';
import {checkNewName, withTexts} from './save-glossary.ts';
import {textsOnly} from './save-terms.ts';
import * as shapes from './shapes.ts';

/**
 * POST /glossary/category: a category of the glossary that its anchor names, below its parent if it has one.
 * @throws MISSING_MANDATORY_ANCHOR, GLOSSARY_CATEGORY_QUALIFIED_NAME_CANT_BE_DERIVED, INVALID_DISPLAY_NAME,
 * INSTANCE_GUID_NOT_FOUND, GLOSSARY_CATEGORY_ALREADY_EXISTS, INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY
 */
export async function createCategory(c: Catalog, {body}: {body: string}): Promise<GlossaryJson> {
  const [json] = await create(c, [readCategoryInput(parseBody(shapes.category, body))]);
  return json as GlossaryJson;
}

/** POST /glossary/categories: many categories, all or nothing. */
export async function createCategories(c: Catalog, {body}: {body: string}): Promise<GlossaryJson[]> {
  return await create(c, readInputs(parseBody(list(shapes.category), body), readCategoryInput));
}

/**
 * PUT /glossary/category/{guid}: parent, children, terms and attributes that the body leaves out are cleared; without an
 * anchor the category stays in its glossary. Whatever stands below it moves along, and is named for its new place; what
 * becomes of its terms in another glossary says `termsOnMove` (`planTermsOf`).
 * @throws INVALID_NEW_ANCHOR_GUID, GLOSSARY_TERM_ALREADY_EXISTS and what creating throws
 */
export async function updateCategory(
  c: Catalog,
  {guid, body, termsOnMove = 'KEEP'}: {guid: Guid; body: string; termsOnMove?: TermsChoice},
): Promise<GlossaryJson> {
  const input = readCategoryInput(parseBody(shapes.category, body));
  checkNewName(input);
  if (input.anchor === '') throw new AppError('INVALID_NEW_ANCHOR_GUID');
  return await c.write('GlossaryService.updateCategory', async tx => {
    await glossaryRecord(tx, 'category', guid);
    const [edge] = await tx.edgesAt([{guid, typeName: glossaryEdges.categoryAnchor, end: 2}]);
    const glossary = input.anchor ?? edge?.end1 ?? '';
    const from = edge?.end1 ?? glossary;
    const tree = await loadCategoryTree(tx, [from, glossary], [input]);
    place(tree, guid, input, glossary);
    const moved = tree.left(from);
    const planned = await planTermsOf(tx, {guid, input, moved, from, to: glossary}, termsOnMove);
    await savePlaced(c, tx, tree, new Map([[guid, planned.input]]), {terms: planned.terms});
    return (await formsOf(tx.seen(), [guid]))[0] as GlossaryJson;
  });
}

/** PUT /glossary/category/{guid}/partial: some texts. @throws INVALID_PARTIAL_UPDATE_ATTR */
export async function updateCategoryTexts(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<GlossaryJson> {
  const updates = readPartialUpdate('category', parseBody(shapes.texts, body));
  return await c.write('GlossaryService.updateCategory', async tx => {
    const stored = await glossaryRecord(tx, 'category', guid, 'change');
    checkNewName(withTexts(stored.attributes, updates));
    await applyGlossary(tx, [textsOnly(stored, updates)], planningOf(c));
    return (await formsOf(tx.seen(), [guid]))[0] as GlossaryJson;
  });
}

/** DELETE /glossary/category/{guid}: those below it go to the top of the glossary. @throws INSTANCE_GUID_NOT_FOUND */
export async function deleteCategory(c: Catalog, {guid}: {guid: Guid}): Promise<void> {
  await c.write('GlossaryService.deleteCategory', async tx => {
    await glossaryRecord(tx, 'category', guid);
    const [edge] = await tx.edgesAt([{guid, typeName: glossaryEdges.categoryAnchor, end: 2}]);
    const tree = await loadCategoryTree(tx, [edge?.end1 ?? ''], []);
    tree.remove(guid);
    await savePlaced(c, tx, tree, new Map(), {gone: [guid]});
  });
}

async function create(c: Catalog, inputs: readonly CategoryInput[]): Promise<GlossaryJson[]> {
  checkCount(c, inputs.length);
  for (const input of inputs) checkNewCategory(input);
  return await c.write('GlossaryService.createCategory', async tx => {
    const tree = await loadCategoryTree(
      tx,
      inputs.map(input => input.anchor ?? ''),
      inputs,
    );
    const byGuid = new Map(inputs.map((input, i) => [`-${i + 1}`, input]));
    for (const [guid, input] of byGuid) place(tree, guid, input, input.anchor ?? '');
    const guids = await savePlaced(c, tx, tree, byGuid);
    return await formsOf(
      tx.seen(),
      [...byGuid.keys()].map(guid => guids.get(guid) ?? ''),
    );
  });
}

function checkNewCategory({anchor, name}: CategoryInput): void {
  if (anchor === undefined) throw new AppError('MISSING_MANDATORY_ANCHOR');
  if (anchor === '') throw new AppError('INVALID_NEW_ANCHOR_GUID');
  if (name.trim() === '') throw new AppError('GLOSSARY_CATEGORY_QUALIFIED_NAME_CANT_BE_DERIVED');
  checkGlossaryName(name);
}

function place(tree: CategoryTree, guid: Guid, {name, parent, children}: CategoryInput, glossary: Guid): void {
  tree.place({guid, name, glossary, parent: parent?.guid, children: children.map(child => child.guid)});
}

/** Saves the placed categories as they were given, of all others what their new place changed, and `terms` with them. */
async function savePlaced(
  c: Catalog,
  tx: GraphTx,
  tree: CategoryTree,
  placed: ReadonlyMap<Guid, CategoryInput>,
  {terms = [], gone = []}: {terms?: readonly IncomingEntity[]; gone?: readonly Guid[]} = {},
): Promise<ReadonlyMap<Guid, Guid>> {
  const changed = tree.changed();
  const names = new Map(Array.from(changed, ([guid, node]) => [guid, node.qualifiedName]));
  await refuseTakenNames(tx, 'category', names, gone);
  const given = Array.from(placed, ([guid, input]): IncomingEntity => {
    const node = tree.get(guid);
    return categoryEntity(guid, input, node?.qualifiedName ?? '', node?.glossary);
  });
  const moved = [...changed]
    .filter(([guid]) => !placed.has(guid))
    .map(([guid, node]) => movedCategoryEntity(guid, node.qualifiedName, node.glossary));
  return await applyGlossary(tx, [...given, ...moved, ...terms], planningOf(c), gone);
}

async function formsOf(graph: GraphRead, guids: readonly Guid[]): Promise<GlossaryJson[]> {
  return await categoryForms(graph, await glossaryRecords(graph, 'category', guids));
}

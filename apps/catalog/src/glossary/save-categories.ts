import {body} from '@gazetteer/kernel';
import {choice} from '@gazetteer/kernel/parameters';
import {list, nullable} from '@gazetteer/kernel/shape';
import {
  AppError,
  categoryEntity,
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
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {checkCount} from '../entity/save-entities.ts';
import {badAnchor, badName, badTexts, unknown} from './addresses.ts';
import {applyGlossary, refuseTakenNames} from './apply-glossary.ts';
import {categoryForms, glossaryRecord, glossaryRecords} from './glossary-forms.ts';
import {loadCategoryTree} from './load-category-tree.ts';
import {planTermsOf, termsChoices, type TermsChoice} from './move-terms.ts';
import {checkNewItem, checkNewName, withTexts} from './save-glossary.ts';
import {textsOnly} from './save-terms.ts';
import * as shapes from './shapes.ts';

const badCategory = [
  ...unknown,
  ...badName,
  ...badAnchor,
  'GLOSSARY_CATEGORY_QUALIFIED_NAME_CANT_BE_DERIVED',
  'GLOSSARY_CATEGORY_ALREADY_EXISTS',
  'INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY',
  'MISSING_TERM_ID_FOR_CATEGORIZATION',
] as const;

/**
 * POST /glossary/category: a category of the glossary that its anchor names, below its parent if it
 * has one.
 * @throws MISSING_MANDATORY_ANCHOR, GLOSSARY_CATEGORY_QUALIFIED_NAME_CANT_BE_DERIVED,
 * INVALID_DISPLAY_NAME, INSTANCE_GUID_NOT_FOUND, GLOSSARY_CATEGORY_ALREADY_EXISTS,
 * INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY
 */
export const createCategory = change('POST /v2/glossary/category', {
  summary: 'Create a category',
  description: '`anchor` names the glossary, `parentCategory` the category above it.',
  body: body(shapes.category, readCategoryInput),
  answer: shapes.category,
  errors: badCategory,
  logAs: 'GlossaryService.createCategory',
  read: ({body: input}, c) => newCategories(c, [input]),
  run: async (tx, inputs, c): Promise<GlossaryJson> =>
    (await create(tx, inputs, c))[0] as GlossaryJson,
});

/** POST /glossary/categories: many categories, all or nothing. */
export const createCategories = change('POST /v2/glossary/categories', {
  summary: 'Create categories, all or none',
  description: 'As POST /v2/glossary/category, for many categories in one transaction.',
  body: body(nullable(list(shapes.category)), json => readInputs(json, readCategoryInput)),
  answer: list(shapes.category),
  errors: [...badCategory, 'TOO_MANY_ENTITIES'],
  logAs: 'GlossaryService.createCategory',
  read: ({body: inputs}, c) => newCategories(c, inputs),
  run: (tx, inputs, c) => create(tx, inputs, c),
});

type Update = {guid: Guid; body: CategoryInput; termsOnMove?: TermsChoice};

/**
 * PUT /glossary/category/{guid}: parent, children, terms and attributes that the body leaves out
 * are cleared; without an anchor the category stays in its glossary. Whatever stands below it moves
 * along, and is named for its new place; what becomes of its terms in another glossary says
 * `termsOnMove` (`planTermsOf`).
 * @throws INVALID_NEW_ANCHOR_GUID, GLOSSARY_TERM_ALREADY_EXISTS and what creating throws
 */
export const updateCategory = change('PUT /v2/glossary/category/{guid}', {
  summary: 'Change a category; what is left out is cleared, but for its glossary',
  description:
    'In another glossary all categories below come along. What becomes of their terms says `termsOnMove`.',
  query: {
    // No name of a field: clients send these in the query, too.
    termsOnMove: choice(
      'When the category goes to another glossary, its terms stay in theirs and in the category (KEEP), come along ' +
        'and leave categories that stay (MOVE), or stay in theirs and leave the category (REMOVE)',
      termsChoices,
      {default: 'KEEP'},
    ),
  },
  body: body(shapes.category, readCategoryInput),
  answer: shapes.category,
  errors: [...badCategory, 'GLOSSARY_TERM_ALREADY_EXISTS'],
  logAs: 'GlossaryService.updateCategory',
  read: ({guid, body: input, termsOnMove = 'KEEP'}: Update) => {
    checkNewName(input);
    if (input.anchor === '') throw new AppError('INVALID_NEW_ANCHOR_GUID');
    return {guid, input, termsOnMove};
  },
  run: async (tx, {guid, input, termsOnMove}, c): Promise<GlossaryJson> => {
    await glossaryRecord(tx, 'category', guid);
    const [edge] = await tx.edgesAt([{guid, typeName: glossaryEdges.categoryAnchor, end: 2}]);
    const glossary = input.anchor ?? edge?.end1 ?? '';
    const from = edge?.end1 ?? glossary;
    const tree = await loadCategoryTree(tx, [from, glossary], [input]);
    place(tree, guid, input, glossary);
    const moved = tree.left(from);
    const planned = await planTermsOf(tx, {guid, input, moved, from, to: glossary}, termsOnMove);
    await savePlaced(c, tx, tree, new Map([[guid, planned.input]]), {terms: planned.terms});
    return (await formsOf(tx.forCaller(), [guid]))[0] as GlossaryJson;
  },
});

/** PUT /glossary/category/{guid}/partial: some texts. @throws INVALID_PARTIAL_UPDATE_ATTR */
export const updateCategoryTexts = change('PUT /v2/glossary/category/{guid}/partial', {
  summary: 'Change texts of a category',
  description: 'The body has texts by attribute, such as `shortDescription`. Other texts are kept.',
  body: body(shapes.texts, json => readPartialUpdate('category', json)),
  answer: shapes.category,
  errors: badTexts,
  logAs: 'GlossaryService.updateCategory',
  run: async (tx, {guid, body: updates}, c): Promise<GlossaryJson> => {
    const stored = await glossaryRecord(tx, 'category', guid, 'change');
    checkNewName(withTexts(stored.attributes, updates));
    await applyGlossary(tx, [textsOnly(stored, updates)], planningOf(c));
    return (await formsOf(tx.forCaller(), [guid]))[0] as GlossaryJson;
  },
});

/**
 * DELETE /glossary/category/{guid}: those below it go to the top of the glossary. @throws
 * INSTANCE_GUID_NOT_FOUND
 */
export const deleteCategory = change('DELETE /v2/glossary/category/{guid}', {
  summary: 'Delete a category; those below it go to the top',
  description: 'This cannot be undone. The terms of the category are kept.',
  errors: [...unknown, 'GLOSSARY_CATEGORY_ALREADY_EXISTS'],
  logAs: 'GlossaryService.deleteCategory',
  run: async (tx, {guid}, c): Promise<void> => {
    await glossaryRecord(tx, 'category', guid);
    const [edge] = await tx.edgesAt([{guid, typeName: glossaryEdges.categoryAnchor, end: 2}]);
    const tree = await loadCategoryTree(tx, [edge?.end1 ?? ''], []);
    tree.remove(guid);
    await savePlaced(c, tx, tree, new Map(), {gone: [guid]});
  },
});

/** @throws TOO_MANY_ENTITIES and as `checkNewItem` */
function newCategories(c: Context, inputs: readonly CategoryInput[]): readonly CategoryInput[] {
  checkCount(c, inputs.length);
  for (const input of inputs)
    checkNewItem(input, 'GLOSSARY_CATEGORY_QUALIFIED_NAME_CANT_BE_DERIVED');
  return inputs;
}

/**
 * Places all new categories in the tree first, since one of a request may be the parent of another,
 * and then saves them together.
 */
async function create(
  tx: GraphTx,
  inputs: readonly CategoryInput[],
  c: Context,
): Promise<GlossaryJson[]> {
  const tree = await loadCategoryTree(
    tx,
    inputs.map(input => input.anchor ?? ''),
    inputs,
  );
  const byGuid = new Map(inputs.map((input, i) => [`-${i + 1}`, input]));
  for (const [guid, input] of byGuid) place(tree, guid, input, input.anchor ?? '');
  const guids = await savePlaced(c, tx, tree, byGuid);
  return await formsOf(
    tx.forCaller(),
    [...byGuid.keys()].map(guid => guids.get(guid) ?? ''),
  );
}

/** Puts a category where its input wants it; the tree refuses what would make a circle. */
function place(
  tree: CategoryTree,
  guid: Guid,
  {name, parent, children}: CategoryInput,
  glossary: Guid,
): void {
  tree.place({
    guid,
    name,
    glossary,
    parent: parent?.guid,
    children: children.map(child => child.guid),
  });
}

/**
 * Saves the placed categories as they were given, of all others what their new place changed, and
 * `terms` with them.
 */
async function savePlaced(
  c: Context,
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

import {body} from '@gazetteer/kernel';
import {
  AppError,
  checkGlossaryName,
  glossaryEntity,
  readGlossaryInput,
  readPartialUpdate,
  type Attributes,
  type EntityRecord,
  type GlossaryInput,
  type GlossaryJson,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {badName, badTexts, unknown} from './addresses.ts';
import {applyGlossary, refuseTakenNames} from './apply-glossary.ts';
import {glossaryForms, glossaryRecord} from './glossary-forms.ts';
import * as shapes from './shapes.ts';

const newGuid = '-1';

/**
 * POST /glossary: its qualified name is its name, unless it is given one.
 * @throws GLOSSARY_QUALIFIED_NAME_CANT_BE_DERIVED, INVALID_DISPLAY_NAME, GLOSSARY_ALREADY_EXISTS
 */
export const createGlossary = change('POST /v2/glossary', {
  summary: 'Create a glossary',
  description: 'The name must be unique among glossaries.',
  body: body(shapes.givenGlossary, readGlossaryInput),
  answer: shapes.glossary,
  errors: [...badName, 'GLOSSARY_QUALIFIED_NAME_CANT_BE_DERIVED', 'GLOSSARY_ALREADY_EXISTS'],
  logAs: 'GlossaryService.createGlossary',
  read: ({body: input}) => {
    if (input.qualifiedName === undefined) {
      if (input.name.trim() === '') throw new AppError('GLOSSARY_QUALIFIED_NAME_CANT_BE_DERIVED');
      checkGlossaryName(input.name);
    }
    const {qualifiedName = input.name} = input;
    return {qualifiedName, named: {...input, name: input.name || qualifiedName}};
  },
  run: async (tx, {qualifiedName, named}, c): Promise<GlossaryJson> => {
    await refuseTakenNames(tx, 'glossary', new Map([[newGuid, qualifiedName]]));
    const guids = await applyGlossary(
      tx,
      [glossaryEntity(newGuid, named, qualifiedName)],
      planningOf(c),
    );
    return await formOf(tx.forCaller(), guids.get(newGuid) ?? '');
  },
});

/**
 * PUT /glossary/{guid}: everything but the qualified name, which stays. What the body leaves out is
 * cleared.
 */
export const updateGlossary = change('PUT /v2/glossary/{guid}', {
  summary: 'Change a glossary; what is left out is cleared',
  description: 'To change some texts only, use PUT /v2/glossary/{guid}/partial.',
  body: body(shapes.givenGlossary, readGlossaryInput),
  answer: shapes.glossary,
  errors: [...unknown, ...badName],
  logAs: 'GlossaryService.updateGlossary',
  run: (tx, {guid, body: input}, c) => update(tx, guid, () => input, c),
});

/** PUT /glossary/{guid}/partial: some texts. @throws INVALID_PARTIAL_UPDATE_ATTR */
export const updateGlossaryTexts = change('PUT /v2/glossary/{guid}/partial', {
  summary: 'Change texts of a glossary',
  description: 'The body has texts by attribute, such as `shortDescription`. Other texts are kept.',
  body: body(shapes.texts, json => readPartialUpdate('glossary', json)),
  answer: shapes.glossary,
  errors: badTexts,
  logAs: 'GlossaryService.updateGlossary',
  run: (tx, {guid, body: updates}, c) =>
    update(tx, guid, ({attributes}) => withTexts(attributes, updates), c),
});

/** The plain attributes of what is stored, with some of them replaced. */
export function withTexts(stored: Attributes, updates: Attributes): GlossaryInput {
  const {name, qualifiedName, ...attributes} = {...stored, ...updates};
  return {
    name: String(name ?? ''),
    qualifiedName: String(qualifiedName),
    attributes,
    classifications: [],
  };
}

/** @throws BAD_REQUEST for an empty name, INVALID_DISPLAY_NAME */
export function checkNewName({name}: GlossaryInput): void {
  if (name.trim() === '') throw new AppError('BAD_REQUEST', ["DisplayName can't be null/empty"]);
  checkGlossaryName(name);
}

/**
 * Of a new term or category. The errors are the reference's, in its order.
 * @throws MISSING_MANDATORY_ANCHOR, INVALID_NEW_ANCHOR_GUID, `nameless`, INVALID_DISPLAY_NAME
 */
export function checkNewItem(
  {anchor, name}: {readonly anchor?: Guid | undefined; readonly name: string},
  nameless: ConstructorParameters<typeof AppError>[0],
): void {
  if (anchor === undefined) throw new AppError('MISSING_MANDATORY_ANCHOR');
  if (anchor === '') throw new AppError('INVALID_NEW_ANCHOR_GUID');
  if (name.trim() === '') throw new AppError(nameless);
  checkGlossaryName(name);
}

/**
 * Changes a glossary. What is to be saved may depend on what there is: a partial update keeps all
 * that it does not name.
 */
async function update(
  tx: GraphTx,
  guid: Guid,
  inputFor: (stored: EntityRecord) => GlossaryInput,
  c: Context,
): Promise<GlossaryJson> {
  const stored = await glossaryRecord(tx, 'glossary', guid, 'change');
  const input = inputFor(stored);
  checkNewName(input);
  await applyGlossary(
    tx,
    [glossaryEntity(guid, input, String(stored.attributes['qualifiedName']))],
    planningOf(c),
  );
  return await formOf(tx.forCaller(), guid);
}

async function formOf(graph: GraphRead, guid: Guid): Promise<GlossaryJson> {
  const [json] = await glossaryForms(graph, [await glossaryRecord(graph, 'glossary', guid)]);
  return json as GlossaryJson;
}

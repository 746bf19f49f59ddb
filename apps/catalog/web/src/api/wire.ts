import type {Schemas} from '@gazetteer/client';
import type {AttributeDef, ClassificationDef, EntityDef, TypesDef} from '@gazetteer/model';

/** What the API answers, under the names that pages use. Times are epoch milliseconds. */

export type Attributes = Readonly<Record<string, unknown>>;
export type EntityHeader = Schemas['EntityHeader'];
export type Meaning = Schemas['TermAssignment'];
export type SearchParameters = Schemas['SearchParameters'];
export type SearchAnswer = Schemas['SearchResult'];

/** An entity at the other end of a relationship. */
export type ObjectRef = Schemas['RelatedObjectId'];
export type Entity = Schemas['Entity'];

export type RelationshipAttributeDef = AttributeDef & Schemas['RelationshipAttributeDef'];
/**
 * Definitions as they are answered, whole and with what the server adds to them. What it adds is
 * worked out from other types and is ignored when it is sent back.
 */
export type EntityDefAnswer = Added<EntityDef, Schemas['EntityDef']>;
export type ClassificationDefAnswer = Added<ClassificationDef, Schemas['ClassificationDef']>;
export type TypesAnswer = Omit<TypesDef, 'entityDefs' | 'classificationDefs'> & {
  readonly entityDefs: readonly EntityDefAnswer[];
  readonly classificationDefs: readonly ClassificationDefAnswer[];
};

export type Glossary = Schemas['Glossary'];
export type Category = Schemas['GlossaryCategory'];
export type Term = Schemas['GlossaryTerm'];
export type RelatedTerm = Schemas['RelatedTerm'];
export type RelatedCategory = Schemas['RelatedCategory'];

/** The rules' type with what the answer has besides. */
type Added<Def, Answer> = Def & Omit<Answer, keyof Def>;

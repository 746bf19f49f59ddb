import type {Schemas} from '@gazetteer/client';
import type {AttributeDef, ClassificationDef, EntityDef, TypesDef} from '@gazetteer/model';

/** What the API answers, under the names that pages use. Times are epoch milliseconds. */

export type Attributes = Readonly<Record<string, unknown>>;
export type EntityHeader = Schemas['EntityHeader'];
export type Meaning = Schemas['TermAssignment'];
export type SearchParameters = Schemas['SearchParameters'];
export type SearchAnswer = Schemas['SearchResult'];

/**
 * An entity at the other end of a relationship. Answers and requests have it alike: with `guid` for
 * something stored, or with its type and unique attributes.
 */
export type ObjectRef = Schemas['RelatedObjectId'] & {
  readonly guid: string;
  readonly typeName: string;
};

/** A stored entity: it always has what the catalog assigns. */
export type Entity = Schemas['Entity'] & {
  readonly guid: string;
  readonly status: 'ACTIVE' | 'DELETED';
};

export type RelationshipAttributeDef = AttributeDef & {
  readonly relationshipTypeName: string;
  readonly isLegacyAttribute: boolean;
};
/**
 * Definitions as they are answered, whole and with what the server adds to them. What it adds is
 * worked out from other types and is ignored when it is sent back.
 */
export type EntityDefAnswer = EntityDef & {
  readonly subTypes?: readonly string[];
  readonly relationshipAttributeDefs?: readonly RelationshipAttributeDef[];
  readonly businessAttributeDefs?: Readonly<Record<string, readonly AttributeDef[]>>;
};
export type ClassificationDefAnswer = ClassificationDef & {readonly subTypes?: readonly string[]};
export type TypesAnswer = Omit<TypesDef, 'entityDefs' | 'classificationDefs'> & {
  readonly entityDefs: readonly EntityDefAnswer[];
  readonly classificationDefs: readonly ClassificationDefAnswer[];
};

export type Glossary = Schemas['Glossary'];
export type Category = Schemas['GlossaryCategory'];
export type Term = Schemas['GlossaryTerm'];
export type RelatedTerm = Schemas['RelatedTerm'];
export type RelatedCategory = Schemas['RelatedCategory'];

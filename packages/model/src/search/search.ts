import type {Operator} from './operator.ts';
import type {Comparison} from './search-document.ts';
import type {TextQuery} from './search-text.ts';

/** A test of one attribute, or with `criterion` a group; then a test beside it is ignored. */
export type FilterCriteria = {
  attributeName?: string;
  operator?: Operator;
  attributeValue?: string;
  condition?: 'AND' | 'OR';
  criterion?: FilterCriteria[];
};

/** As clients send it and as answers echo it, in the field order of the reference. */
export type SearchParameters = {
  query?: string;
  typeName?: string;
  classification?: string;
  relationshipName?: string;
  termName?: string;
  sortBy?: string;
  excludeDeletedEntities: boolean;
  includeClassificationAttributes: boolean;
  includeSubTypes: boolean;
  includeSubClassifications: boolean;
  excludeHeaderAttributes: boolean;
  limit: number;
  offset: number;
  marker?: string;
  entityFilters?: FilterCriteria;
  tagFilters?: FilterCriteria;
  relationshipFilters?: FilterCriteria;
  attributes?: string[];
  sortOrder?: 'ASCENDING' | 'DESCENDING';
  /** An addition: values of facets, by the names of these (see `facetNarrowing`). */
  facets?: Record<string, string[]>;
  /** An addition: hits say where the words of the query stand. */
  includeMatches?: boolean;
};

/** Page sizes and the longest query text, from the server's options. */
export type SearchLimits = {
  readonly searchDefaultLimit: number;
  readonly searchMaxLimit: number;
  readonly queryMaxLength: number;
};

/** Where a test finds its value. */
export type Field =
  /**
   * `keys` of the (attribute, value) index when it is indexed; `path` leads to the value inside the
   * JSON of the column: `attributes`, or `extra` for labels, custom and business attributes.
   */
  | {
      kind: 'attribute';
      keys: string[];
      isIndexed: boolean;
      /** A list, of which each element is tested. */
      isList: boolean;
      compare: Comparison;
      column: 'attributes' | 'extra';
      path: string[];
    }
  | {kind: 'column'; column: FieldColumn; compare: 'text' | 'number'};

/** `attributes` is the JSON text of all of them, of a classification only. */
type FieldColumn = 'created' | 'updated' | 'created_by' | 'updated_by' | 'guid' | 'attributes';

export type Test =
  /** Where values are compared exactly, those of a test are texts of `plainDigits`. */
  | {kind: 'compare'; field: Field; op: '=' | '<' | '>' | '<=' | '>='; value: string | number}
  /** Equal to one of them. */
  | {kind: 'oneOf'; field: Field; values: readonly string[] | readonly number[]}
  /**
   * `pattern` holds `*` and `?` only when `how` is `like`, which must fit the whole value; it is in
   * lower case for `sameIgnoringCase`, which looks at ASCII letters alone, and the expression of a
   * `PolicyPattern` for `expression`.
   */
  | {
      kind: 'match';
      field: Field;
      how: 'startsWith' | 'endsWith' | 'contains' | 'like' | 'sameIgnoringCase' | 'expression';
      pattern: string;
    }
  /** One value of the field fulfils all of the tests, or one of them. */
  | {kind: 'value'; field: Field; join: 'and' | 'or'; tests: ValueTest[]}
  | {kind: 'exists'; field: Field; isNotEmpty: boolean};

/** A test of a value. */
export type ValueTest = Exclude<Test, {kind: 'exists'}>;

/**
 * A condition on entities (or, in `ClassificationCondition`, on classifications), as data for the
 * store to compile.
 */
export type Condition =
  | Test
  | {kind: 'and' | 'or'; parts: Condition[]}
  | {kind: 'not'; part: Condition}
  | {kind: 'status'; isDeleted: boolean}
  /** Known only by a reference yet. */
  | {kind: 'incomplete'}
  | {kind: 'type'; names: string[]}
  /** Queried on this day, in days since 1970, or later. */
  | {kind: 'queried'; since: number}
  /** True of all where queries were counted on this day already, or before, else of none. */
  | {kind: 'counted'; by: number}
  /**
   * Carries one of these classifications; undefined: any. `from` leaves out those that came from
   * others, or its own; `where` holds of it.
   */
  | {kind: 'classified'; names: string[] | undefined; from?: 'itself' | 'others'; where?: Condition}
  | RelatedCondition;

/** Has a related entity that fulfils `part`. */
export type RelatedCondition = {
  kind: 'related';
  /**
   * Relationship types, or edge labels of references without one, with the end that the entity
   * itself takes.
   */
  edges: {typeName: string; end: 1 | 2}[];
  /**
   * Concrete types of the entity itself and of those at the other ends, undefined for any: to tell
   * which are fewer.
   */
  from: string[] | undefined;
  to: string[] | undefined;
  part?: Condition;
  /**
   * The other ends are named by guids that whoever asks may read: nothing has to find that out
   * again.
   */
  isSeen?: true;
};

export type ClassificationCondition = {
  /** undefined: any. */
  names?: string[];
  isNegated: boolean;
  where?: Condition;
};

/** A search, resolved against the type system. */
export type SearchQuery = {
  text?: TextQuery;
  /** Concrete entity types; undefined: all that are not internal. */
  types?: string[];
  activeOnly: boolean;
  where?: Condition;
  /** Every one of them holds. */
  classifications: ClassificationCondition[];
  /** Guid of a glossary term that the entities are assigned to. */
  termGuid?: string;
  sort?: {field: Field | 'status'; descending: boolean};
  /**
   * Without words: assets before parts before processes (`kindsOfTypes`), of each the newest first.
   * With words it is so anyway.
   */
  isByKind?: true;
  /**
   * The newest first, whatever else would order them, from those below this row number of the store
   * on.
   */
  before?: number;
  /** The answer tells how relevant the text of each hit is, so nothing else orders them. */
  isScored?: boolean;
  offset: number;
  limit: number;
};

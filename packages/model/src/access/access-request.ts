import type {
  AdminPrivilege,
  EditorPrivilege,
  EntityPrivilege,
  RelationshipPrivilege,
  TypePrivilege,
} from './policy.ts';

/**
 * A type or a classification by all names that a policy may call it: its own and those of its
 * ancestors.
 */
export type Names = readonly string[];

/** What of an entity a policy looks at. */
export type EntityFacts = {
  readonly types: Names;
  /** Value of its unique attribute; undefined when it has none, which every list fits. */
  readonly id: string | undefined;
  /** All that it carries. */
  readonly classifications: readonly Names[];
  /**
   * What it is given as it comes to be: rules that allow ask for other permissions then, those that
   * deny do not wait.
   */
  readonly given?: readonly Names[];
  readonly owner?: string | undefined;
};

/** Something that somebody wants to do. */
export type AccessRequest =
  /** Without an engine where it is about what belongs to none. */
  | {
      readonly kind: 'editor';
      readonly privilege: EditorPrivilege;
      readonly engine: string | undefined;
    }
  | {readonly kind: 'admin'; readonly privilege: AdminPrivilege}
  | {
      readonly kind: 'type';
      readonly privilege: TypePrivilege;
      readonly category: string;
      readonly typeName: string;
    }
  | {
      readonly kind: 'entity';
      readonly privilege: EntityPrivilege;
      readonly entity: EntityFacts;
      /**
       * What the privilege is about, where it is about labels, business metadata or
       * classifications.
       */
      readonly label?: string;
      readonly businessMetadata?: string;
      readonly classification?: Names;
    }
  | {
      readonly kind: 'relationship';
      readonly privilege: RelationshipPrivilege;
      readonly typeName: string;
      readonly end1: EntityFacts;
      readonly end2: EntityFacts;
    };

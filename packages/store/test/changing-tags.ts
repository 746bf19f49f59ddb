import * as fc from 'fast-check';
import {
  emptyChangeSet,
  type ChangeSet,
  type ClassificationRecord,
  type EdgeRecord,
  type TypeDef,
} from '@gazetteer/model';
import {attribute, classificationDef, composition} from '@gazetteer/model/testing';
import {NaivePropagation} from './propagation-model.ts';

/**
 * What entities carry, in the model without any index: a classification with values that propagates
 * over relationships.
 */

export type TagStep =
  | {do: 'tag' | 'untag' | 'link'; which: number; other: number; note: string[]}
  /** The classification may be given to other types from now on. */
  | {do: 'allow'; entityTypes: string[]}
  /** As a store is whose program made other words of classifications. */
  | {do: 'forget'};

const chosen = {
  which: fc.nat(1000),
  other: fc.nat(1000),
  note: fc.array(fc.constantFrom<string>('red fox', 'green tree', 'blue red', ''), {maxLength: 1}),
};
export const tagSteps: fc.Arbitrary<TagStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('tag' as const, 'tag' as const, 'link' as const, 'untag' as const),
      ...chosen,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('allow' as const),
      entityTypes: fc.constantFrom<string[]>([], ['part'], ['thing']),
    }),
  },
  {weight: 1, arbitrary: fc.constant({do: 'forget' as const})},
);

const at = {createdBy: 'ann', updatedBy: 'ann', createTime: 1, updateTime: 1};

export class ChangingTags {
  readonly #naive = new NaivePropagation();
  readonly #notes = new Map<string, string[]>();
  readonly #edges = new Map<string, EdgeRecord>();
  #entityTypes: string[] = [];

  types(): TypeDef[] {
    const tag = classificationDef('tag', [attribute('note', 'string'), attribute('n', 'int')]);
    return [
      {...tag, entityTypes: this.#entityTypes},
      composition('leads', ['thing', 'out'], ['thing', 'in']),
    ];
  }

  /** Sources of what the entity carries, its own last. */
  sources(guid: string, typeName: string): string[] {
    const isAllowed =
      this.#entityTypes.length === 0 ||
      this.#entityTypes.includes(typeName) ||
      this.#entityTypes[0] === 'thing';
    const come = isAllowed ? Array.from(this.#naive.at(guid), key => key.slice('tag@'.length)) : [];
    return [...come, ...(this.#notes.has(guid) ? [guid] : [])];
  }

  /** All that is found by what the entity carries. */
  texts(guid: string, typeName: string): string[] {
    return this.sources(guid, typeName).flatMap(source => {
      const note = this.#notes.get(source) ?? [];
      return ['tag', 'n', '5', ...note.map(() => 'note'), ...note];
    });
  }

  allow(entityTypes: string[]): void {
    this.#entityTypes = entityTypes;
  }

  created(guid: string): void {
    this.#naive.active.set(guid, true);
  }

  deleted(guid: string): void {
    if (this.#naive.active.get(guid) === true) this.#naive.deleteEntity(guid);
  }

  /** What goes with an entity that is removed. */
  removed(guid: string): Partial<ChangeSet> {
    const edgesRemoved = [...this.#edges.values()].filter(
      edge => edge.end1 === guid || edge.end2 === guid,
    );
    for (const edge of edgesRemoved) this.#edges.delete(edge.guid);
    this.#notes.delete(guid);
    this.#naive.removeEntity(guid);
    return {edgesRemoved};
  }

  /** The change that the step is, between two entities that there are. */
  change(
    step: Extract<TagStep, {which: number}>,
    guid: string,
    other: string,
  ): ChangeSet | undefined {
    const none = emptyChangeSet();
    const before = this.#notes.get(guid);
    if (step.do === 'link') {
      const key = `${guid} ${other}`;
      if (guid === other || this.#edges.has(key)) return undefined;
      const edge: EdgeRecord = {
        guid: key,
        typeName: 'leads',
        end1: guid,
        end2: other,
        status: 'ACTIVE',
        propagateTags: 'ONE_TO_TWO',
        ...at,
      };
      this.#edges.set(key, edge);
      this.#naive.addEdge(key, {
        from: guid,
        to: other,
        tags: 'ONE_TO_TWO',
        isActive: true,
        isTerm: false,
      });
      return {...none, edgesCreated: [edge]};
    }
    if (step.do === 'untag') {
      if (before === undefined) return undefined;
      this.#notes.delete(guid);
      this.#naive.removeTag(`tag@${guid}`);
      return {...none, classificationsRemoved: [attached(guid, before)]};
    }
    this.#notes.set(guid, step.note);
    if (before !== undefined)
      return {
        ...none,
        classificationsUpdated: [
          {before: attached(guid, before), after: attached(guid, step.note)},
        ],
      };
    this.#naive.addTag({name: 'tag', source: guid, propagates: true, asks: false});
    return {...none, classificationsAdded: [attached(guid, step.note)]};
  }
}

function attached(entityGuid: string, note: string[]): ClassificationRecord {
  return {
    entityGuid,
    typeName: 'tag',
    attributes: {n: 5, ...(note.length === 0 ? {} : {note: note[0]})},
    propagate: true,
    removePropagationsOnEntityDelete: false,
  };
}

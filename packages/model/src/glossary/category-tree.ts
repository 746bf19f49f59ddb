import type {Guid} from '../entity/record.ts';
import {AppError} from '../error.ts';
import {categoryQualifiedName} from './glossary-types.ts';

/**
 * A category in its place; `glossary` is empty for one that is in none of the glossaries looked at.
 */
export type CategoryNode = {
  readonly name: string;
  readonly qualifiedName: string;
  readonly glossary: Guid;
  readonly parent: Guid | undefined;
};

/**
 * Where a category is to stand, and which stand below it: all others that did are at the top
 * afterwards.
 */
export type Placement = {
  readonly guid: Guid;
  readonly name: string;
  readonly glossary: Guid;
  readonly parent: Guid | undefined;
  readonly children: readonly Guid[];
};

/**
 * The categories of the glossaries that a request touches. A qualified name is made of the names on
 * the way to the top, so whoever moves takes everything below along.
 */
export class CategoryTree {
  readonly #nodes = new Map<Guid, CategoryNode>();
  readonly #children = new Map<Guid, Set<Guid>>();
  readonly #before: ReadonlyMap<Guid, CategoryNode>;
  /** Qualified names of the glossaries. */
  readonly #glossaries: ReadonlyMap<Guid, string>;

  constructor(nodes: ReadonlyMap<Guid, CategoryNode>, glossaries: ReadonlyMap<Guid, string>) {
    this.#before = nodes;
    this.#glossaries = glossaries;
    for (const [guid, node] of nodes) this.#put(guid, node);
  }

  /**
   * @throws INSTANCE_GUID_NOT_FOUND for a parent or child that is no category,
   * INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY, BAD_REQUEST when a category would stand below itself
   */
  place({guid, name, glossary, parent, children}: Placement): void {
    const old = this.#nodes.get(guid);
    const ownBefore = new Set(this.#below(guid));
    const moved = new Set<Guid>();
    for (const child of this.#childrenOf(guid)) {
      if (children.includes(child)) continue;
      this.#set(child, {parent: undefined});
      moved.add(child);
    }
    for (const child of children) {
      if (child === guid)
        throw new AppError('BAD_REQUEST', [`Category ${guid} cannot stand below itself`]);
      const node = this.#node(child);
      const isNear = node.glossary === glossary || ownBefore.has(child);
      if (!isNear) throw new AppError('INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY', [child]);
      if (node.parent !== guid) moved.add(child);
      this.#set(child, {parent: guid});
    }
    const qualifiedName = old?.qualifiedName ?? '';
    this.#put(guid, {name, qualifiedName, glossary, parent});
    if (parent !== undefined) this.#checkParent(guid, parent, glossary);
    if (old === undefined || old.parent !== parent || old.glossary !== glossary) moved.add(guid);
    for (const one of moved) this.#rename(one);
  }

  /** Those below it stand at the top afterwards. */
  remove(guid: Guid): void {
    const children = this.#childrenOf(guid);
    for (const child of children) this.#set(child, {parent: undefined});
    this.#nodes.delete(guid);
    for (const child of children) this.#rename(child);
  }

  /** Categories whose qualified name or glossary is another one now, or that are new. */
  changed(): Map<Guid, CategoryNode> {
    const changed = new Map<Guid, CategoryNode>();
    for (const [guid, node] of this.#nodes) {
      const before = this.#before.get(guid);
      if (before?.qualifiedName !== node.qualifiedName || before.glossary !== node.glossary)
        changed.set(guid, node);
    }
    return changed;
  }

  /** Categories that were in this glossary and are in another one now. */
  left(glossary: Guid): Guid[] {
    const left: Guid[] = [];
    for (const [guid, node] of this.#nodes) {
      if (this.#before.get(guid)?.glossary === glossary && node.glossary !== glossary)
        left.push(guid);
    }
    return left;
  }

  get(guid: Guid): CategoryNode | undefined {
    return this.#nodes.get(guid);
  }

  #checkParent(guid: Guid, parent: Guid, glossary: Guid): void {
    if (this.#node(parent).glossary !== glossary) {
      throw new AppError('INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY', [guid]);
    }
    for (
      let above: Guid | undefined = parent;
      above !== undefined;
      above = this.#nodes.get(above)?.parent
    ) {
      if (above === guid)
        throw new AppError('BAD_REQUEST', [`Category ${guid} cannot stand below itself`]);
    }
  }

  /** Gives the category and all below it the names of their new place. */
  #rename(guid: Guid): void {
    const queue = [guid];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const {name, parent, glossary: own} = this.#node(next);
      const above = parent === undefined ? undefined : this.#nodes.get(parent);
      const glossary = above?.glossary ?? own;
      const qualifiedName = categoryQualifiedName(
        name,
        this.#glossaries.get(glossary) ?? '',
        above?.qualifiedName,
      );
      this.#set(next, {qualifiedName, glossary});
      queue.push(...this.#childrenOf(next));
    }
  }

  #childrenOf(guid: Guid): Guid[] {
    return [...(this.#children.get(guid) ?? [])];
  }

  #below(guid: Guid): Guid[] {
    const below: Guid[] = [];
    const queue = this.#childrenOf(guid);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      below.push(next);
      queue.push(...this.#childrenOf(next));
    }
    return below;
  }

  #node(guid: Guid): CategoryNode {
    const node = this.#nodes.get(guid);
    if (node === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    return node;
  }

  #set(guid: Guid, change: Partial<CategoryNode>): void {
    this.#put(guid, {...this.#node(guid), ...change});
  }

  #put(guid: Guid, node: CategoryNode): void {
    const parent = this.#nodes.get(guid)?.parent;
    if (parent !== undefined) this.#children.get(parent)?.delete(guid);
    this.#nodes.set(guid, node);
    if (node.parent === undefined) return;
    const siblings = this.#children.get(node.parent);
    if (siblings === undefined) this.#children.set(node.parent, new Set([guid]));
    else siblings.add(guid);
  }
}

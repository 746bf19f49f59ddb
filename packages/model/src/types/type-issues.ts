import {AppError, render} from '../error.ts';
import {errorTable, type ErrorKind} from '../error-table.ts';
import type {TypeDef} from './type-def.ts';

/**
 * What is wrong with the definitions of one request, in the order of the rules. Clients match on
 * the first one's code, people want them all: what is thrown is the first and lists all.
 */
export class TypeIssues {
  readonly #found: {kind: ErrorKind; args: string[]}[] = [];

  add(kind: ErrorKind, ...args: string[]): void {
    this.#found.push({kind, args});
  }

  /**
   * In the words and with the code of the reference, which resolves names before it applies any
   * other rule.
   */
  addUnknownType(name: string): void {
    this.add('BAD_REQUEST', render(errorTable.TYPE_NAME_NOT_FOUND[2], [name]));
  }

  throwIfAny(): void {
    const [first] = this.#found;
    if (first === undefined) return;
    const issues = this.#found.map(({kind, args}) => render(errorTable[kind][2], args));
    throw new AppError(first.kind, first.args, {issues});
  }
}

/**
 * What the rules look at: all definitions as they would be after the change, and those that the
 * change brings.
 */
export type TypeCheck = {
  readonly defs: ReadonlyMap<string, TypeDef>;
  readonly changed: readonly TypeDef[];
  /**
   * Whether attributes and ends may be called like a word of the query language (`order`, `count`).
   * They can always be quoted there, and the reference refuses them only when it is told to.
   */
  readonly allowReservedWords: boolean;
  readonly issues: TypeIssues;
};

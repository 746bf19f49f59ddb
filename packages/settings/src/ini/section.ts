import type {Key} from './key.ts';

export type Keys = Readonly<Record<string, Key<unknown>>>;

/** One section of the ini files. */
export type Section<
  K extends Keys = Keys,
  S extends Sections = Sections,
  N extends Keys | undefined = Keys | undefined,
> = {
  readonly doc: string;
  /** Another name that the section may go by. */
  readonly alias?: string;
  readonly keys: K;
  readonly sections: S;
  /** Sub-sections that an operator names freely all have these keys. */
  readonly named: N;
};

export type Sections = {readonly [name: string]: Section};

export type KeyValues<K extends Keys> = {
  readonly [Name in keyof K]: K[Name] extends Key<infer T> ? T : never;
};

/** Keys and sub-sections side by side, as in the file. */
export type SectionValues<S> =
  S extends Section<infer K, infer Inner, infer Named>
    ? KeyValues<K> &
        SectionsValues<Inner> &
        (Named extends Keys ? {readonly named: NamedValues<Named>} : unknown)
    : never;

export type SectionsValues<S extends Sections> = {
  readonly [Name in keyof S]: SectionValues<S[Name]>;
};

export type NamedValues<K extends Keys> = Readonly<Record<string, KeyValues<K>>>;

export function section<K extends Keys>(
  doc: string,
  keys: K,
  alias?: string,
): Section<K, {}, undefined> {
  return {doc, keys, sections: {}, named: undefined, ...(alias === undefined ? {} : {alias})};
}

export function sectionWith<K extends Keys, S extends Sections>(
  doc: string,
  keys: K,
  sections: S,
  alias?: string,
): Section<K, S, undefined> {
  return {doc, keys, sections, named: undefined, ...(alias === undefined ? {} : {alias})};
}

export function sectionOfNamed<N extends Keys>(doc: string, named: N): Section<{}, {}, N> {
  return {doc, keys: {}, sections: {}, named};
}

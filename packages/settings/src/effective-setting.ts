/** One value that a server works with, as an operator would write it; secrets are masked. */
export type EffectiveSetting = {
  /** What it stands under: a group of options, or the sections of an ini file. */
  readonly group: string;
  /** As in the file. */
  readonly name: string;
  readonly value: string;
  /** Where it was given; empty where nobody gave it. */
  readonly place: string;
  readonly doc: string;
};

/** What a server was started with. */
export type Configuration = {
  readonly settings: readonly EffectiveSetting[];
  readonly warnings: readonly string[];
  /** Given, and without effect. */
  readonly notices: readonly string[];
  /** Of the ini files, where there is one. */
  readonly folder?: string | undefined;
};

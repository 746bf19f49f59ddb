import type {InertKeys} from '../inert-keys.ts';
import type {Range, Setting} from '../kind.ts';

type Row<Value> = Setting<Value> & {
  /**
   * The field's property key, such as `atlas.server.http.port`; the same key under `meta.` means
   * the same.
   */
  readonly key: string;
  /**
   * Name on the command line, without dashes. The environment variable is the table's prefix and
   * this name.
   */
  readonly cli: string;
  /** Heading under which help and documentation list it. */
  readonly group: string;
  /** A text that stands for "not given", such as the `-1` of some keys of the field. */
  readonly unset?: string;
};

/**
 * Bare numbers of a duration are in this unit; the value that code sees is always in milliseconds.
 */
export type DurationUnit = 'ms' | 's';

export type Option =
  | (Row<string> & {
      readonly type: 'string';
      /**
       * `file:<path>` stands for what is in that file, so that a secret need not stand among the
       * options.
       */
      readonly fromFile?: true;
      /** The name of a file that may lie beside the properties file. */
      readonly isBesideConfig?: true;
      /** Tells what is allowed when the value is not. */
      readonly check?: (value: string) => string | undefined;
    })
  | (Row<string> & {readonly type: 'enum'; readonly allowed: readonly string[]})
  | (Row<boolean> & {readonly type: 'boolean'})
  | (Row<number> & Range & {readonly type: 'integer' | 'bytes'})
  | (Row<number> & Range & {readonly type: 'duration'; readonly unit: DurationUnit})
  /** Any number of `<key>.<name> = <text>`. */
  | (Row<Readonly<Record<string, string>>> & {readonly type: 'map'});

export type Options = Readonly<Record<string, Option>>;

/** Everything one server can be told, read once at its start. */
export type OptionTable<T extends Options = Options> = {
  /** What messages call it: `catalog`, `editor`. */
  readonly server: string;
  readonly version: string;
  readonly envPrefix: string;
  readonly options: T;
  readonly inert: readonly InertKeys[];
};

type ValueOf<T extends Option> = T extends {type: 'enum'; allowed: readonly (infer Allowed)[]}
  ? Allowed
  : T extends {type: 'boolean'}
    ? boolean
    : T extends {type: 'integer' | 'bytes' | 'duration'}
      ? number
      : T extends {type: 'map'}
        ? Readonly<Record<string, string>>
        : string;

/** Durations in milliseconds, sizes in bytes. */
export type OptionValues<T extends Options> = {readonly [Name in keyof T]: ValueOf<T[Name]>};

export function envName(table: OptionTable, option: Option): string {
  return table.envPrefix + option.cli.toUpperCase().replaceAll('-', '_');
}

/** `atlas.x` for `meta.x`; any other key as it is. */
export function canonicalKey(key: string): string {
  return key.startsWith('meta.') ? `atlas.${key.slice(5)}` : key;
}

import type {BinaryReader} from './binary-reader.ts';
import type {BinaryWriter} from './binary-writer.ts';
import {malformed} from './errors.ts';
import {maxDepth, wire} from './wire.ts';

/**
 * How one Thrift type is read and written. Structs are described as tables of these, see
 * hive-types.ts.
 */
export type Codec<T> = {
  readonly wire: number;
  /** @param depth how many structs are around; bounds the stack against a lying server */
  read(reader: BinaryReader, depth: number): T;
  write(writer: BinaryWriter, value: T): void;
};

export type Value<C> = C extends Codec<infer T> ? T : never;

export const bool: Codec<boolean> = {
  wire: wire.bool,
  read: reader => reader.byte() !== 0,
  write: (writer, value) => writer.byte(value ? 1 : 0),
};
export const i16: Codec<number> = {
  wire: wire.i16,
  read: reader => reader.i16(),
  write: (writer, value) => writer.i16(value),
};
export const i32: Codec<number> = {
  wire: wire.i32,
  read: reader => reader.i32(),
  write: (writer, value) => writer.i32(value),
};
export const i64: Codec<bigint> = {
  wire: wire.i64,
  read: reader => reader.i64(),
  write: (writer, value) => writer.i64(value),
};
export const double: Codec<number> = {
  wire: wire.double,
  read: reader => reader.double(),
  write: (writer, value) => writer.double(value),
};
export const string: Codec<string> = {
  wire: wire.string,
  read: reader => reader.string(),
  write: (writer, value) => writer.string(value),
};
/** Read as a copy, since handles outlive the message they came in. */
export const binary: Codec<Uint8Array> = {
  wire: wire.string,
  read: reader => Uint8Array.from(reader.binary()),
  write: (writer, value) => writer.binary(value),
};

export function list<T>(element: Codec<T>): Codec<readonly T[]> {
  return {
    wire: wire.list,
    read: (reader, depth) => {
      const count = reader.listHeader(element.wire);
      const values: T[] = [];
      for (let i = 0; i < count; i++) values.push(element.read(reader, depth));
      return values;
    },
    write: (writer, values) => {
      writer.byte(element.wire);
      writer.i32(values.length);
      for (const value of values) element.write(writer, value);
    },
  };
}

/** A map with text keys, the only kind that the services use. */
export function map<T>(element: Codec<T>): Codec<ReadonlyMap<string, T>> {
  return {
    wire: wire.map,
    read: (reader, depth) => {
      const [keyType, valueType, count] = [reader.byte(), reader.byte(), reader.i32()];
      const values = new Map<string, T>();
      if (count === 0) return values;
      if (keyType !== wire.string || valueType !== element.wire) {
        throw malformed(
          `a map of ${keyType} to ${valueType} where ${wire.string} to ${element.wire} belongs`,
        );
      }
      if (count < 0 || count > reader.left)
        throw malformed(`a map of ${count} in ${reader.left} bytes`);
      for (let i = 0; i < count; i++) values.set(reader.string(), element.read(reader, depth));
      return values;
    },
    write: (writer, values) => {
      writer.byte(wire.string);
      writer.byte(element.wire);
      writer.i32(values.size);
      for (const [key, value] of values) {
        writer.string(key);
        element.write(writer, value);
      }
    },
  };
}

type Field<T> = readonly [id: number, codec: Codec<T>];
// The bound has to admit every field; `never` is what a codec of any type can be given.
type AnyField = readonly [
  id: number,
  codec: {
    readonly wire: number;
    read(reader: BinaryReader, depth: number): unknown;
    write(writer: BinaryWriter, value: never): void;
  },
];
type ValuesOf<F extends Record<string, AnyField>> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/**
 * A struct: `required` fields fail the read when they are missing, `optional` ones are left out of
 * the value. Fields that the tables do not know are passed over, as newer servers send more.
 */
export function struct<
  R extends Record<string, AnyField>,
  O extends Record<string, AnyField> = Record<never, never>,
>(name: string, required: R, optional?: O): Codec<ValuesOf<R> & Partial<ValuesOf<O>>> {
  type Value = ValuesOf<R> & Partial<ValuesOf<O>>;
  const fields = [...Object.entries(required), ...Object.entries(optional ?? {})].map(
    ([key, [id, codec]]) => ({
      key,
      id,
      codec: codec as Codec<unknown>,
    }),
  );
  const byId = new Map(fields.map(field => [field.id, field]));
  const needed = Object.keys(required);
  return {
    wire: wire.struct,
    read: (reader, depth) => {
      if (depth > maxDepth) throw malformed(`nested deeper than ${maxDepth}`);
      const value: Record<string, unknown> = {};
      for (let type = reader.byte(); type !== wire.stop; type = reader.byte()) {
        const field = byId.get(reader.i16());
        // The same field in another type is another server's idea of it: treated like an unknown
        // one.
        if (field?.codec.wire === type) value[field.key] = field.codec.read(reader, depth + 1);
        else reader.skip(type, depth);
      }
      for (const key of needed) if (!(key in value)) throw malformed(`${name} without ${key}`);
      return value as Value;
    },
    write: (writer, value) => {
      for (const {key, id, codec} of fields) {
        const one = (value as Record<string, unknown>)[key];
        if (one === undefined) continue;
        writer.byte(codec.wire);
        writer.i16(id);
        codec.write(writer, one);
      }
      writer.byte(wire.stop);
    },
  };
}

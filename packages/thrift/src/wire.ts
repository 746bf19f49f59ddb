/** Type bytes of Thrift's binary protocol. */
export const wire = {
  stop: 0,
  bool: 2,
  byte: 3,
  double: 4,
  i16: 6,
  i32: 8,
  i64: 10,
  string: 11,
  struct: 12,
  map: 13,
  set: 14,
  list: 15,
} as const;

/**
 * Bytes of a value by its type byte; 0 where it varies (string, struct, map, set, list), undefined
 * where no type is.
 */
// oxfmt-ignore
export const fixedSize: readonly (number | undefined)[] = [
  undefined, undefined, 1, 1, 8, undefined, 2, undefined, 4, undefined, 8, 0, 0, 0, 0, 0,
];

/** High half of a message's first word in the strict form, the only one in use. */
export const strictVersion = 0x8001;

export const messageType = {call: 1, reply: 2, exception: 3} as const;

/**
 * Deeper nesting than this is taken for an attack on the stack: the services at hand need about
 * ten.
 */
export const maxDepth = 64;

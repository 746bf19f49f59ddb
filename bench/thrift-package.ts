/**
 * The part of the npm package `thrift` that its generated classes call; it has no types of its own.
 */
type Protocol = {
  readMessageBegin(): unknown;
  readFieldBegin(): {readonly ftype: number; readonly fid: number};
  readFieldEnd(): void;
  readStructBegin(): void;
  readStructEnd(): void;
  readListBegin(): {readonly size: number};
  readListEnd(): void;
  skip(type: number): void;
  readBool(): boolean;
  readByte(): number;
  readI16(): number;
  readI32(): number;
  readI64(): unknown;
  readDouble(): number;
  readString(): string;
  readBinary(): Buffer;
};
export type ThriftPackage = {
  readonly TBinaryProtocol: new (transport: unknown) => Protocol;
  readonly TBufferedTransport: {
    receiver(use: (transport: unknown) => void): (bytes: Buffer) => void;
  };
};

type Column = {readonly values: unknown[]; nulls: Buffer};

// Field by field and value by value, in the order and with the calls of the classes that the
// package's compiler writes.
function readStruct(input: Protocol, field: (id: number, type: number) => void): void {
  input.readStructBegin();
  for (;;) {
    const {ftype, fid} = input.readFieldBegin();
    if (ftype === 0) break;
    field(fid, ftype);
    input.readFieldEnd();
  }
  input.readStructEnd();
}

const readers = [
  (input: Protocol) => input.readBool(),
  (input: Protocol) => input.readByte(),
  (input: Protocol) => input.readI16(),
  (input: Protocol) => input.readI32(),
  (input: Protocol) => input.readI64(),
  (input: Protocol) => input.readDouble(),
  (input: Protocol) => input.readString(),
  (input: Protocol) => input.readBinary(),
];

function readColumn(input: Protocol): Column {
  const column: Column = {values: [], nulls: Buffer.alloc(0)};
  readStruct(input, kind => {
    const read = readers[kind - 1];
    if (read === undefined) throw new Error(`column kind ${kind}`);
    readStruct(input, id => {
      if (id === 1) {
        const {size} = input.readListBegin();
        for (let i = 0; i < size; i++) column.values.push(read(input));
        input.readListEnd();
      } else {
        column.nulls = input.readBinary();
      }
    });
  });
  return column;
}

/** Decodes a reply to FetchResults. @returns the number of rows */
export function fetchWithThriftPackage(
  {TBinaryProtocol, TBufferedTransport}: ThriftPackage,
  reply: Buffer,
): number {
  const columns: Column[] = [];
  const receive = TBufferedTransport.receiver(transport => {
    const input = new TBinaryProtocol(transport);
    input.readMessageBegin();
    readStruct(input, () =>
      readStruct(input, (id, type) => {
        if (id !== 3) return input.skip(type);
        return readStruct(input, (part, partType) => {
          if (part !== 3) return input.skip(partType);
          const {size} = input.readListBegin();
          for (let i = 0; i < size; i++) columns.push(readColumn(input));
          return input.readListEnd();
        });
      }),
    );
  });
  receive(reply);
  return columns[0]?.values.length ?? 0;
}

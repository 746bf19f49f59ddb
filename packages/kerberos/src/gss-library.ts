/** The Kerberos library of the system (GSSAPI, RFC 2744), as far as it is used. */
export type GssLibrary = {
  /**
   * Runs a function on another thread, as some wait for the KDC. Its first parameter, the minor
   * status, is left out.
   * @returns the major status: 0, or {@link continueNeeded}
   * @throws {Error} for any other, in the library's own words
   */
  run(name: GssFunction, ...args: readonly unknown[]): Promise<number>;
  /**
   * Where a function leaves a handle, which is given back by `release` when nothing refers to this
   * object any more.
   */
  handle(release: GssFunction): GssHandle;
  /** The bytes of an output, which is given back. */
  take(output: GssBuffer): Buffer;
};

/** `gss_buffer_desc`: `value` is a Buffer on the way in, an address on the way out. */
export type GssBuffer = {length: number; value: unknown};

export type GssHandle = {readonly at: [unknown]};

export type GssFunction = keyof ReturnType<typeof signatures>;

/** Kerberos cannot be used on this machine; the message says what is missing. */
export class KerberosMissing extends Error {}

/** `GSS_S_CONTINUE_NEEDED`: the other side's next token is wanted. */
export const continueNeeded = 1;

/** The part of the package `koffi` that is used. */
type Koffi = {
  load(file: string): {func(name: string, result: Type, parameters: readonly Type[]): Native};
  struct(members: Readonly<Record<string, Type>>): Type;
  pointer(to: Type): Type;
  out(type: Type): Type;
  inout(type: Type): Type;
  view(address: unknown, length: number): ArrayBuffer;
};
type Type = string | {readonly name: string};
type Native = {(...args: unknown[]): number; async(...args: unknown[]): void};
type Natives = Readonly<Record<GssFunction, Native>>;

let library: GssLibrary | undefined;

/**
 * The library, called through the package `koffi`, whose binary is part of the package.
 * @throws {KerberosMissing}
 */
export async function loadGssLibrary(): Promise<GssLibrary> {
  return (library ??= open(await loadKoffi()));
}

/**
 * The package's name is no literal, so that neither the type check nor a bundler wants it to be
 * there.
 */
async function loadKoffi(): Promise<Koffi> {
  const name: string = 'koffi';
  try {
    return ((await import(name)) as {default: Koffi}).default;
  } catch (cause) {
    throw new KerberosMissing(
      'Kerberos needs the optional npm package "koffi", which is not installed: run npm ci without --omit=optional',
      {cause},
    );
  }
}

function open(koffi: Koffi): GssLibrary {
  const native = {} as Record<GssFunction, Native>;
  try {
    const file = koffi.load('libgssapi_krb5.so.2');
    for (const [name, parameters] of Object.entries(signatures(koffi))) {
      const minor = koffi.out(koffi.pointer('uint32_t'));
      native[name as GssFunction] = file.func(name, 'uint32_t', [minor, ...parameters]);
    }
  } catch (cause) {
    throw new KerberosMissing(
      'Kerberos needs the library of MIT Kerberos on Linux, libgssapi_krb5.so.2 (Debian: libgssapi-krb5-2, Red Hat: ' +
        `krb5-libs): ${(cause as Error).message}`,
      {cause},
    );
  }
  const take = taker(koffi, native);
  return {
    take,
    run: async (name, ...args) => {
      const minor: [number] = [0];
      const major = await new Promise<number>((resolve, reject) => {
        native[name].async(minor, ...args, (error: Error | null, status: number) => {
          if (error === null) resolve(status);
          else reject(error);
        });
      });
      // The low half tells of tokens that come twice or out of their order, which no connection of
      // ours may have.
      if (major !== 0 && major !== continueNeeded)
        throw new Error(textOf(native, take, major, minor[0]));
      return major;
    },
    handle: release => {
      const made: GssHandle = {at: [null]};
      handles.register(made, [native[release], made.at]);
      return made;
    },
  };
}

const handles = new FinalizationRegistry<readonly [Native, [unknown]]>(([release, at]) => {
  if (at[0] !== null) release([0], at, null);
});

/** What follows the minor status in the functions' lists of parameters. */
function signatures(koffi: Koffi) {
  const {struct, pointer, inout, out} = koffi;
  const handle = 'void *';
  const number = 'uint32_t';
  const bytes = pointer(struct({length: 'size_t', value: 'void *'}));
  const identifier = pointer(struct({length: number, elements: 'void *'}));
  const changed = inout(pointer(handle));
  const found = out(pointer(handle));
  const unused = 'void *';
  return {
    gss_import_name: [bytes, identifier, found],
    gss_display_name: [handle, out(bytes), unused],
    gss_acquire_cred: [handle, number, unused, 'int', found, unused, unused],
    gss_init_sec_context: [
      handle,
      changed,
      handle,
      identifier,
      number,
      number,
      unused,
      bytes,
      unused,
      out(bytes),
      unused,
      unused,
    ],
    gss_accept_sec_context: [
      changed,
      handle,
      bytes,
      unused,
      found,
      unused,
      out(bytes),
      unused,
      unused,
      unused,
    ],
    gss_wrap: [handle, 'int', number, bytes, unused, out(bytes)],
    gss_unwrap: [handle, bytes, out(bytes), out(pointer('int')), unused],
    gss_wrap_size_limit: [handle, 'int', number, number, out(pointer(number))],
    gss_display_status: [number, 'int', unused, inout(pointer(number)), out(bytes)],
    gss_release_buffer: [inout(bytes)],
    // Without the last, which only one of them has, they would be called in two ways.
    gss_release_name: [changed, unused],
    gss_release_cred: [changed, unused],
    gss_delete_sec_context: [changed, unused],
  };
}

function taker(koffi: Koffi, native: Natives): GssLibrary['take'] {
  return output => {
    const length = Number(output.length);
    // Copied: what the view shows ends with the release.
    const copy =
      length === 0
        ? Buffer.alloc(0)
        : Buffer.from(new Uint8Array(koffi.view(output.value, length)));
    native.gss_release_buffer([0], output);
    return copy;
  };
}

/** The general reason and the mechanism's, as the library words them. */
function textOf(native: Natives, take: GssLibrary['take'], major: number, minor: number): string {
  const texts = [
    [major, 1],
    [minor, 2],
  ].flatMap(([status, kind]) => {
    const next: [number] = [0];
    const lines: string[] = [];
    do {
      const text: GssBuffer = {length: 0, value: null};
      if (native.gss_display_status([0], status, kind, null, next, text) !== 0) break;
      lines.push(take(text).toString('utf8'));
    } while (next[0] !== 0);
    return lines;
  });
  return [...new Set(texts)].join(': ');
}

/** A SQL type in the shape that completion of nested fields wants. */
export type TypeTree = {
  readonly type: string;
  readonly fields?: readonly ({readonly name: string} & TypeTree)[];
  readonly item?: TypeTree;
  readonly key?: TypeTree;
  readonly value?: TypeTree;
};

/**
 * `struct<a:int,b:array<string>>` as a tree. A type without parts, or one that is not understood,
 * is a leaf.
 */
export function typeTree(type: string): TypeTree {
  const [, kind = '', parameters = ''] = /^\s*(array|map|struct)\s*<(.*)>\s*$/is.exec(type) ?? [];
  const parts = splitOutside(parameters, ',');
  switch (kind.toLowerCase()) {
    case 'array':
      return {type: 'array', item: typeTree(parameters)};
    case 'map':
      return {
        type: 'map',
        key: typeTree(parts[0] ?? ''),
        value: typeTree(parts.slice(1).join(',')),
      };
    case 'struct':
      return {
        type: 'struct',
        fields: parts.map(part => {
          const [name = '', ...rest] = splitOutside(part, ':');
          return {name: name.replaceAll('`', ''), ...typeTree(rest.join(':'))};
        }),
      };
    default:
      return {type: type.trim()};
  }
}

/** The part that a path of `item`, `key`, `value` and field names leads to. */
export function partOf(tree: TypeTree, path: readonly string[]): TypeTree | undefined {
  let part: TypeTree | undefined = tree;
  for (const step of path) {
    const isKeyword: boolean = step === 'item' || step === 'key' || step === 'value';
    const named: TypeTree | undefined = part?.fields?.find(
      field => field.name.toLowerCase() === step.toLowerCase(),
    );
    part = named ?? (isKeyword ? part?.[step as 'item' | 'key' | 'value'] : undefined);
  }
  return part;
}

/** Splits at a separator that is not inside angle brackets, parentheses or backticks. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let isQuoted = false;
  for (const char of text) {
    if (char === '`') isQuoted = !isQuoted;
    if (!isQuoted && (char === '<' || char === '(')) depth++;
    if (!isQuoted && (char === '>' || char === ')')) depth--;
    if (char === separator && depth === 0 && !isQuoted) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map(part => part.trim());
}

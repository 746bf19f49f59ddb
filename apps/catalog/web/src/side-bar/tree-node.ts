export type TreeNode = {
  readonly id: string;
  readonly label: string;
  /** Another name of it, which is found as well. */
  readonly technical?: string;
  readonly count?: number;
  /** Whether there may be more than `count`. */
  readonly isMore?: boolean;
  /** What is counted, where that is not plain. */
  readonly countNote?: string;
  readonly children?: readonly TreeNode[];
  /** What the page shows now. */
  readonly isCurrent?: boolean;
  /** Only holds others: no place to go to. */
  readonly isHeading?: boolean;
};

/**
 * Nodes whose label holds the text, with the way to them; below a node that fits all is kept.
 * `text` is in lower case.
 */
export function filterNodes(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  return nodes.flatMap(node => {
    if (
      node.isHeading !== true &&
      `${node.label}\n${node.technical ?? ''}`.toLowerCase().includes(text)
    )
      return [node];
    const children = filterNodes(node.children ?? [], text);
    return children.length === 0 ? [] : [{...node, children}];
  });
}

type Typed = {readonly name: string; readonly superTypes: readonly string[]};

/** Types by supertype; a type with several stands under each. Sorted by name. */
export function hierarchy<Def extends Typed>(
  defs: readonly Def[],
  node: (def: Def) => Omit<TreeNode, 'children'>,
): readonly TreeNode[] {
  const known = new Set(defs.map(def => def.name));
  const below = new Map<string, Def[]>();
  const tops: Def[] = [];
  for (const def of defs) {
    // What stands under an unknown one stands at the top.
    const parents = def.superTypes.filter(name => known.has(name));
    if (parents.length === 0) tops.push(def);
    for (const parent of parents) below.set(parent, [...(below.get(parent) ?? []), def]);
  }
  // By path: a type with two supertypes is two nodes.
  const build = (def: Def, path: string): TreeNode => {
    const id = `${path}/${def.name}`;
    const children = (below.get(def.name) ?? []).toSorted(byName).map(child => build(child, id));
    return {...node(def), id, ...(children.length === 0 ? {} : {children})};
  };
  return tops.toSorted(byName).map(def => build(def, ''));
}

function byName(a: Typed, b: Typed): number {
  return a.name.localeCompare(b.name);
}

/** A column as relations are guessed from it. */
export type KeyColumn = {readonly name: string; readonly type: string};
export type TableColumns = {readonly table: string; readonly columns: readonly KeyColumn[]};

/** From a column to the one that it means. */
export type Relation = {
  readonly from: {readonly table: string; readonly column: string};
  readonly to: {readonly table: string; readonly column: string};
  /** Whether the engine knows it as a key; guessed otherwise. */
  readonly isDeclared: boolean;
};

/**
 * Relations between a table and others that names let one guess: `customer_id` means `customer_id`
 * or `id` of a table `customer` or `customers`, where types agree.
 */
export function guessRelations(own: TableColumns, others: readonly TableColumns[]): Relation[] {
  return others
    .filter(({table}) => table !== own.table)
    .flatMap(other => [...between(own, other), ...between(other, own)]);
}

function between(from: TableColumns, to: TableColumns): Relation[] {
  return from.columns.flatMap(({name, type}) => {
    const thing = thingOf(name);
    if (thing === undefined || !isCalled(to.table, thing)) return [];
    const key = [name.toLowerCase(), 'id']
      .map(wanted => to.columns.find(column => column.name.toLowerCase() === wanted))
      .find(column => column !== undefined && kindOf(column.type) === kindOf(type));
    if (key === undefined) return [];
    return [
      {
        from: {table: from.table, column: name},
        to: {table: to.table, column: key.name},
        isDeclared: false,
      },
    ];
  });
}

/** `customer` of `customer_id`, `customerId`, `fk_customer`; undefined where it names nothing. */
export function thingOf(column: string): string | undefined {
  const words = column.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const [, thing] =
    /^(?:fk_)?(.+?)_(?:id|key|code|no|nr|sk)$/.exec(words) ?? /^fk_(.+)$/.exec(words) ?? [];
  return thing;
}

/** A table's last word, in one or many. */
function isCalled(table: string, thing: string): boolean {
  const name = table.toLowerCase();
  return oneAndMany(thing).some(word => name === word || name.endsWith(`_${word}`));
}

export function oneAndMany(thing: string): readonly string[] {
  return [
    thing,
    `${thing}s`,
    `${thing}es`,
    ...(thing.endsWith('y') ? [`${thing.slice(0, -1)}ies`] : []),
  ];
}

/** Texts and numbers are not compared with each other; of numbers the width does not matter. */
function kindOf(type: string): string {
  if (/int|decimal|numeric|number|double|float|real/i.test(type)) return 'number';
  if (/char|text|string/i.test(type)) return 'text';
  return type.toLowerCase();
}

import {dialectOf, lineageOf} from '@gazetteer/sql';
import {type Asset, type Body, ref, type ViewQuery} from './connector.ts';
import {viewColumnType, viewType} from './source-types.ts';

type TablePath = readonly string[];

/** A table that was read: names of its columns, together in one text to be small. */
type Known = {readonly qualifiedName: string; readonly columns: string};
const between = '\u0000';

/** Stands for the view in a text that does not name it. */
const ownName = '_view_';

/**
 * Where the columns of views come from. It is worked out when all tables are read: a view may be
 * read before what it reads, and `*` stands for the columns of that.
 */
export class ViewColumns {
  /** By names in lower case: in most servers case does not matter. */
  readonly #known = new Map<string, Known[]>();
  readonly #views: ViewQuery[] = [];

  add({main, parts, query}: Asset): void {
    const qualifiedName = String(main.attributes['qualifiedName']);
    const columns = parts
      .filter(one => one.typeName.endsWith('_column'))
      .map(one => String(one.attributes['name']));
    const key = qualifiedName.toLowerCase();
    const others = this.#known.get(key) ?? [];
    this.#known.set(key, [...others, {qualifiedName, columns: columns.join(between)}]);
    if (query !== undefined) this.#views.push(query);
  }

  *links(): Generator<Body> {
    for (const view of this.#views) yield* this.#linksOf(view);
  }

  *#linksOf(view: ViewQuery): Generator<Body> {
    const {sql, dialect, own, typeName, end} = view;
    const tableOf = (path: TablePath) =>
      path.length === 1 && path[0] === ownName ? this.#find(own) : this.#read(view, path);
    const text = /^\s*create\b/i.test(sql) ? sql : `CREATE VIEW ${ownName} AS ${sql}`;
    const found = lineageOf(text, dialectOf(dialect), path => {
      const known = tableOf(path);
      return known === undefined ? undefined : namesOf(known);
    });
    const target = this.#find(own);
    if (target === undefined) return;
    const start = own.slice(0, -end.length);
    const process = `${start}#view`;
    const columnType = typeName.replace(/_table$/, '_column');
    for (const {name, sources, way} of found?.writes[0]?.columns ?? []) {
      const column = nameIn(target, name);
      if (column === undefined) continue;
      const named = (isIndirect: boolean) => [
        ...new Set(
          sources
            .filter(one => one.isIndirect === isIndirect)
            .flatMap(one => {
              const table = tableOf(one.table);
              const source = table && nameIn(table, one.column);
              return source === undefined ? [] : columnName(table as Known, end, source);
            }),
        ),
      ];
      const inputs = named(false);
      if (inputs.length === 0) continue;
      yield {
        typeName: viewColumnType.name,
        attributes: {
          qualifiedName: `${process}.${column}${end}`,
          name: column,
          expression: way,
          inputs: inputs.map(one => ref(columnType, one)),
          indirectInputs: named(true),
          outputs: [ref(columnType, columnName(target, end, column))],
          view: ref(viewType.name, `${process}${end}`),
        },
      };
    }
  }

  /** What a name in the text means, which may be short of what the view lies in. */
  #read({within, end}: ViewQuery, path: TablePath): Known | undefined {
    for (const place of within) {
      const depth = place.length + 1;
      const whole = [...place.slice(0, Math.max(0, depth - path.length)), ...path].slice(-depth);
      const known = whole.length === depth ? this.#find(`${whole.join('.')}${end}`) : undefined;
      if (known !== undefined) return known;
    }
    return undefined;
  }

  #find(qualifiedName: string): Known | undefined {
    const some = this.#known.get(qualifiedName.toLowerCase());
    return some?.find(one => one.qualifiedName === qualifiedName) ?? some?.[0];
  }
}

function namesOf({columns}: Known): string[] {
  return columns === '' ? [] : columns.split(between);
}

/** As the table has it. */
function nameIn(table: Known, name: string): string | undefined {
  const names = namesOf(table);
  return (
    names.find(one => one === name) ?? names.find(one => one.toLowerCase() === name.toLowerCase())
  );
}

function columnName({qualifiedName}: Known, end: string, column: string): string {
  return `${qualifiedName.slice(0, -end.length)}.${column}${end}`;
}

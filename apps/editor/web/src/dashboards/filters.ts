// The fields over the tiles: one for each variable of all queries, with what the address says.
import type {Dashboard, DashboardQuery} from '../api/wire.ts';

export type FilterField = {
  readonly name: string;
  readonly label: string;
  readonly kind: Dashboard['filters'][number]['kind'];
  /** What it is where nothing is chosen; undefined where something has to be. */
  readonly fallback: string | undefined;
  readonly choices: readonly {readonly value: string; readonly label: string}[];
};

/** By name, empty values left out. */
export type FilterValues = Readonly<Record<string, string>>;

/** In front of the name of a variable, which may be that of another parameter. */
const prefix = 'v.';

/** Each name once, in the order of the queries; of several queries the first default counts. */
export function filterFields(
  queries: readonly DashboardQuery[],
  filters: Dashboard['filters'],
): FilterField[] {
  const settings = new Map(filters.map(one => [one.name, one]));
  const fields = new Map<string, FilterField>();
  for (const {name, fallback, choices} of queries.flatMap(({variables}) => variables)) {
    const {kind = 'text', label = ''} = settings.get(name) ?? {};
    const known = fields.get(name);
    fields.set(name, {
      name,
      kind,
      label: label === '' ? name : label,
      fallback: known?.fallback ?? fallback ?? undefined,
      choices: known === undefined || known.choices.length === 0 ? choices : known.choices,
    });
  }
  return [...fields.values()];
}

/** All of a dashboard after some were changed; those of queries that aren't shown stay. */
export function filtersWith(
  filters: Dashboard['filters'],
  changed: Dashboard['filters'],
): Dashboard['filters'] {
  const names = new Set(changed.map(({name}) => name));
  return [...changed, ...filters.filter(({name}) => !names.has(name))];
}

export function valuesOf(params: URLSearchParams): FilterValues {
  return Object.fromEntries(
    [...params].flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== '' ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** The address of a page with these values. */
export function addressWith(path: string, values: FilterValues): string {
  const params = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === '' ? [] : [[`${prefix}${name}`, value]],
    ),
  ).toString();
  return params === '' ? path : `${path}?${params}`;
}

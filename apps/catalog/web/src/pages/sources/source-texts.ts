import type {SourceKey, SourceRun} from './queries.ts';

/** Where a capital letter at the beginning is not enough. */
const labels: Readonly<Record<string, string>> = {
  'ca-file': 'CA file',
  tls: 'TLS',
  url: 'URL',
  webhdfs: 'WebHDFS',
};

/** `exclude-databases` as a label of a form. */
export function keyLabel(name: string): string {
  const words = name.replaceAll('-', ' ');
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text of the reference, where names stand in code. */
export const plainText = (text: string): string => text.replaceAll('`', '');

/**
 * Whether a key says what is read, not how to get there: such keys come in pairs. By their names
 * alone, so that a new kind of source needs no change here.
 */
export function whatToRead(
  keys: readonly Pick<SourceKey, 'name'>[],
  {name}: Pick<SourceKey, 'name'>,
): boolean {
  return name.startsWith('exclude-') || keys.some(one => one.name === `exclude-${name}`);
}

/** What stands in the fields of a form. */
export type Values = Readonly<Record<string, string>>;

/** As texts, one line each. */
export function valuesOf(config: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );
}

/** What a form says, as a source is given it: empty fields are none. */
export function configOf(
  keys: readonly Pick<SourceKey, 'name' | 'kind'>[],
  values: Values,
): Record<string, string | string[]> {
  return Object.fromEntries(
    keys.flatMap(({name, kind}): [string, string | string[]][] => {
      const text = (values[name] ?? '').trim();
      // An empty field leaves the default in force.
      if (text === '') return [];
      if (kind !== 'list') return [[name, text]];
      const items = text.split(',').map(one => one.trim());
      return [[name, items.filter(one => one !== '')]];
    }),
  );
}

const plural = (count: number, text: string) =>
  count === 0 ? [] : [`${count.toLocaleString()} ${text}`];

/** `14 read: 12 new, 1 changed`; what a run that did not finish has changed is not known. */
export function runText({
  status,
  assets,
  created,
  changed,
  deleted,
}: Pick<SourceRun, 'status' | 'assets' | 'created' | 'changed' | 'deleted'>): string {
  const parts = [
    ...plural(created.count, 'new'),
    ...plural(changed.count, 'changed'),
    ...plural(deleted.count, 'deleted'),
  ];
  if (status === 'PENDING') return 'Queued';
  const read = `${assets.toLocaleString()} read`;
  if (status !== 'COMPLETE') return read;
  return parts.length === 0 ? `${read}, nothing changed` : `${read}: ${parts.join(', ')}`;
}

/** Most need no more than these; in the form that the API takes. */
export const scheduleChoices = [
  {value: '', label: 'Only when you run it'},
  {value: '0 * * * *', label: 'Every hour'},
  {value: '0 3 * * *', label: 'Every day at 03:00'},
  {value: '0 3 * * 1', label: 'Every Monday at 03:00'},
  {value: 'custom', label: 'Custom (cron expression)'},
] as const;

export function scheduleText(schedule: string): string {
  return scheduleChoices.find(one => one.value === schedule)?.label ?? schedule;
}

/** A name for a source of an engine: the engine's own, with a number where that is taken. */
export function sourceNameOf(engine: string, taken: readonly string[]): string {
  const name = engine.replaceAll(/[^\w.-]+/g, '-').slice(0, 90);
  const names = ['', ...taken.map((_, n) => `-${n + 2}`)].map(end => name + end);
  return names.find(one => !taken.includes(one)) ?? `${name}-${taken.length + 2}`;
}

import type {Cell, ChartSpec} from '../api/wire.ts';
import {type ChartRows, type Look, numberOf, sharedOption} from './chart-data.ts';
import {countryName, countryNumber} from './countries.ts';
import {hasPlaces} from './chart-spec.ts';

type CountryValues = {
  readonly values: ReadonlyMap<string, number>;
  /** What is no country that the map has. */
  readonly unknown: readonly string[];
  /** Whether a country was written in two ways whose values cannot be made one. */
  readonly isMixed: boolean;
};

/** Values by the numbers of countries; of spellings of one country one value. */
export function countryValues(
  {aggregate = 'sum'}: ChartSpec,
  rows: ChartRows['rows'],
  isDrawn: (number: string) => boolean,
): CountryValues {
  const values = new Map<string, number>();
  const unknown: string[] = [];
  let isMixed = false;
  for (const row of rows) {
    const [country = null, given = null] = row;
    const number = country === null ? undefined : countryNumber(String(country));
    const value = numberOf(given);
    if (number === undefined || !isDrawn(number)) unknown.push(labelOf(country));
    else if (value !== null) {
      const before = values.get(number);
      if (before !== undefined) isMixed ||= !(aggregate in merging);
      values.set(number, before === undefined ? value : merged(aggregate, before, value));
    }
  }
  return {values, unknown, isMixed};
}

/** Means and counts of different values of two spellings cannot be made one without the rows. */
const merging: Readonly<Record<string, (a: number, b: number) => number>> = {
  sum: (a, b) => a + b,
  count: (a, b) => a + b,
  min: Math.min,
  max: Math.max,
};

const merged = (aggregate: string, a: number, b: number) => merging[aggregate]?.(a, b) ?? a;

const labelOf = (value: Cell) => (value === null ? 'NULL' : String(value));

const written = (value: number) => value.toLocaleString(undefined, {maximumFractionDigits: 6});

/** Countries in the shade of their value, or places as points. */
export function mapOption(
  spec: ChartSpec,
  {names, rows}: ChartRows,
  {values}: CountryValues,
  look: Look,
) {
  const area = {areaColor: look.line, borderColor: look.card};
  const geo = {map: 'world', roam: true, itemStyle: area, emphasis: {label: {show: false}}};
  const shared = sharedOption(spec, look);
  if (hasPlaces(spec)) {
    const points = placesIn(rows);
    const sizes = points.map(({value: [, , size]}) => size);
    const [least, greatest] = [Math.min(...sizes), Math.max(...sizes)];
    // By area, as eyes compare them.
    const sizeOf = ([, , size = 0]: readonly number[]) =>
      greatest > least ? 5 + 19 * Math.sqrt((size - least) / (greatest - least)) : 7;
    return {
      ...shared,
      tooltip: {...shared.tooltip, formatter: pointText(names)},
      geo,
      series: [
        {
          type: 'scatter' as const,
          coordinateSystem: 'geo' as const,
          data: points,
          symbolSize: sizeOf,
          itemStyle: {opacity: 0.6},
        },
      ],
    };
  }
  const all = [...values.values()];
  return {
    ...shared,
    tooltip: {
      ...shared.tooltip,
      formatter: ({name, value}: {name: string; value?: number}) =>
        `${countryName(name)}: ${Number.isFinite(value) ? written(value ?? 0) : 'no value'}`,
    },
    visualMap: {
      min: Math.min(0, ...all),
      max: Math.max(0, ...all),
      calculable: true,
      orient: 'horizontal' as const,
      itemHeight: 90,
      left: 8,
      bottom: 8,
      textStyle: {color: look.ink},
      inRange: {color: [mix(look.colours[0] ?? '', look.card, 0.25), look.colours[0]]},
    },
    series: [
      {
        ...geo,
        type: 'map' as const,
        name: names[1],
        data: [...values].map(([name, value]) => ({name, value})),
      },
    ],
  };
}

/** Longitude, latitude and what the size of the point says. Rows without a place are left out. */
export function placesIn(rows: ChartRows['rows']): {value: [number, number, number]}[] {
  return rows.flatMap(([latitude = null, longitude = null, value]) => {
    const [lat, long] = [numberOf(latitude), numberOf(longitude)];
    if (lat === null || long === null || !(Math.abs(lat) <= 90 && Math.abs(long) <= 180)) return [];
    return [{value: [long, lat, numberOf(value) ?? 0] as [number, number, number]}];
  });
}

const pointText =
  ([latitude, longitude, ...values]: readonly string[]) =>
  ({value: [long, lat, size]}: {value: readonly [number, number, number]}) =>
    [
      `${latitude} ${lat}`,
      `${longitude} ${long}`,
      ...values.map(name => `${name} ${written(size)}`),
    ]
      .slice(0, 3)
      .join('\n');

/**
 * A colour between two, both as `#rrggbb`. The light end of the shades, which is one colour on a
 * white card and another on a dark one.
 */
function mix(colour: string, ground: string, share: number): string {
  const part = (text: string, n: number) => Number.parseInt(text.slice(1 + 2 * n, 3 + 2 * n), 16);
  const parts = [0, 1, 2].map(n =>
    Math.round(part(colour, n) * share + part(ground, n) * (1 - share)),
  );
  return `#${parts.map(one => one.toString(16).padStart(2, '0')).join('')}`;
}

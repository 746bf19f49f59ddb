import {Text} from '@mantine/core';
import {MapChart, ScatterChart} from 'echarts/charts';
import {GeoComponent, TooltipComponent, VisualMapComponent} from 'echarts/components';
import {registerMap, use} from 'echarts/core';
import {useMemo} from 'react';
import {feature} from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json' with {type: 'json'};
import {Canvas} from './canvas.tsx';
import {useLook} from './chart-look.ts';
import {hasPlaces} from './chart-spec.ts';
import type {DrawingProps} from './drawing.tsx';
import {countryValues, mapOption, placesIn} from './world-map.ts';

use([MapChart, ScatterChart, GeoComponent, TooltipComponent, VisualMapComponent]);

type Ring = number[][];
const isRing = (list: readonly unknown[]): list is Ring =>
  Array.isArray(list[0]) && typeof list[0][0] === 'number';

/** Land on both sides of the 180th meridian is drawn at the right edge, in one piece. */
function uncut<Shape extends {type: string}>(geometry: Shape): Shape {
  if (!('coordinates' in geometry)) return geometry;
  const rings = (value: unknown): unknown => {
    const list = value as Ring | unknown[];
    if (!isRing(list)) return list.map(rings);
    const isCrossing = list.some(([x = 0], n) => Math.abs(x - (list[n - 1]?.[0] ?? x)) > 180);
    return isCrossing ? list.map(([x = 0, y = 0]) => [x < 0 ? x + 360 : x, y]) : list;
  };
  return {...geometry, coordinates: rings(geometry.coordinates)};
}

type Country = {
  readonly id?: string | number;
  readonly properties: {readonly name: string};
  readonly geometry: {readonly type: string};
};
const topology = atlas as unknown as Parameters<typeof feature>[0];
const outlines = feature(topology, 'countries') as unknown as {readonly features: Country[]};
/** Most of its height, and nothing is ever told of it. */
const antarctica = '010';
const drawn = new Set<string>();
const features = outlines.features.flatMap(one => {
  if (one.id === antarctica) return [];
  const name = String(one.id ?? one.properties.name);
  drawn.add(name);
  return [{...one, type: 'Feature', properties: {name}, geometry: uncut(one.geometry)}];
});
registerMap('world', {type: 'FeatureCollection', features} as unknown as Parameters<
  typeof registerMap
>[1]);

const mostNamed = 5;

/** Countries or places on a map of the world; the outlines come with this file. */
export function MapDrawing({spec, data, onPicture}: DrawingProps) {
  const look = useLook();
  const isPoints = hasPlaces(spec);
  const found = useMemo(
    () => countryValues(spec, isPoints ? [] : data.rows, number => drawn.has(number)),
    [spec, data, isPoints],
  );
  const option = useMemo(() => mapOption(spec, data, found, look), [spec, data, found, look]);
  const {values, unknown, isMixed} = found;
  const placed = isPoints ? placesIn(data.rows).length : values.size;
  const without = isPoints ? data.rows.length - placed : unknown.length;
  const what = data.names.slice(isPoints ? 2 : 1).join(', ');
  const label = isPoints
    ? `map of ${what === '' ? 'places' : what}, ${placed} places`
    : `map of ${what} by ${spec.x}, ${placed} countries`;
  const named = unknown.slice(0, mostNamed).join(', ');
  return (
    <>
      {without > 0 && (
        <Text size="sm" c="dimmed" role="note">
          {isPoints
            ? `Rows without a place on the map: ${without.toLocaleString()}.`
            : `Not on the map: ${named}${without > mostNamed ? `, and ${(without - mostNamed).toLocaleString()} others` : ''}.`}
        </Text>
      )}
      {isMixed && (
        <Text size="sm" c="dimmed" role="note">
          Some countries are written in several ways; one of their values is shown.
        </Text>
      )}
      <Canvas option={option} label={label} look={look} onPicture={onPicture} />
    </>
  );
}

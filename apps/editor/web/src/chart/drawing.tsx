import {BarChart, LineChart, PieChart, ScatterChart} from 'echarts/charts';
import {GridComponent, LegendComponent, TooltipComponent} from 'echarts/components';
import {use} from 'echarts/core';
import {useMemo} from 'react';
import type {ChartSpec} from '../api/wire.ts';
import {Canvas, type Picture} from './canvas.tsx';
import {chartOption, type ChartRows} from './chart-data.ts';
import {useLook} from './chart-look.ts';

// Only what is drawn here: the whole library is some megabytes.
use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
]);

export type DrawingProps = {
  readonly spec: ChartSpec;
  readonly data: ChartRows;
  readonly onPicture: (picture: Picture | undefined) => void;
};

/**
 * The chart itself; the library that draws comes with this file and is loaded with the first chart.
 */
export function Drawing({spec, data, onPicture}: DrawingProps) {
  const look = useLook();
  const option = useMemo(() => chartOption(spec, data, look), [spec, data, look]);
  const [x = '', ...drawn] = data.names;
  const title = spec.title === undefined || spec.title === '' ? '' : `${spec.title}: `;
  const label = `${title}${spec.kind} chart of ${drawn.join(', ')} by ${x}, ${data.rows.length} points`;
  return <Canvas option={option} label={label} look={look} onPicture={onPicture} />;
}

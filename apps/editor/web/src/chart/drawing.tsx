import {useComputedColorScheme} from '@mantine/core';
import {BarChart, LineChart, PieChart, ScatterChart} from 'echarts/charts';
import {GridComponent, LegendComponent, TooltipComponent} from 'echarts/components';
import {init, use} from 'echarts/core';
import {CanvasRenderer} from 'echarts/renderers';
import {useEffect, useRef} from 'react';
import classes from '../result/result.module.css';
import {chartOption, type ChartRows, type ChartSpec} from './chart-data.ts';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

/** Told apart also by those who see few colours; on dark the same ones a shade lighter. */
const light = [
  '#0f7288',
  '#c8590c',
  '#5b4bb5',
  '#3a7d1e',
  '#b3206b',
  '#8a6d00',
  '#3569c4',
  '#7a4a2b',
];
const dark = [
  '#4ea9ba',
  '#f0914d',
  '#a99bf0',
  '#86c46a',
  '#f07ab0',
  '#d8b640',
  '#86aef5',
  '#c9997a',
];

/**
 * The chart itself; the library that draws comes with this file and is loaded with the first chart.
 */
export function Drawing({spec, data}: {spec: ChartSpec; data: ChartRows}) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = init(element);
    const [ink, line] = scheme === 'dark' ? ['#d5dce4', '#2b343e'] : ['#2b3540', '#dde3ea'];
    chart.setOption(chartOption(spec, data, scheme === 'dark' ? dark : light, ink, line));
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.dispose();
    };
  }, [spec, data, scheme]);
  const what = `${spec.kind} chart of ${data.names.slice(1).join(', ')} by ${data.names[0]}, ${data.rows.length} points`;
  return <div ref={place} className={classes['drawing']} role="img" aria-label={what} />;
}

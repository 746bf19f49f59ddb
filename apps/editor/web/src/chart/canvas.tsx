import {TitleComponent} from 'echarts/components';
import {type EChartsCoreOption, init, use} from 'echarts/core';
import {CanvasRenderer, SVGRenderer} from 'echarts/renderers';
import {useEffect, useRef} from 'react';
import classes from './chart.module.css';
import type {Look} from './chart-data.ts';

use([TitleComponent, CanvasRenderer, SVGRenderer]);

/** A drawn chart as files. */
export type Picture = {
  readonly png: () => Promise<Blob>;
  readonly svg: () => Promise<Blob>;
};

type CanvasProps = {
  readonly option: EChartsCoreOption;
  readonly label: string;
  readonly look: Look;
  readonly onPicture: (picture: Picture | undefined) => void;
};

/** What the drawing library makes of an option, as large as its place. */
export function Canvas({option, label, look: {card}, onPicture}: CanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = init(element);
    chart.setOption(option);
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(element);
    onPicture({
      png: async () =>
        await new Promise((resolve, reject) =>
          chart
            .renderToCanvas({pixelRatio: 2, backgroundColor: card})
            .toBlob(blob =>
              blob === null ? reject(new Error('The chart is too large')) : resolve(blob),
            ),
        ),
      svg: () => Promise.resolve(svgOf(option, element, card)),
    });
    return () => {
      onPicture(undefined);
      observer.disconnect();
      chart.dispose();
    };
  }, [option, card, onPicture]);
  return <div ref={place} className={classes['drawing']} role="img" aria-label={label} />;
}

/** The same chart drawn once more, as shapes. */
function svgOf(
  option: EChartsCoreOption,
  {clientWidth: width, clientHeight: height}: HTMLElement,
  backgroundColor: string,
): Blob {
  const chart = init(null, undefined, {renderer: 'svg', ssr: true, width, height});
  chart.setOption({...option, backgroundColor});
  const text = chart.renderToSVGString();
  chart.dispose();
  return new Blob([text], {type: 'image/svg+xml'});
}

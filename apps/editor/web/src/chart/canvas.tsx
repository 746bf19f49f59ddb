import {TitleComponent} from 'echarts/components';
import {type EChartsCoreOption, type EChartsType, init, use} from 'echarts/core';
import {CanvasRenderer, SVGRenderer} from 'echarts/renderers';
import {useEffect, useEffectEvent, useRef} from 'react';
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

/**
 * What the drawing library makes of an option, as large as its place. A canvas is one picture to a
 * screen reader, so it has a label, and beside it the values as a table.
 */
export function Canvas({option, label, look: {card}, onPicture}: CanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<EChartsType>(undefined);
  const drawn = useRef({option, card});
  const tell = useEffectEvent(onPicture);
  // Made once, whatever function is told of pictures: an instance made later would have no option.
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = init(element);
    shown.current = chart;
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(element);
    tell({
      png: async () =>
        await new Promise((resolve, reject) =>
          chart
            .renderToCanvas({pixelRatio: 2, backgroundColor: drawn.current.card})
            .toBlob(blob =>
              blob === null ? reject(new Error('The chart is too large')) : resolve(blob),
            ),
        ),
      svg: () => Promise.resolve(svgOf(drawn.current.option, element, drawn.current.card)),
    });
    return () => {
      tell(undefined);
      observer.disconnect();
      chart.dispose();
    };
  }, []);
  useEffect(() => {
    drawn.current = {option, card};
    // Merged, an axis or a series of the chart before would stay.
    shown.current?.setOption(option, {notMerge: true});
  }, [option, card]);
  return <div ref={place} className={classes['drawing']} role="img" aria-label={label} />;
}

/** The same chart drawn once more, as shapes. What is on the screen are pixels. */
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

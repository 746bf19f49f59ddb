import {bucketSeconds, type Timing} from './timing.ts';

export type Labels = Readonly<Record<string, string | number>>;

/** What stands before the samples of a metric in the text format of Prometheus, version 0.0.4. */
export function metricHead(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

export function metricSample(name: string, labels: Labels, value: number): string {
  const list = Object.entries(labels).map(([key, text]) => `${key}="${escaped(String(text))}"`);
  return `${name}${list.length === 0 ? '' : `{${list.join(',')}}`} ${Number.isNaN(value) ? 'NaN' : value}`;
}

/** One metric without labels. */
export function metric(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  value: number,
): string[] {
  return [...metricHead(name, type, help), metricSample(name, {}, value)];
}

/** Buckets of the format are cumulative. */
export function metricHistogram(name: string, labels: Labels, timing: Timing): string[] {
  let below = 0;
  const buckets = bucketSeconds.map((bound, i) => {
    below += timing.buckets[i] ?? 0;
    return metricSample(`${name}_bucket`, {...labels, le: bound}, below);
  });
  return [
    ...buckets,
    metricSample(`${name}_bucket`, {...labels, le: '+Inf'}, timing.count),
    metricSample(`${name}_sum`, labels, timing.totalMs / 1000),
    metricSample(`${name}_count`, labels, timing.count),
  ];
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}

import {hostname} from 'node:os';
import type {Log} from '../log.ts';
import {type TraceOptions, traceTargetOf} from '../options/trace-options.ts';
import {Traces} from './traces.ts';

/**
 * The traces of a server, undefined where nobody wants them.
 * @throws Error for the operator
 */
export function openTraces(
  options: TraceOptions,
  {server, version}: {readonly server: 'catalog' | 'editor'; readonly version: string},
  log: Log,
): Traces | undefined {
  const target = traceTargetOf(options, server, process.env);
  if (target === undefined) return undefined;
  const {url, headers, ratio, serviceName} = target;
  const resource = {
    'service.name': serviceName,
    'service.version': version,
    'service.instance.id': `${hostname()}-${process.pid}`,
    'host.name': hostname(),
    'process.pid': process.pid,
  };
  return new Traces({url, headers, resource, version}, ratio, log);
}

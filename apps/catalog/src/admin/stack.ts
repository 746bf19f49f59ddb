import type {Telemetry} from '@gazetteer/kernel/host';

/**
 * GET /admin/stack: what this process is doing now. Node has no stacks of threads to show; what
 * stands for them is which operations run, for whom and since when, how late the event loop is, and
 * what the process waits for.
 */
export function readStack({active, server: {startedAt, loopDelay}}: Telemetry): string {
  const now = Date.now();
  const ms = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(1)} ms`;
  const waits = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) waits.set(kind, (waits.get(kind) ?? 0) + 1);
  const lines = [
    `Process ${process.pid}, Node.js ${process.version}, up ${Math.round((now - startedAt) / 1000)} s`,
    '',
    `Event loop delay: mean ${ms(loopDelay.mean)}, p99 ${ms(loopDelay.percentile(99))}, max ${ms(loopDelay.max)}`,
    '',
    `Operations running: ${active.size}`,
    ...Array.from(
      active,
      one =>
        `  "${one.name}" user=${one.userName} request=${one.requestId} for ${now - one.startedAt} ms`,
    ),
    '',
    'Waiting for:',
    ...Array.from(waits, ([kind, count]) => `  ${kind} ${count}`),
  ];
  return `${lines.join('\n')}\n`;
}

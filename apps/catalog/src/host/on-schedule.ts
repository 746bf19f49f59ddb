import {Cron} from './cron.ts';

/** Longer timers than this overflow and fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Does `work`, which must not fail, at the times of a cron expression. @returns stops it */
export function onSchedule(schedule: string, work: (at: Date) => void): () => void {
  const cron = new Cron(schedule);
  let timer: NodeJS.Timeout | undefined;
  const plan = (at = cron.next(new Date())) => {
    if (at === undefined) return;
    const wait = at.getTime() - Date.now();
    timer = setTimeout(() => (wait > maxTimerMs ? plan(at) : fire(at)), Math.max(0, Math.min(wait, maxTimerMs)));
  };
  const fire = (at: Date) => {
    plan();
    work(at);
  };
  plan();
  return () => clearTimeout(timer);
}

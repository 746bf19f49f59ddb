import {setPriority} from 'node:os';

/** Lets a child process compute less eagerly: whatever it does, requests are answered first. */
export function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already, which its exit tells, or the system knows no priorities.
  }
}

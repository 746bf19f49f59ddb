import {entitiesToldOf, type LineageEvent} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {takeInEvents} from '../openlineage/take-in-events.ts';
import {countRuns} from '../usage/take-in-usage.ts';

/** Events that tell of no more entities are taken in together. */
const maxEntities = 2000;

/** Events of one sender that came one after the other, and their messages. */
export class ToldEvents {
  readonly user: string;
  readonly ids: number[] = [];
  readonly #events: LineageEvent[] = [];
  #entities = 0;

  constructor(user: string, event: LineageEvent, ids: readonly number[]) {
    this.user = user;
    this.#push(event, ids);
  }

  get count(): number {
    return this.#events.length;
  }

  /** @returns false, and the event is none of these, when it is somebody else's or too much */
  add(user: string, event: LineageEvent, ids: readonly number[]): boolean {
    if (user !== this.user || this.#entities + entitiesToldOf(event) > maxEntities) return false;
    this.#push(event, ids);
    return true;
  }

  async takeIn(c: Context, tx: GraphTx): Promise<void> {
    await takeInEvents(c, tx, this.#events);
    const ended = this.#events.flatMap(({run}) => (run?.type === 'COMPLETE' ? run.id : []));
    await countRuns(c, tx, ended, Date.now());
  }

  #push(event: LineageEvent, ids: readonly number[]): void {
    this.ids.push(...ids);
    this.#events.push(event);
    this.#entities += entitiesToldOf(event);
  }
}

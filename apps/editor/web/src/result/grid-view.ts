import {barOf, headPx, rowPx, type Scale, scaleOf, topOf} from './grid-geometry.ts';

/** What is in sight, in pixels of the rows. */
export type ViewBox = {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Follows the scroll bars of a grid, its size and the wheel. It stands outside of React: a scroll
 * tells of itself many times between two drawings, and what is read then has to be of the same
 * moment. `get` answers the same object until something has changed, as `useSyncExternalStore`
 * demands.
 */
export class GridView {
  #box: ViewBox = {top: 0, left: 0, width: 0, height: 0};
  #scale: Scale = scaleOf(0);
  #element: HTMLElement | undefined;
  #isOurs = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly get = (): ViewBox => this.#box;

  setRowCount(rowCount: number): void {
    this.#scale = scaleOf(rowCount);
  }

  /** Returns how to let go of it. */
  attach(element: HTMLElement): () => void {
    this.#element = element;
    const read = () => this.#read(element);
    const wheel = (event: WheelEvent) => this.#wheel(event);
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, {passive: true});
    // Not passive: the wheel of a scaled bar is taken from the browser.
    element.addEventListener('wheel', wheel, {passive: false});
    return () => {
      this.#element = undefined;
      observer.disconnect();
      element.removeEventListener('scroll', read);
      element.removeEventListener('wheel', wheel);
    };
  }

  /**
   * Brings a cell into sight, whose column goes from one place to the other, behind numbers of this
   * width.
   */
  show(row: number, from: number, to: number, numberPx: number): void {
    const element = this.#element;
    if (element === undefined) return;
    const place = row * rowPx;
    const room = element.clientHeight - headPx - rowPx;
    if (place < this.#box.top) this.#moveTo(place);
    else if (place > this.#box.top + room) this.#moveTo(place - room);
    if (from < element.scrollLeft) element.scrollLeft = from;
    else if (to > element.scrollLeft + element.clientWidth - numberPx)
      element.scrollLeft = to - element.clientWidth + numberPx;
  }

  #read({
    scrollTop,
    scrollLeft: left,
    clientWidth: width,
    clientHeight: height,
  }: HTMLElement): void {
    // Our own move is exact; read back from the bar it would be rounded.
    const top = this.#isOurs ? this.#box.top : topOf(scrollTop, this.#scale, height);
    this.#isOurs = false;
    this.#set({top, left, width, height});
  }

  /** Where a pixel of the bar stands for many, the wheel still moves by pixels of the rows. */
  #wheel(event: WheelEvent): void {
    if (!this.#scale.isScaled || event.deltaY === 0 || event.shiftKey || event.ctrlKey) return;
    event.preventDefault();
    this.#moveTo(this.#box.top + event.deltaY * (event.deltaMode === 1 ? rowPx : 1));
  }

  #moveTo(wanted: number): void {
    const element = this.#element;
    if (element === undefined) return;
    const most = Math.max(0, this.#scale.fullPx - element.clientHeight);
    const top = Math.max(0, Math.min(most, wanted));
    const bar = barOf(top, this.#scale, element.clientHeight);
    // The browser tells of a scroll only when the bar really moves.
    this.#isOurs = Math.abs(element.scrollTop - bar) >= 1;
    element.scrollTop = bar;
    this.#set({...this.#box, top});
  }

  #set(box: ViewBox): void {
    const {top, left, width, height} = this.#box;
    // The scroll that a move of our own makes tells nothing new.
    if (box.top === top && box.left === left && box.width === width && box.height === height)
      return;
    this.#box = box;
    for (const listener of this.#listeners) listener();
  }
}

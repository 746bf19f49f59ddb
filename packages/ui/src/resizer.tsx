import type {KeyboardEvent, PointerEvent} from 'react';
import classes from './resizer.module.css';

export type ResizerProps = {
  readonly label: string;
  /** What is made larger: a width, which is the default, or a height. */
  readonly axis?: 'inline' | 'block';
  /** In pixels, as are the bounds. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
};

const stepPx = 16;

/**
 * A border to drag, with the mouse or with the arrow keys; the place it belongs to is positioned.
 */
export function Resizer({label, axis = 'inline', value, min, max, onChange}: ResizerProps) {
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));
  const direction = () => (document.dir === 'rtl' ? -1 : 1);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = axis === 'block' ? event.clientY : event.clientX;
    const move = (moved: globalThis.PointerEvent) =>
      set(value + (axis === 'block' ? moved.clientY - from : (moved.clientX - from) * direction()));
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const press = (event: KeyboardEvent) => {
    const step =
      axis === 'block'
        ? {ArrowUp: -stepPx, ArrowDown: stepPx}[event.key]
        : {ArrowLeft: -stepPx * direction(), ArrowRight: stepPx * direction()}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(value + step);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'block' ? 'horizontal' : 'vertical'}
      data-axis={axis}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className={classes['resizer']}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}

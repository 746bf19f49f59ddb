import {VisuallyHidden} from '@mantine/core';
import {useVirtualizer} from '@tanstack/react-virtual';
import {type KeyboardEvent, useEffect, useRef} from 'react';
import {sheets} from '../editor/sheets.ts';
import type {Tab} from '../editor/tab.ts';
import classes from '../result/result.module.css';
import {type Run, type StatementRun, stateText} from './run.ts';
import {StateIcon} from './status-line.tsx';

const guessedPx = 200;
/** Fewer are drawn whole, so that the browser's own search finds them. */
const virtualFrom = 60;

/**
 * The statements of a text, each with its own result. Nothing for a single one; of thousands those
 * in sight.
 */
export function StatementStrip({tab, run}: {tab: Tab; run: Run}) {
  const strip = useRef<HTMLDivElement>(null);
  const {statements, shown} = run;
  const isVirtual = statements.length >= virtualFrom;
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: isVirtual ? statements.length : 0,
    getScrollElement: () => strip.current,
    estimateSize: () => guessedPx,
    overscan: 4,
  });
  useEffect(() => {
    if (isVirtual) virtualizer.scrollToIndex(shown);
  }, [isVirtual, shown, virtualizer]);
  if (statements.length < 2) return null;
  const show = (next: number) => sheets.change(tab.id, {run: {...run, shown: next}});
  // The pattern of tabs of ARIA: one stop of Tab, arrows walk round. The focus follows when the
  // other tab is drawn, which a virtual strip does later than the state changes.
  const press = (event: KeyboardEvent) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show((shown + step + statements.length) % statements.length);
    requestAnimationFrame(() =>
      strip.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus(),
    );
  };
  const tabOf = (one: StatementRun, n: number) => (
    <StatementTab one={one} n={n} isShown={n === shown} onShow={() => show(n)} />
  );
  return (
    <div
      role="tablist"
      aria-label="Statements"
      className={classes['strip']}
      ref={strip}
      onKeyDown={press}
    >
      {isVirtual ? (
        <div
          role="presentation"
          className={classes['far']}
          style={{width: virtualizer.getTotalSize()}}
        >
          {virtualizer.getVirtualItems().map(({index, start}) => {
            const one = statements[index];
            return (
              one !== undefined && (
                <div
                  key={index}
                  role="presentation"
                  data-index={index}
                  ref={virtualizer.measureElement}
                  style={{transform: `translateX(${start}px)`}}
                >
                  {tabOf(one, index)}
                </div>
              )
            );
          })}
        </div>
      ) : (
        statements.map((one, n) => (
          <div key={n} role="presentation">
            {tabOf(one, n)}
          </div>
        ))
      )}
    </div>
  );
}

type StatementTabProps = {
  readonly one: StatementRun;
  readonly n: number;
  readonly isShown: boolean;
  readonly onShow: () => void;
};

function StatementTab({one, n, isShown, onShow}: StatementTabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isShown}
      tabIndex={isShown ? 0 : -1}
      className={classes['statement']}
      title={one.label}
      onClick={onShow}
    >
      <StateIcon state={one.state} />
      <span>{n + 1}</span>
      <code>{one.label.slice(0, 40)}</code>
      <VisuallyHidden>{stateText(one.state)}</VisuallyHidden>
    </button>
  );
}

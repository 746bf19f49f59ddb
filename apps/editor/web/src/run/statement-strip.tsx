import {VisuallyHidden} from '@mantine/core';
import {type KeyboardEvent, useRef} from 'react';
import {sheets} from '../editor/sheets.ts';
import type {Tab} from '../editor/tab-store.ts';
import classes from '../result/result.module.css';
import {type Run, stateText} from './run.ts';
import {StateIcon} from './status-line.tsx';

/** The statements of a text, each with its own result. Nothing for a single one. */
export function StatementStrip({tab, run}: {tab: Tab; run: Run}) {
  const strip = useRef<HTMLDivElement>(null);
  if (run.statements.length < 2) return null;
  const show = (shown: number) => sheets.change(tab.id, {run: {...run, shown}});
  const press = (event: KeyboardEvent) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show((run.shown + step + run.statements.length) % run.statements.length);
    requestAnimationFrame(() => strip.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <div role="tablist" aria-label="Statements" className={classes['strip']} ref={strip} onKeyDown={press}>
      {run.statements.map((one, n) => (
        <button
          key={n}
          type="button"
          role="tab"
          aria-selected={n === run.shown}
          tabIndex={n === run.shown ? 0 : -1}
          className={classes['statement']}
          title={one.sql}
          onClick={() => show(n)}
        >
          <StateIcon state={one.state} />
          <span>{n + 1}</span>
          <code>{firstWords(one.sql)}</code>
          <VisuallyHidden>{stateText(one.state)}</VisuallyHidden>
        </button>
      ))}
    </div>
  );
}

/** Without the comments that stand before a statement. */
function firstWords(sql: string): string {
  return sql
    .replace(/^(?:\s*--[^\n]*\n|\s*\/\*[^]*?\*\/)+/, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .slice(0, 40);
}

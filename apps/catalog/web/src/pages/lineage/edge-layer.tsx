import {ViewportPortal} from '@xyflow/react';
import {memo} from 'react';
import classes from './lineage.module.css';
import {arrow, curve} from '../../graph/curve.ts';
import {isLit, type Line, type Lit} from './scene.ts';

/**
 * All lines as a handful of paths: thousands of them cost the browser less than a hundred elements
 * with events of their own would.
 */
export const EdgeLayer = memo(function EdgeLayer({
  lines,
  columnLines,
  lit,
}: {
  lines: readonly Line[];
  columnLines: readonly Line[];
  lit: Lit | undefined;
}) {
  // By state, because a path has one colour.
  const groups = Map.groupBy(lines, line =>
    lit === undefined ? 'plain' : isLit(lit, line) ? 'lit' : 'dim',
  );
  return (
    <ViewportPortal>
      {/* The table says the same in words. */}
      <svg className={classes['lines']} aria-hidden>
        {(['plain', 'dim', 'lit'] as const).map(state => (
          <Paths key={state} lines={groups.get(state) ?? []} state={state} />
        ))}
        <Paths lines={columnLines.filter(one => one.isByHand !== true)} kind="column" />
        <Paths lines={columnLines.filter(one => one.isByHand === true)} kind="column-by-hand" />
      </svg>
    </ViewportPortal>
  );
});

function Paths({lines, state, kind}: {lines: readonly Line[]; state?: string; kind?: string}) {
  if (lines.length === 0) return null;
  const heads = lines.map(line => arrow(line.points)).join('');
  return (
    <>
      <path
        className={classes['line']}
        data-state={state}
        data-kind={kind}
        d={lines.map(one => curve(one.points)).join('')}
      />
      <path className={classes['head']} data-state={state} data-kind={kind} d={heads} />
    </>
  );
}

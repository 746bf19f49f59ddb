import {Switch, Text, VisuallyHidden} from '@mantine/core';
import {useState} from 'react';
import type {DiffLine} from '../api/wire.ts';
import classes from './documents.module.css';
import {sideBySide, type Side} from './side-by-side.ts';

/** Two texts of some megabytes would be as many rows of a table. */
const maxRows = 3000;

type DiffTableProps = {
  readonly lines: readonly DiffLine[];
  readonly left: string;
  readonly right: string;
};

/** Two texts beside each other, line by line. */
export function DiffTable({lines, left, right}: DiffTableProps) {
  const [isWhole, setWhole] = useState(false);
  const rows = sideBySide(lines, isWhole);
  const isSame = lines.every(({kind}) => kind === 'same');
  return (
    <>
      <div className={classes['difftools']}>
        <Text size="sm" role="status">
          {isSame ? 'No differences.' : changesOf(lines)}
        </Text>
        <Switch
          size="xs"
          label="Show unchanged lines"
          checked={isWhole}
          onChange={event => setWhole(event.currentTarget.checked)}
        />
      </div>
      <div className={classes['diff']} role="region" aria-label="Difference" tabIndex={0} dir="ltr">
        <table>
          <colgroup>
            <col className={classes['numbers']} />
            <col />
            <col className={classes['numbers']} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {left}
              </th>
              <th scope="col" colSpan={2}>
                {right}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map((row, n) =>
              row.kind === 'gap' ? (
                <tr key={n} className={classes['skipped']}>
                  <td colSpan={4}>{row.count.toLocaleString()} lines are the same</td>
                </tr>
              ) : (
                <tr key={n}>
                  <Half side={row.left} change={row.kind === 'changed' ? 'removed' : undefined} />
                  <Half side={row.right} change={row.kind === 'changed' ? 'added' : undefined} />
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {rows.length > maxRows && (
        <Text size="sm" role="note">
          These are the first {maxRows.toLocaleString()} of {rows.length.toLocaleString()} lines.
        </Text>
      )}
    </>
  );
}

/** Colours tell nothing to those who do not see them: the kind of change is written, too. */
function Half({side, change}: {side: Side | undefined; change: 'removed' | 'added' | undefined}) {
  const kind = side === undefined ? 'none' : change;
  return (
    <>
      <td className={classes['number']} data-change={kind}>
        {side?.number}
      </td>
      <td data-change={kind}>
        {side !== undefined && change !== undefined && <VisuallyHidden>{change}: </VisuallyHidden>}
        <code>{side?.text}</code>
      </td>
    </>
  );
}

function changesOf(lines: readonly DiffLine[]): string {
  const count = (wanted: DiffLine['kind']) => lines.filter(({kind}) => kind === wanted).length;
  const [removed, added] = [count('removed'), count('added')];
  return `${removed.toLocaleString()} ${removed === 1 ? 'line' : 'lines'} gone, ${added.toLocaleString()} new`;
}

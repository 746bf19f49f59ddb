import type {Schemas} from '@gazetteer/client';
import {ValueView} from '../../entity/value-view.tsx';
import classes from './entity.module.css';

type Diff = NonNullable<Schemas['EntityAuditEvent']['diff']>;
type Change = {readonly before: unknown; readonly after: unknown};

export function hasDiff(diff: Diff | undefined): diff is Diff {
  return diff !== undefined && changesOf(diff).length > 0;
}

/** What was, and what is since then. */
export function AuditDiff({diff}: {diff: Diff}) {
  return (
    <table className={classes['diff']}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changesOf(diff).map(([name, {before, after}]) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td className={classes['before']}>
              <ValueView value={before} />
            </td>
            <td className={classes['after']}>
              <ValueView value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function changesOf({
  attributes = {},
  customAttributes = {},
  businessAttributes = {},
  labels,
  status,
}: Diff): readonly (readonly [string, Change])[] {
  return [
    ...Object.entries(attributes),
    ...Object.entries(customAttributes).map(([name, change]) => [`property ${name}`, change] as const),
    ...Object.entries(businessAttributes).flatMap(([group, changes]) =>
      Object.entries(changes).map(([name, change]) => [`${group}.${name}`, change] as const),
    ),
    ...(labels === undefined ? [] : [['labels', labels] as const]),
    ...(status === undefined ? [] : [['status', status] as const]),
  ];
}

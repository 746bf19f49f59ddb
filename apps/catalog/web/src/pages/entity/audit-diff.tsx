import type {Schemas} from '@gazetteer/client';
import type {AttributeDef} from '@gazetteer/model';
import {type TypeIndex, useTypes} from '../../api/type-index.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {TypedValue} from '../../entity/value-view.tsx';
import classes from './entity.module.css';

type Diff = NonNullable<Schemas['EntityAuditEvent']['diff']>;
type Change = {readonly before: unknown; readonly after: unknown};

/** Whether there is anything to show: an update that only touched an entity has none. */
export function hasDiff(diff: Diff | undefined): diff is Diff {
  return diff !== undefined && changesOf(diff).length > 0;
}

/** What was, and what is since then. */
export function AuditDiff({diff, typeName}: {diff: Diff; typeName: string}) {
  const types = useTypes();
  const labelOf = attributeLabels(types, typeName);
  const defOf = (name: string) => defNamed(types, typeName, name);
  return (
    <table className={classes['diff']}>
      <thead>
        <tr>
          <th scope="col">Attribute</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changesOf(diff).map(([name, {before, after}]) => (
          <tr key={name}>
            <th scope="row">
              <bdi title={name}>{labelOf(name)}</bdi>
            </th>
            <td className={classes['before']}>
              <TypedValue value={before} def={defOf(name)} />
            </td>
            <td className={classes['after']}>
              <TypedValue value={after} def={defOf(name)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * By the name that `changesOf` gives an attribute. So that a date is shown as one, and not as a
 * number.
 */
function defNamed(types: TypeIndex, typeName: string, name: string): AttributeDef | undefined {
  const [group = '', of] = name.split('.', 2);
  const business = of === undefined ? undefined : types.businessMetadata.get(group)?.attributeDefs;
  return (
    business?.find(def => def.name === of) ??
    types.attributesOf(typeName).find(def => def.name === name)
  );
}

/** In one list, whatever part of the entity it is, under names that cannot meet. */
function changesOf({
  attributes = {},
  customAttributes = {},
  businessAttributes = {},
  labels,
  status,
}: Diff): readonly (readonly [string, Change])[] {
  return [
    ...Object.entries(attributes),
    ...Object.entries(customAttributes).map(
      ([name, change]) => [`Property ${name}`, change] as const,
    ),
    ...Object.entries(businessAttributes).flatMap(([group, changes]) =>
      Object.entries(changes).map(([name, change]) => [`${group}.${name}`, change] as const),
    ),
    ...(labels === undefined ? [] : [['Labels', labels] as const]),
    ...(status === undefined ? [] : [['Status', status] as const]),
  ];
}

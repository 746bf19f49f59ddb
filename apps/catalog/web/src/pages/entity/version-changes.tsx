import {Badge, Loader, Text} from '@mantine/core';
import {Problem} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useTypes} from '../../api/type-index.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {TypedValue} from '../../entity/value-view.tsx';
import classes from './entity.module.css';
import {changesBetween, type VersionChange, versionQuery} from './versions.ts';

/** Said where the name alone could be an attribute's. */
const parts = {
  attribute: '',
  property: 'Property',
  relation: 'Relationship',
  classification: 'Classification',
  term: '',
  label: '',
  status: '',
} as const satisfies Record<VersionChange['part'], string>;

/** Two versions of an entity side by side, where they differ. */
export function VersionChanges({
  guid,
  before,
  after,
}: {
  guid: string;
  before: number;
  after: number;
}) {
  const types = useTypes();
  // Both at once; the newer one is in memory mostly, from the comparison before.
  const [was, is] = [useQuery(versionQuery(guid, before)), useQuery(versionQuery(guid, after))];
  if (was.isError || is.isError) return <Problem error={was.error ?? is.error} />;
  if (was.isPending || is.isPending) return <Loader size="xs" />;
  const changes = changesBetween(types, was.data, is.data);
  // Versions may differ in what is not compared, such as their times alone.
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No differences
      </Text>
    );
  }
  const labelOf = attributeLabels(types, is.data.typeName);
  const defs = types.attributesOf(is.data.typeName);
  return (
    <table className={classes['diff']}>
      <thead>
        <tr>
          <th scope="col">What changed</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({part, name, ...values}) => (
          // An attribute and a label may be called the same.
          <tr key={`${part} ${name}`}>
            <th scope="row">
              <bdi title={name}>
                {part === 'attribute' || part === 'relation' ? labelOf(name) : name}
              </bdi>{' '}
              {parts[part] !== '' && (
                <Badge size="xs" variant="default" tt="none">
                  {parts[part]}
                </Badge>
              )}
            </th>
            <td className={classes['before']}>
              {part === 'classification' ? (
                <ClassificationValues name={name} values={values.before} />
              ) : (
                <TypedValue value={values.before} def={defs.find(def => def.name === name)} />
              )}
            </td>
            <td className={classes['after']}>
              {part === 'classification' ? (
                <ClassificationValues name={name} values={values.after} />
              ) : (
                <TypedValue value={values.after} def={defs.find(def => def.name === name)} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of a classification what is set, as its type has it. */
function ClassificationValues({name, values}: {name: string; values: unknown}) {
  const defs = useTypes().attributesOf(name);
  if (values === null) return '—';
  const isSet = ([, value]: [string, unknown]) => value !== null && value !== '';
  const entries = Object.entries(values as Record<string, unknown>).filter(isSet);
  if (entries.length === 0) return 'yes';
  return entries.map(([attribute, value]) => (
    <div key={attribute}>
      {attribute}: <TypedValue value={value} def={defs.find(def => def.name === attribute)} />
    </div>
  ));
}

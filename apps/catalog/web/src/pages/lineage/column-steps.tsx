import {Text} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useTypes} from '../../api/type-index.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {AssetLink} from '../../entity/asset-link.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {ByHand} from './by-hand.tsx';
import classes from './lineage.module.css';
import {columnStepsQuery} from './lineage-queries.ts';

/** What a column is made from, and what is made from it: who says so, and what can be removed. */
export function ColumnSteps({guid, name}: {guid: string; name: string}) {
  const types = useTypes();
  const {data} = useQuery(columnStepsQuery(guid));
  const {guidEntityMap = {}, relations = []} = data ?? {};
  const steps = relations.flatMap(({fromEntityId, toEntityId}) => {
    // From the column to a process, or from a process to the column. The other relations of the
    // answer are between the process and its other ends.
    const isOut = fromEntityId === guid;
    const process = guidEntityMap[isOut ? toEntityId : fromEntityId];
    if (!(isOut || toEntityId === guid) || process?.status !== 'ACTIVE') return [];
    // A column's table is related to it as well, and no step of its way.
    if (!types.isA(process.typeName, 'Process')) return [];
    const others = relations.flatMap(one =>
      isOut
        ? one.fromEntityId === process.guid
          ? [one.toEntityId]
          : []
        : one.toEntityId === process.guid
          ? [one.fromEntityId]
          : [],
    );
    return [{isOut, process, others: others.flatMap(other => guidEntityMap[other] ?? [])}];
  });
  if (steps.length === 0) return null;
  return (
    <ul className={classes['steps']} aria-label={`Lineage of ${name}`}>
      {steps.map(({isOut, process, others}) => (
        <li key={`${process.guid} ${isOut}`}>
          <Text size="sm">
            {isOut ? 'Downstream: ' : 'Upstream: '}
            {others.map((other, n) => (
              <span key={other.guid}>
                {n > 0 && ', '}
                <AssetLink guid={other.guid} name={nameOf(other)} title={uniqueName(other)} />
              </span>
            ))}
          </Text>
          <Text size="xs" c="dimmed">
            <AssetLink guid={process.guid} name={nameOf(process)} />
            {reasonOf(process)}
          </Text>
          <ByHand entity={process} />
        </li>
      ))}
    </ul>
  );
}

function uniqueName({attributes}: EntityHeader): string {
  return String(attributes['qualifiedName'] ?? '');
}

function reasonOf({attributes}: EntityHeader): string {
  const reason = attributes['description'];
  return typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
}

import {ScrollArea, Table} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {EmptyState} from '@gazetteer/ui';
import {Tag} from 'lucide-react';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import classes from './statistics.module.css';

const whole = new Intl.NumberFormat();

/** Classifications that something carries, those of most entities first. */
export function ClassificationCounts({metrics}: {metrics: Schemas['Metrics']['data']}) {
  const rows = Object.entries(metrics.tag.tagEntities ?? {}).sort(
    ([a, x], [b, y]) => y - x || a.localeCompare(b),
  );
  if (rows.length === 0)
    return <EmptyState title="Nothing is classified" icon={<Tag size={40} strokeWidth={1.5} />} />;
  return (
    // It can have the focus, so that the keyboard scrolls it.
    <ScrollArea.Autosize mah="24rem" viewportProps={{tabIndex: 0}}>
      <Table aria-label="Entities by classification">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Classification</Table.Th>
            <Table.Th ta="end">Entities</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, count]) => (
            <Table.Tr key={name}>
              <Table.Td>
                <ClassificationBadge name={name} />
              </Table.Td>
              <Table.Td ta="end" className={classes['number']}>
                {whole.format(count)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

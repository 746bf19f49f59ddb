import {Card, Table, Title} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {When} from '@gazetteer/ui';
import type {ReactNode} from 'react';

/** The process that answers. */
export function ServerCard({metrics}: {metrics: Schemas['Metrics']['data']}) {
  const {stats = {}} = metrics.general;
  const {memory = {}, os = {}, runtime = {}} = metrics.system;
  const pools = memory['memory_pool_usages'] as {rss?: number} | undefined;
  // The metrics are a map that Apache Atlas' clients know; what is missing shows a dash.
  const rows: [label: string, value: ReactNode][] = [
    ['Running since', <When key="since" ms={numberOf(stats['Server:startTimeStamp'])} />],
    ['Up for', textOf(stats['Server:upTime'])],
    ['Store', textOf(stats['Server:statusBackendStore'])],
    ['Search index', textOf(stats['Server:statusIndexStore'])],
    ['Memory', bytesText(numberOf(pools?.rss))],
    [
      'Heap',
      `${bytesText(numberOf(memory['heapUsed']))} of ${bytesText(numberOf(memory['heapMax']))}`,
    ],
    ['Runtime', `${textOf(runtime['name'])} ${textOf(runtime['version'])}`],
    ['System', `${textOf(os['os.spec'])}, ${textOf(os['os.vcpus'])} processors`],
  ];
  return (
    <Card withBorder component="section">
      <Title order={2} mb="sm">
        Server
      </Title>
      <Table variant="vertical">
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={140}>{label}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '—';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

const megabytes = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 0,
});

function bytesText(bytes: number): string {
  return megabytes.format(bytes / 2 ** 20);
}

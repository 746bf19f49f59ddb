import {Card, Group, Title} from '@mantine/core';
import type {ReactNode} from 'react';

/** A titled part of a page. */
export function TitledCard({
  title,
  technical,
  count,
  actions,
  children,
}: {
  title: string;
  /** What the API calls it, where that is another name. */
  technical?: string;
  // Told from two on: a single one is seen.
  count?: number;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card withBorder padding="sm" component="section">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} size="h5" title={technical}>
          <bdi>{title}</bdi>
          {count !== undefined && count > 1 && <> ({count.toLocaleString()})</>}
        </Title>
        {actions}
      </Group>
      {children}
    </Card>
  );
}

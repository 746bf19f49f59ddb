import {Skeleton, Text} from '@mantine/core';
import {Problem} from '@gazetteer/ui';
import type {ReactNode} from 'react';

type CardBodyProps = {
  /** What the card waits for. */
  readonly query?: {readonly isPending: boolean; readonly error: unknown};
  readonly isEmpty: boolean;
  /** In place of nothing. */
  readonly empty: string;
  readonly children: ReactNode;
};

/**
 * Each card waits and fails for itself. One part that is slow or refused leaves the others as they
 * are.
 */
export function CardBody({query, isEmpty, empty, children}: CardBodyProps) {
  if (query?.isPending === true) return <Skeleton height={80} role="status" aria-label="Loading" />;
  if (query !== undefined && query.error !== null) return <Problem error={query.error} />;
  if (!isEmpty) return children;
  return (
    <Text size="sm" c="dimmed">
      {empty}
    </Text>
  );
}

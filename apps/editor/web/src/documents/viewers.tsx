import {Stack, Text} from '@mantine/core';
import {ErrorState, LoadingState, When} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import classes from './documents.module.css';

type ViewersProps = {readonly of: 'documents' | 'shares'; readonly uuid: string};

/** Who opened what the caller shares, for the caller alone. */
export function Viewers({of, uuid}: ViewersProps) {
  const {data, error, refetch} = useQuery({
    queryKey: ['documents', 'viewers', uuid],
    queryFn: ({signal}) => ask(`GET /api/v1/${of}/{uuid}/viewers`, {path: {uuid}}, {signal}),
    staleTime: 0,
  });
  if (data === undefined)
    return error === null ? (
      <LoadingState what="Loading viewers" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} hasTitle={false} />
    );
  if (data.keptMs === 0)
    return (
      <Text size="sm" c="dimmed">
        Who opens it isn’t recorded here.
      </Text>
    );
  return (
    <Stack gap="xs">
      {data.viewers.length > 0 && (
        <ul aria-label="Viewers" className={classes['grants']}>
          {data.viewers.map(({name, viewedAt}) => (
            <li key={name}>
              <bdi className={classes['name']}>{name}</bdi>
              <Text size="sm" c="dimmed">
                <When ms={viewedAt} isRelative />
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed">
        {data.viewers.length === 0 && 'No other user has opened it yet. '}
        Only you see this list. Views are recorded once an hour at most and kept for{' '}
        {daysText(data.keptMs)}.
      </Text>
    </Stack>
  );
}

/** Administrators may keep them for less than a day. */
function daysText(ms: number): string {
  const days = Math.round(ms / 86_400_000);
  if (days < 1) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

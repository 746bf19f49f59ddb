import {Badge, Button, Group, Text, Title} from '@mantine/core';
import {ErrorState, toast, When} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import {PageLink} from '../shell/page-link.tsx';
import {noticesQuery, schedulesChanged} from './schedule-queries.ts';
import classes from './schedules.module.css';

/** So many are shown. */
const shown = 20;

/** What schedules have told, the newest first. */
export function NoticeList() {
  const {data: notices, error, refetch} = useQuery(noticesQuery);
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  const [newest] = notices ?? [];
  if (notices === undefined || newest === undefined) return null;
  const markRead = async () => {
    try {
      await ask('POST /api/v1/notices/read', {body: {until: newest.writtenAt}});
      await schedulesChanged();
    } catch (error_) {
      const title = 'Couldn’t mark notifications as read';
      toast({kind: 'problem', title, error: error_});
    }
  };
  return (
    <section className={classes['notices']} aria-labelledby="notices">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="notices">
          Notifications
        </Title>
        {notices.some(({isRead}) => !isRead) && (
          <Button size="xs" variant="default" onClick={() => void markRead()}>
            Mark all as read
          </Button>
        )}
      </Group>
      <ul>
        {notices.slice(0, shown).map(({uuid, schedule, title, text, writtenAt, isRead}) => (
          <li key={uuid}>
            <Group gap="xs">
              <PageLink to={`/app/schedules/${schedule}`}>
                <bdi>{title}</bdi>
              </PageLink>
              {!isRead && (
                <Badge variant="default" size="sm" tt="none">
                  New
                </Badge>
              )}
              <Text span size="xs" c="dimmed">
                <When ms={writtenAt} isRelative />
              </Text>
            </Group>
            <Text size="sm" dir="auto">
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

import {Accordion, Badge, Button, Group, Select, Stack, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {dateText, EmptyState, ErrorState, JsonView, LoadingState, When} from '@gazetteer/ui';
import {useInfiniteQuery} from '@tanstack/react-query';
import {getRouteApi} from '@tanstack/react-router';
import {GitCompareArrows, History} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {actionText, auditActions} from './audit-actions.ts';
import {AuditDiff, hasDiff} from './audit-diff.tsx';
import {CompareVersions} from './compare-versions.tsx';
import classes from './entity.module.css';
import {LoadOlder} from './load-older.tsx';
import type {TabProps} from './tab-props.ts';
import {VersionChanges} from './version-changes.tsx';

const route = getRouteApi('/detailPage/$guid');

type AuditEvent = Schemas['EntityAuditEvent'];
/** Updates come with what was before and after, which may be long. */
const pageSize = 25;

/** Who did what and when, the newest first; updates with what was before and what came after. */
export function AuditsTab({entity}: TabProps) {
  const {seen} = route.useSearch();
  const [action, setAction] = useState<string | null>(null);
  const [isComparing, setComparing] = useState(false);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const audits = useAudits(entity.guid, action);
  if (audits.isError)
    return <ErrorState error={audits.error} retry={() => void audits.refetch()} />;
  if (audits.isPending) return <LoadingState />;
  const events = audits.data.pages.flat();
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label="Action"
          placeholder="All actions"
          clearable
          w={300}
          data={auditActions.map(value => ({value, label: actionText(value)}))}
          value={action}
          onChange={setAction}
        />
        {events.length > 1 && (
          <Button
            variant="default"
            leftSection={<GitCompareArrows size={16} />}
            aria-expanded={isComparing}
            onClick={() => setComparing(!isComparing)}
          >
            Compare versions
          </Button>
        )}
      </Group>
      {/* A notice led here: what is new to its reader stands before all that ever was. */}
      {seen !== undefined && events[0] !== undefined && (
        <TitledCard title={`Changes since ${dateText(seen)}`}>
          <VersionChanges guid={entity.guid} before={seen} after={events[0].timestamp} />
        </TitledCard>
      )}
      {isComparing && events.length > 1 && <CompareVersions guid={entity.guid} events={events} />}
      {events.length === 0 ? (
        <EmptyState title="No history yet" icon={<History size={40} strokeWidth={1.5} />} />
      ) : (
        <Accordion
          multiple
          value={[...opened]}
          onChange={setOpened}
          variant="separated"
          classNames={{item: classes['event'] ?? ''}}
        >
          {events.map(event => (
            <Event
              key={event.eventKey}
              typeName={entity.typeName}
              event={event}
              isOpen={opened.includes(event.eventKey)}
            />
          ))}
        </Accordion>
      )}
      <LoadOlder list={audits} />
    </Stack>
  );
}

/** A page of events follows another as long as each is full: the answer does not say how many. */
function useAudits(guid: string, action: string | null) {
  return useInfiniteQuery({
    queryKey: ['audit', guid, action],
    queryFn: ({pageParam, signal}) =>
      client.call(
        'GET /v2/entity/{guid}/audit',
        {
          path: {guid},
          query: {
            offset: pageParam,
            count: pageSize,
            sortBy: 'timestamp',
            sortOrder: 'desc',
            diff: true,
            ...(action === null ? {} : {auditAction: action}),
          },
        },
        {signal},
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < pageSize ? undefined : pages.length * pageSize,
  });
}

function Event({event, typeName, isOpen}: {event: AuditEvent; typeName: string; isOpen: boolean}) {
  const [label, json] = readDetails(event.details);
  // No value of its own has changed: what it is related to has.
  const isRelated = /^ENTITY_(IMPORT_)?UPDATE$/.test(event.action) && !hasDiff(event.diff);
  const what = json === undefined ? label : subjectOf(event.action, json);
  return (
    <Accordion.Item value={event.eventKey}>
      <Accordion.Control>
        <Group gap="sm">
          <Badge variant="light" tt="none">
            {actionText(event.action)}
          </Badge>
          <Text size="sm">
            <When ms={event.timestamp} /> by <bdi>{event.user}</bdi>
          </Text>
          {what !== '' && (
            <Text size="sm" c="dimmed" lineClamp={1}>
              <bdi>{what}</bdi>
            </Text>
          )}
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        {hasDiff(event.diff) && <AuditDiff diff={event.diff} typeName={typeName} />}
        {/* Two versions are compared for it, so only when somebody looks. */}
        {isRelated && isOpen && (
          <VersionChanges
            guid={event.entityId}
            // As it was until this event.
            before={event.timestamp - 1}
            after={event.timestamp}
          />
        )}
        {json !== undefined && !hasDiff(event.diff) && !isRelated && (
          <JsonView value={json} label="details" />
        )}
        {json === undefined && (
          <Text size="sm" dir="auto">
            {event.details}
          </Text>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Which classification or term it was. */
function subjectOf(action: string, json: unknown): string {
  const {typeName, name} = json as {typeName?: unknown; name?: unknown};
  const subject = action.includes('CLASSIFICATION')
    ? typeName
    : action.startsWith('TERM')
      ? name
      : undefined;
  return typeof subject === 'string' ? subject : '';
}

/** Details are a few words and, mostly, JSON behind them. */
function readDetails(details: string): [string, unknown] {
  const at = details.indexOf('{');
  if (at < 0) return [details, undefined];
  try {
    return [details.slice(0, at), JSON.parse(details.slice(at)) as unknown];
  } catch {
    return [details, undefined];
  }
}

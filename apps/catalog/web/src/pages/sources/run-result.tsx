import {Alert, Group, List, Loader, Stack, Text} from '@mantine/core';
import {When} from '@gazetteer/ui';
import {hasEnded} from '../../tasks/queries.ts';
import {StatusBadge} from '../../tasks/status-badge.tsx';
import type {SourceRun} from './queries.ts';
import {runText} from './source-texts.ts';

/** How far a run is, or what it did, with the names of what changed. */
export function RunResult({run}: {run: SourceRun}) {
  const {status, isRehearsal, createdTime, endTime, errorMessage, problems} = run;
  const isOver = hasEnded(status);
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        {!isOver && <Loader size={14} />}
        <StatusBadge status={status} />
        {isRehearsal && <Text size="sm">Preview: nothing was changed.</Text>}
        <Text size="sm">{runText(run)}</Text>
        <Text size="sm" c="dimmed" component="span">
          <When ms={endTime ?? createdTime} />
        </Text>
      </Group>
      {errorMessage !== undefined && (
        <Alert color="red" role="alert" title="The run failed">
          <span dir="auto">{errorMessage}</span>
        </Alert>
      )}
      {/* A run goes on past what it cannot read. */}
      {problems.length > 0 && (
        <Alert color="orange" role="alert" title="Problems">
          <List size="sm">
            {problems.map((problem, n) => (
              <List.Item key={n}>
                <span dir="auto">{problem}</span>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {/* Until then the numbers are of a part. */}
      {isOver && (
        <>
          <Names title={isRehearsal ? 'Will be created' : 'Created'} of={run.created} />
          <Names title={isRehearsal ? 'Will be changed' : 'Changed'} of={run.changed} />
          <Names title={isRehearsal ? 'Will be deleted' : 'Deleted'} of={run.deleted} />
        </>
      )}
    </Stack>
  );
}

function Names({title, of: {count, names}}: {title: string; of: SourceRun['created']}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title} ({count.toLocaleString()})
      </Text>
      <List
        size="sm"
        mah="14rem"
        style={{overflowY: 'auto'}}
        tabIndex={0}
        aria-label={`${title}: names`}
      >
        {names.map(name => (
          <List.Item key={name}>
            <bdi>{name}</bdi>
          </List.Item>
        ))}
        {/* The server keeps the first names of each kind only. */}
        {count > names.length && (
          <List.Item>and {(count - names.length).toLocaleString()} more</List.Item>
        )}
      </List>
    </section>
  );
}

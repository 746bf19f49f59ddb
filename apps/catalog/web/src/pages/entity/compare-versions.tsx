import {Card, Group, Select} from '@mantine/core';
import {dateText} from '@gazetteer/ui';
import {useState} from 'react';
import {actionText} from './audit-actions.ts';
import {VersionChanges} from './version-changes.tsx';

type VersionEvent = {readonly timestamp: number; readonly action: string; readonly user: string};

/** Any two versions of an entity, each as it was after an event, side by side. */
export function CompareVersions({guid, events}: {guid: string; events: readonly VersionEvent[]}) {
  // One transaction writes several events at one time: these are one version.
  const versions = [...new Map(events.map(one => [one.timestamp, one])).values()];
  const [newest, oldest] = [versions[0], versions.at(-1)];
  const [before, setBefore] = useState(oldest?.timestamp);
  const [after, setAfter] = useState(newest?.timestamp);
  const data = versions.map(({timestamp, action, user}) => ({
    value: String(timestamp),
    label: `${dateText(timestamp)} · ${actionText(action)} by ${user}`,
  }));
  const field = (label: string, value: number | undefined, onChange: (next: number) => void) => (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      data={data}
      value={value === undefined ? null : String(value)}
      onChange={next => next !== null && onChange(Number(next))}
      style={{flex: '1 1 18rem'}}
    />
  );
  return (
    <Card withBorder padding="sm" component="section" aria-label="Compare versions">
      <Group mb="sm" align="flex-end">
        {field('Version before', before, setBefore)}
        {field('Version after', after, setAfter)}
      </Group>
      {before !== undefined && after !== undefined && (
        <VersionChanges
          guid={guid}
          // Whichever was chosen first.
          before={Math.min(before, after)}
          after={Math.max(before, after)}
        />
      )}
    </Card>
  );
}

import {Alert, Card, Select, Title} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {dateText, Page, When} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {Clock} from 'lucide-react';
import {metricsQuery} from '../../api/queries.ts';
import {ClassificationCounts} from './classification-counts.tsx';
import {totalOf} from './counts.ts';
import {History} from './history.tsx';
import {collectionQuery, collectionsQuery} from './queries.ts';
import type {StatisticsLink} from './link.ts';
import {ServerCard} from './server-card.tsx';
import {TypeTable} from './type-table.tsx';
import classes from './statistics.module.css';

const route = getRouteApi('/statistics');
const whole = new Intl.NumberFormat();

/** How much there is of what, now or at an earlier time, and how it came to be. */
export function StatisticsPage() {
  const link = route.useSearch();
  return link.at === undefined ? <Now link={link} /> : <Earlier link={link} at={link.at} />;
}

function Now({link}: {link: StatisticsLink}) {
  const {data} = useSuspenseQuery(metricsQuery).data;
  return <Counts metrics={data} link={link} />;
}

function Earlier({link, at}: {link: StatisticsLink; at: string}) {
  const {metrics} = useSuspenseQuery(collectionQuery(at)).data;
  // Counts are kept for some time; then the address names none.
  return metrics === undefined ? (
    <Now link={link} />
  ) : (
    <Counts metrics={metrics.data} link={link} />
  );
}

function Counts({metrics, link}: {metrics: Schemas['Metrics']['data']; link: StatisticsLink}) {
  const navigate = useNavigate();
  const change = (changes: StatisticsLink) =>
    void navigate({to: '/statistics', search: {...link, ...changes}});
  const {general} = metrics;
  const figures: [label: string, count: number][] = [
    ['Entities', totalOf(metrics, 'entityActive')],
    ['Deleted', totalOf(metrics, 'entityDeleted')],
    ['Incomplete', totalOf(metrics, 'entityShell')],
    ['Types', general.typeCount],
    ['Types without entities', general.typeUnusedCount],
    ['Classifications', general.tagCount],
  ];
  return (
    <Page title="Statistics" actions={<TimeSelect at={link.at} onChange={at => change({at})} />}>
      {link.at !== undefined && (
        <Alert icon={<Clock size={18} />} mb="md">
          Snapshot of <When ms={general.collectionTime} />.{' '}
          <Link to="/statistics" search={{...link, at: ''}} className={classes['now']}>
            Show it as it is now
          </Link>
        </Alert>
      )}
      <dl className={classes['figures']}>
        {figures.map(([label, count]) => (
          <div key={label} className={classes['figure']}>
            <dt>{label}</dt>
            <dd>{whole.format(count)}</dd>
          </div>
        ))}
      </dl>
      <Card withBorder mb="md">
        <History link={link} onChange={change} />
      </Card>
      <Card withBorder component="section" mb="md">
        <Title order={2} mb="sm">
          Entities by type
        </Title>
        <TypeTable metrics={metrics} onChart={type => change({type})} />
      </Card>
      <div className={classes['columns']}>
        <Card withBorder component="section">
          <Title order={2} mb="sm">
            Entities by classification
          </Title>
          <ClassificationCounts metrics={metrics} />
        </Card>
        {/* Of an earlier time the process is of no interest. */}
        {link.at === undefined && <ServerCard metrics={metrics} />}
      </div>
    </Page>
  );
}

/** Of thousands only these are listed at once; typing finds the others. */
const listedTimes = 100;

function TimeSelect({at, onChange}: {at: string | undefined; onChange: (at: string) => void}) {
  const collections = useSuspenseQuery(collectionsQuery).data;
  // Nothing to choose from until the first count.
  const times = collections.flatMap(one => one.collectionTime ?? []);
  if (times.length === 0) return null;
  const options = times.map(time => ({value: String(time), label: dateText(time)}));
  return (
    <Select
      aria-label="Counts of"
      data={[{value: 'now', label: 'Now'}, ...options]}
      value={at ?? 'now'}
      onChange={value => onChange(value === null || value === 'now' ? '' : value)}
      allowDeselect={false}
      searchable
      limit={listedTimes}
      nothingFoundMessage="Nothing was counted then"
      leftSection={<Clock size={16} />}
    />
  );
}

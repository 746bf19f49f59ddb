import {Badge, Group, SimpleGrid, Text} from '@mantine/core';
import {certified, trustGroup, trustOf} from '@gazetteer/model/asset';
import {Page, When} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {Save} from 'lucide-react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {
  classifiedQuery,
  mostUsedQuery,
  savedSearchesQuery,
  searchQuery,
  sessionQuery,
} from '../../api/queries.ts';
import {isInternal, useTypes} from '../../api/type-index.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {domainsQuery, memberCounts, memberCountsQuery} from '../../domain/queries.ts';
import {BadgeLink} from '../../entity/badge-link.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {trustAskedOf} from '../../entity/trust-asked.ts';
import {CertificationBadge} from '../../entity/trust-badges.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {recentVisits} from '../../shell/visits.ts';
import {useIsEmptyCatalog} from '../search/empty-result.tsx';
import {writeFacets} from '../search/facet-text.ts';
import {FirstSteps} from '../search/first-steps.tsx';
import {linkOfSaved, searchLink, searchParameters} from '../search/search-link.ts';
import {CardBody} from './card-body.tsx';
import {Following} from './following.tsx';
import classes from './home.module.css';

/** In each card; a link leads to the rest. */
const rows = 8;
/** The attribute of the system by which the search sorts. */
const changed = '__modificationTimestamp';

/** What somebody may want to go back to, and what is new. */
export function HomePage() {
  // Cards full of “nothing yet” would welcome nobody.
  const isEmpty = useIsEmptyCatalog();
  if (isEmpty)
    return (
      <Page title="Welcome">
        <FirstSteps />
      </Page>
    );
  return (
    <Page title="Home">
      <SimpleGrid cols={{base: 1, md: 2}} spacing="md">
        <RecentlyViewed />
        <Owned />
        <RecentlyUpdated />
        <MostUsed />
        <Following />
        <Announcements />
        <div className={classes['stack']}>
          <Domains />
          <Certified />
          <Classifications />
          <SavedSearches />
        </div>
      </SimpleGrid>
    </Page>
  );
}

function RecentlyViewed() {
  const {userName} = useSuspenseQuery(sessionQuery).data;
  // Kept in the browser, for each user that logs in there.
  const visits = recentVisits(userName).slice(0, rows);
  return (
    <TitledCard title="Recently viewed">
      <CardBody
        isEmpty={visits.length === 0}
        empty="Entities that you open in this browser are listed here."
      >
        <ul className={classes['list']}>
          {visits.map(({guid, typeName, name, time}) => (
            <Row key={guid} guid={guid} typeName={typeName} name={name} time={time} tags={[]} />
          ))}
        </ul>
      </CardBody>
    </TitledCard>
  );
}

/** Assets of the user and of the user's groups, the last updated first. */
function Owned() {
  const {userName, groups} = useSuspenseQuery(sessionQuery).data;
  // Attributes name an owner as a user or a group; both are asked for at once.
  const facets = writeFacets({kind: ['asset'], owner: [...new Set([userName, ...groups])]});
  const found = useAssets(facets);
  const count = found.data?.approximateCount ?? 0;
  return (
    <TitledCard
      title="Owned by you"
      actions={count > rows && <All facets={facets} count={count} />}
    >
      <CardBody
        query={found}
        isEmpty={count === 0}
        empty="No entities have you or one of your groups as an owner."
      >
        <Headers entities={found.data?.entities ?? []} />
      </CardBody>
    </TitledCard>
  );
}

function RecentlyUpdated() {
  const facets = writeFacets({kind: ['asset']});
  const found = useAssets(facets);
  const count = found.data?.approximateCount ?? 0;
  return (
    <TitledCard
      title="Recently updated"
      actions={count > rows && <All facets={facets} count={count} />}
    >
      <CardBody query={found} isEmpty={count === 0} empty="No assets yet.">
        <Headers entities={found.data?.entities ?? []} />
      </CardBody>
    </TitledCard>
  );
}

/** By how often tables were queried in the last seven days; nothing where none was. */
function MostUsed() {
  const assets = useQuery(mostUsedQuery).data?.assets ?? [];
  if (assets.length === 0) return null;
  return (
    <TitledCard title="Most used this week">
      <ul className={classes['list']}>
        {assets.map(({guid, typeName, name, qualifiedName, queries, people}) => (
          <li key={guid}>
            <TypeIcon typeName={typeName} />
            <AssetLink
              guid={guid}
              className={classes['name']}
              title={qualifiedName}
              name={name === '' ? qualifiedName : name}
            />
            <Text span size="xs" c="dimmed" className={classes['about']}>
              {queries === 1 ? '1 query' : `${queries.toLocaleString()} queries`}
              {people > 0 && (people === 1 ? ' · 1 user' : ` · ${people.toLocaleString()} users`)}
            </Text>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** What users of assets have to know now; nothing where nobody says anything. */
function Announcements() {
  const types = useTypes();
  // Whatever kinds an administrator has added count, too.
  const kinds = types.enums.get('AnnouncementType')?.elementDefs.map(one => one.value) ?? [];
  return <Trusted title="Announcements" facet="announcement" values={kinds} withText />;
}

/** Those whose certification says that they can be relied on. */
function Certified() {
  return <Trusted title="Certified" facet="certification" values={[certified]} />;
}

/** Assets by what is said of them, the last updated first; nothing where there are none. */
function Trusted({
  title,
  facet,
  values,
  withText = false,
}: {
  title: string;
  facet: string;
  values: readonly string[];
  withText?: boolean;
}) {
  const facets = writeFacets({[facet]: values});
  // A catalog without the group has nobody who says so, and a search by it would fail.
  const isEnabled = useTypes().businessMetadata.has(trustGroup) && values.length > 0;
  const found = useAssets(facets, isEnabled);
  const count = isEnabled ? (found.data?.approximateCount ?? 0) : 0;
  if (count === 0) return null;
  const entities = found.data?.entities ?? [];
  return (
    <TitledCard title={title} actions={count > rows && <All facets={facets} count={count} />}>
      <Headers entities={entities} withText={withText} />
    </TitledCard>
  );
}

/** Domains at the top; nothing before there are any. */
function Domains() {
  const found = useQuery(domainsQuery);
  const all = (found.data ?? []).filter(one => one.parentGuid === undefined);
  // Twice as many as in lists: badges are short.
  const top = all.slice(0, 2 * rows);
  const counts = memberCounts(useQuery(memberCountsQuery('domain', top)).data, 'domain');
  if (top.length === 0) return null;
  return (
    <TitledCard title="Domains" actions={<Link to="/domains">Show all</Link>}>
      <Group gap="xs">
        {top.map(({guid, name}) => (
          <BadgeLink key={guid} to="/detailPage/$guid" params={{guid}} variant="light" tt="none">
            <bdi>{name}</bdi> {counts.get(guid)}
          </BadgeLink>
        ))}
      </Group>
    </TitledCard>
  );
}

/** Those that most entities have. */
function Classifications() {
  const found = useQuery(classifiedQuery);
  const {counts = {}, most} = found.data ?? {};
  const used = Object.entries(counts)
    // Classifications of the system are nobody's choice.
    .filter(([name, count]) => count > 0 && !isInternal(name))
    .toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))
    .slice(0, 2 * rows);
  return (
    <TitledCard title="Most used classifications">
      <CardBody
        query={found}
        isEmpty={used.length === 0}
        empty="No entity has a classification yet."
      >
        <Group gap="xs">
          {used.map(([name, count]) => (
            <BadgeLink
              key={name}
              to="/search/searchResult"
              search={searchLink({tag: name})}
              variant="light"
              tt="none"
            >
              <bdi>{name}</bdi> {count.toLocaleString()}
              {/* The server counts no further. */}
              {count === most && '+'}
            </BadgeLink>
          ))}
        </Group>
      </CardBody>
    </TitledCard>
  );
}

/** The first ones by name; all of them are in the side bar. */
function SavedSearches() {
  const found = useQuery(savedSearchesQuery);
  const saved = (found.data ?? []).toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
  return (
    <TitledCard title="Saved searches">
      <CardBody
        query={found}
        isEmpty={saved.length === 0}
        empty="Save a search from its page to open it here."
      >
        <ul className={classes['list']}>
          {saved.slice(0, rows).map(one => (
            <li key={one.guid}>
              <Save size={14} aria-hidden />
              <Link to="/search/searchResult" search={linkOfSaved(one)}>
                <bdi>{one.name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </TitledCard>
  );
}

/** The last updated ones of a search. */
function useAssets(facets: string, isEnabled = true) {
  // The search answers only with attributes that are asked for.
  const asked = [changed, ...trustAskedOf(useTypes())];
  const link = searchLink({facets, sortBy: changed, sortOrder: 'DESCENDING'});
  const parameters = {...searchParameters(link, asked), limit: rows};
  return useQuery({...searchQuery(parameters), enabled: isEnabled});
}

/** The search for all of which a card shows the first. */
function All({facets, count}: {facets: string; count: number}) {
  return (
    <Link
      to="/search/searchResult"
      search={searchLink({facets, sortBy: changed, sortOrder: 'DESCENDING'})}
    >
      Show all {count.toLocaleString()}
    </Link>
  );
}

function Headers({
  entities,
  withText = false,
}: {
  entities: readonly EntityHeader[];
  /** With announcements. */
  withText?: boolean;
}) {
  return (
    <ul className={classes['list']}>
      {entities.map(one => (
        <Row
          key={one.guid}
          guid={one.guid}
          typeName={one.typeName}
          name={nameOf(one)}
          time={Number(one.attributes[changed])}
          tags={one.classificationNames}
          certification={trustOf(one).certification}
          text={withText ? trustOf(one).announcement : undefined}
        />
      ))}
    </ul>
  );
}

/** What a visit in the browser and an answer of the server both have. */
type RowProps = {
  readonly guid: string;
  readonly typeName: string;
  readonly name: string;
  readonly time: number;
  readonly tags: readonly string[];
  readonly certification?: string | undefined;
  readonly text?: string | undefined;
};

function Row({guid, typeName, name, time, tags, certification, text}: RowProps) {
  return (
    <li>
      <TypeIcon typeName={typeName} />
      <AssetLink guid={guid} className={classes['name']} title={name} name={name} />
      {certification !== undefined && <CertificationBadge text={certification} />}
      {tags.length > 0 && (
        <Badge size="xs" variant="light" tt="none" title={tags.join(', ')}>
          {tags[0]}
          {tags.length > 1 && ` +${tags.length - 1}`}
        </Badge>
      )}
      <Text span size="xs" c="dimmed" className={classes['about']}>
        <TypeLabel name={typeName} /> · <When ms={time} isRelative />
      </Text>
      {text !== undefined && (
        <Text size="sm" dir="auto" className={classes['text']} lineClamp={2}>
          {text}
        </Text>
      )}
    </li>
  );
}

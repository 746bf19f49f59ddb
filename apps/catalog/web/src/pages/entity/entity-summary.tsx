import {Badge, Group} from '@mantine/core';
import {When} from '@gazetteer/ui';
import {
  assetShape,
  membershipOf,
  ownersOf,
  type OwnerRoles,
  qualityOf,
} from '@gazetteer/model/asset';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {type ReactNode, useState} from 'react';
import {editorPlacesQuery, sessionQuery, usageQuery} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import {AssetLink} from '../../entity/asset-link.tsx';
import type {Entity} from '../../api/wire.ts';
import {domainPath} from '../../domain/domain-tree.ts';
import {domainsQuery, productsQuery} from '../../domain/queries.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {ownerRoles} from '../../entity/owners-dialog.tsx';
import {ChecksBadge} from '../../entity/trust-badges.tsx';
import {TermBadge} from '../../entity/term-badge.tsx';
import {lastVisit, recentVisits} from '../../shell/visits.ts';
import {writeFacets} from '../search/facet-text.ts';
import {searchLink} from '../search/search-link.ts';
import {gradesOf} from './grades.ts';
import {lastWriteOf} from './last-write.ts';
import {usageText} from './usage-text.ts';
import classes from './entity.module.css';

/** Who owns the asset, how good it is, what people have said about it, and when it was changed. */
export function EntitySummary({entity}: {entity: Entity}) {
  const {meanings = [], labels = []} = entity;
  const classifications = shownOnce(entity);
  const owners = withListed(entity);
  return (
    <dl className={classes['summary']}>
      {ownerRoles.map(
        ({role, facet, one, many}) =>
          owners[role].length > 0 && (
            <Fact key={role} title={owners[role].length === 1 ? one : many}>
              {owners[role].map(name => (
                <Link
                  key={name}
                  to="/search/searchResult"
                  search={searchLink({facets: writeFacets({[facet]: [name]})})}
                >
                  <bdi>{name}</bdi>
                </Link>
              ))}
            </Fact>
          ),
      )}
      {gradesOf(entity).map(({title, text}) => (
        <Fact key={title} title={title}>
          <Badge variant="light" tt="none">
            <bdi>{text}</bdi>
          </Badge>
        </Fact>
      ))}
      <Membership entity={entity} />
      {classifications.length > 0 && (
        <Fact title="Classifications">
          {classifications.map(({name, isPropagated}) => (
            <ClassificationBadge key={name} name={name} isPropagated={isPropagated} />
          ))}
        </Fact>
      )}
      {meanings.length > 0 && (
        <Fact title="Terms">
          {meanings.map(meaning => (
            <TermBadge key={meaning.termGuid} meaning={meaning} />
          ))}
        </Fact>
      )}
      {labels.length > 0 && (
        <Fact title="Labels">
          {labels.map(label => (
            <Badge key={label} variant="default" tt="none">
              <bdi>{label}</bdi>
            </Badge>
          ))}
        </Fact>
      )}
      <ChecksFact entity={entity} />
      <UsageFacts entity={entity} />
      <Fact title="Last updated">
        <span>
          <When ms={entity.updateTime} isRelative /> by <bdi>{entity.updatedBy}</bdi>
        </span>
        <SinceVisit key={entity.guid} entity={entity} />
      </Fact>
    </dl>
  );
}

/** How its checks ended, and where they are seen; nothing where it has none. */
function ChecksFact({entity}: {entity: Entity}) {
  const quality = qualityOf(entity);
  const {data} = useQuery({...editorPlacesQuery(entity.guid), enabled: quality !== undefined});
  if (quality === undefined) return null;
  const [place] = data?.places ?? [];
  const {passed, failed, errors, since} = quality;
  const counts = `${failed} failed, ${passed} passed${errors > 0 ? `, ${errors} couldn’t be run` : ''}`;
  return (
    <Fact title="Checks">
      <ChecksBadge quality={quality} />
      {place !== undefined && data?.url !== undefined ? (
        <a href={checksAddress(data.url, place)} style={{textDecoration: 'underline'}}>
          {counts}
        </a>
      ) : (
        <span>{counts}</span>
      )}
      <span>
        since <When ms={since} isRelative />
      </span>
    </Fact>
  );
}

/** Where the editor lists them. */
function checksAddress(
  url: string,
  {engine, database, table}: {engine: string; database: string; table: string},
): string {
  const path = [engine, database, table].map(encodeURIComponent).join('/');
  return `${url}/app/tables/${path}?part=checks`;
}

/** How often a table was queried and when it was written; nothing where nobody knows of either. */
function UsageFacts({entity}: {entity: Entity}) {
  const {guid, typeName, status} = entity;
  const isTable = assetShape(useTypes(), typeName).kind === 'table';
  const usage = useQuery({...usageQuery(guid), enabled: isTable && status === 'ACTIVE'}).data;
  const written = isTable ? lastWriteOf(entity, usage) : undefined;
  return (
    <>
      {usage !== undefined && (usage.lastQuery !== undefined || usage.days.length > 0) && (
        <Fact title="Usage">
          <Link to="/detailPage/$guid" params={{guid}} search={{tabActive: 'usage'}}>
            {usageText(usage)}
          </Link>
        </Fact>
      )}
      {written !== undefined && (
        <Fact title="Last written">
          <span>
            <When ms={written.ms} isRelative /> {writers[written.source]}
          </span>
        </Fact>
      )}
    </>
  );
}

/** From where it is known. */
const writers = {
  usage: 'by a statement or a job',
  file: 'as its files say',
  metastore: 'as its metastore says',
} as const;

/** Leads to what became of it since somebody was here before. */
function SinceVisit({entity: {guid, updateTime = 0}}: {entity: Entity}) {
  const {userName} = useSuspenseQuery(sessionQuery).data;
  // Read before this visit is noted, and once: the visit itself would be the last one.
  const [seen] = useState(() => lastVisit(recentVisits(userName), guid, Date.now()));
  if (seen === undefined || seen >= updateTime) return null;
  return (
    <Link
      to="/detailPage/$guid"
      params={{guid}}
      search={{tabActive: 'audit', seen}}
      style={{textDecoration: 'underline'}}
    >
      Changes since your last visit
    </Link>
  );
}

/** What the asset belongs to; what may not be read, or is gone, is not named. */
function Membership({entity}: {entity: Entity}) {
  const {domain, products} = membershipOf(entity);
  const domains = useQuery({...domainsQuery, enabled: domain !== undefined}).data ?? [];
  const known = useQuery({...productsQuery, enabled: products.length > 0}).data ?? [];
  const path = domain === undefined ? '' : domainPath(domains, domain);
  const named = known.filter(one => products.includes(one.guid));
  return (
    <>
      {/* A domain that may not be read has no path here. */}
      {domain !== undefined && path !== '' && (
        <Fact title="Domain">
          <AssetLink guid={domain} name={path} />
        </Fact>
      )}
      {named.length > 0 && (
        <Fact title={named.length === 1 ? 'Data product' : 'Data products'}>
          {named.map(one => (
            <AssetLink key={one.guid} guid={one.guid} name={one.name} />
          ))}
        </Fact>
      )}
    </>
  );
}

/** One by one beside each other, so that the row wraps where the window is narrow. */
function Fact({title, children}: {title: string; children: ReactNode}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Group gap={6}>{children}</Group>
      </dd>
    </div>
  );
}

/** One that is attached here and comes from elsewhere as well is shown as attached here. */
function shownOnce({
  guid,
  classifications = [],
}: Entity): readonly {name: string; isPropagated: boolean}[] {
  const found = new Map<string, boolean>();
  for (const {typeName, entityGuid} of classifications) {
    const isPropagated = entityGuid !== undefined && entityGuid !== guid;
    found.set(typeName, isPropagated && (found.get(typeName) ?? true));
  }
  return [...found].map(([name, isPropagated]) => ({name, isPropagated}));
}

/** Some types have a list of owners of their own. */
function withListed(entity: Entity): OwnerRoles {
  const roles = ownersOf(entity);
  const listed = [entity.attributes['owners']].flat();
  const names = listed.filter((one): one is string => typeof one === 'string' && one !== '');
  return {...roles, owners: [...new Set([...roles.owners, ...names])]};
}

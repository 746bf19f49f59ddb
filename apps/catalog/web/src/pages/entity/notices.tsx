import {Alert, Text} from '@mantine/core';
import {deprecated, deprecationOf, trustOf} from '@gazetteer/model/asset';
import {When} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {useQuery} from '@tanstack/react-query';
import {AssetLink} from '../../entity/asset-link.tsx';
import {Info, Megaphone, TriangleAlert} from 'lucide-react';
import {entityQuery} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {nameOf} from '../../entity/name-of.ts';
import {searchLink} from '../search/search-link.ts';

/** A successor may also be written as a name, as in older classifications. */
const guidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * That the asset should not be used any more, why, and what to use. By certification, else by a
 * classification that is called so: catalogs of this kind had only the latter.
 */
export function DeprecationNotice({entity}: {entity: Entity}) {
  const types = useTypes();
  const trust = trustOf(entity);
  const found =
    trust.certification === deprecated
      ? {reason: trust.deprecationReason ?? '', successor: trust.successor ?? ''}
      : deprecationOf(types, entity.guid, entity.classifications ?? []);
  if (found === undefined) return null;
  const {reason, successor} = found;
  return (
    <Alert
      variant="default"
      icon={<TriangleAlert size={18} color="var(--mantine-color-orange-8)" />}
      title="Deprecated"
      mb="sm"
      style={{borderInlineStart: '4px solid var(--mantine-color-orange-6)'}}
    >
      {reason !== '' && (
        <Text size="sm" dir="auto">
          {reason}
        </Text>
      )}
      {successor !== '' && (
        <Text size="sm">
          Use{' '}
          {guidText.test(successor) ? (
            <Successor guid={successor} />
          ) : (
            <Link to="/search/searchResult" search={searchLink({query: successor})}>
              <bdi>{successor}</bdi>
            </Link>
          )}{' '}
          instead.
        </Text>
      )}
    </Alert>
  );
}

/** By its name, where it may be read. */
function Successor({guid}: {guid: string}) {
  const found = useQuery({...entityQuery(guid), retry: false});
  return (
    <AssetLink guid={guid}>
      {found.data === undefined ? 'its successor' : <bdi>{nameOf(found.data.entity)}</bdi>}
    </AssetLink>
  );
}

/** Kinds that the stock type has; administrators may have added others. */
const looks = {
  Warning: {Icon: TriangleAlert, color: 'yellow'},
  Issue: {Icon: TriangleAlert, color: 'red'},
  Information: {Icon: Info, color: 'blue'},
} as const;

/** What its users have to know now. */
export function AnnouncementNotice({entity}: {entity: Entity}) {
  const {announcement, announcementType = '', announcedBy, announcedTime} = trustOf(entity);
  if (announcement === undefined) return null;
  const {Icon, color} = looks[announcementType as keyof typeof looks] ?? {
    Icon: Megaphone,
    color: 'gray',
  };
  return (
    <Alert
      variant="default"
      icon={<Icon size={18} color={`var(--mantine-color-${color}-8)`} />}
      title={announcementType === '' ? 'Announcement' : announcementType}
      mb="sm"
      style={{borderInlineStart: `4px solid var(--mantine-color-${color}-6)`}}
    >
      <Text size="sm" dir="auto" style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere'}}>
        {announcement}
      </Text>
      <Text size="xs" c="dimmed">
        Announced {announcedTime !== undefined && <When ms={announcedTime} isRelative />} by{' '}
        <bdi>{announcedBy}</bdi>
      </Text>
    </Alert>
  );
}

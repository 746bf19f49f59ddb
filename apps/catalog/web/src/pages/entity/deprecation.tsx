import {Alert, Text} from '@mantine/core';
import {deprecationOf} from '@gazetteer/model/asset';
import {Link} from '@tanstack/react-router';
import {TriangleAlert} from 'lucide-react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {searchLink} from '../search/search-link.ts';

const guidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** That the asset should not be used any more, why, and what to use. */
export function DeprecationNotice({entity}: {entity: Entity}) {
  const found = deprecationOf(useTypes(), entity.guid, entity.classifications ?? []);
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
            <AssetLink guid={successor}>its successor</AssetLink>
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

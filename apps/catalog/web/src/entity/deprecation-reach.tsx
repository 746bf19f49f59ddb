import {ApiError} from '@gazetteer/client';
import {Problem} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {client} from '../api/client.ts';
import {Reach} from './reach.tsx';

/** Names are for a look at what it concerns; the count is of all of them. */
const maxNamed = 20;

/** What depends on an asset that is about to be deprecated. */
export function DeprecationReach({guid}: {guid: string}) {
  const reach = useQuery({
    queryKey: ['impact', guid, 'deprecation'],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/lineage/{guid}/impact',
        {path: {guid}, query: {direction: 'OUTPUT', limit: maxNamed}},
        {signal},
      ),
  });
  // Of a type that has no lineage, such as a database.
  if (reach.error instanceof ApiError && reach.error.status === 400) return null;
  if (reach.isError)
    return <Problem error={reach.error} title="Couldn’t check what is downstream" />;
  const {count = 0, assets = [], isPartial = false} = reach.data ?? {};
  return (
    <Reach
      text={reach.data && reachText(count, isPartial)}
      waiting="Checking what is downstream…"
      entities={assets.map(one => one.entity)}
      count={count}
    />
  );
}

function reachText(count: number, isPartial: boolean): string {
  if (count === 0) return 'No assets are downstream';
  if (count === 1) return '1 asset is downstream and depends on it';
  const least = isPartial ? 'At least ' : '';
  return `${least}${count.toLocaleString()} assets are downstream and depend on it`;
}

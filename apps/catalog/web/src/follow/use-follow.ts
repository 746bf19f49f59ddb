import {toast} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {client} from '../api/client.ts';
import {queries} from '../api/queries.ts';
import {followedChangesQuery, followsQuery, type Target} from './queries.ts';

type Asked = {readonly target: Target; readonly name: string; readonly isFollowed: boolean};

/** Follows something, or stops; tells which. */
export function useFollow() {
  return useMutation({
    mutationFn: async ({target, isFollowed}: Asked) => {
      if ('guid' in target) {
        const path = {guid: target.guid};
        await (isFollowed
          ? client.call('DELETE /v2/follows/entities/{guid}', {path})
          : client.call('PUT /v2/follows/entities/{guid}', {path}));
      } else {
        const path = {name: target.classification};
        await (isFollowed
          ? client.call('DELETE /v2/follows/classifications/{name}', {path})
          : client.call('PUT /v2/follows/classifications/{name}', {path}));
      }
      await Promise.all(
        [followsQuery, followedChangesQuery].map(({queryKey}) =>
          queries.invalidateQueries({queryKey}),
        ),
      );
    },
    onSuccess: (_none, {name, isFollowed}) =>
      toast({kind: 'done', title: isFollowed ? `${name} unfollowed` : `${name} followed`}),
    onError: (error, {name, isFollowed}) =>
      toast({
        kind: 'problem',
        title: `Couldn’t ${isFollowed ? 'unfollow' : 'follow'} ${name}`,
        error,
      }),
  });
}

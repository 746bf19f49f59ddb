import {Button, type ButtonProps} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {Bell, BellRing} from 'lucide-react';
import {followsQuery, type Target} from './queries.ts';
import {useFollow} from './use-follow.ts';

type FollowButtonProps = {
  readonly target: Target;
  readonly name: string;
  readonly size?: ButtonProps['size'];
};

/** Follows what the page is about, or stops. */
export function FollowButton({target, name, size = 'xs'}: FollowButtonProps) {
  const {data} = useQuery(followsQuery);
  const follow = useFollow();
  const isFollowed =
    'guid' in target
      ? data?.entities.some(one => one.guid === target.guid)
      : data?.classifications.some(one => one.name === target.classification);
  return (
    <Button
      size={size}
      variant="default"
      leftSection={isFollowed === true ? <BellRing size={14} /> : <Bell size={14} />}
      aria-pressed={isFollowed === true}
      disabled={isFollowed === undefined}
      loading={follow.isPending}
      onClick={() => follow.mutate({target, name, isFollowed: isFollowed === true})}
    >
      {isFollowed === true ? 'Following' : 'Follow'}
    </Button>
  );
}

import {Button} from '@mantine/core';

type LoadOlderProps = {
  /** As far as it is needed of an endless query, whatever its rows are. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
};

/** Below a list that has the newest first, as long as there is more of it. */
export function LoadOlder({list}: LoadOlderProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      style={{alignSelf: 'center'}}
    >
      Load older
    </Button>
  );
}

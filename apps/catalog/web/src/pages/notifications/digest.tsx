import {Alert, Button, NativeSelect, Stack, Text, TextInput} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Problem, toast, When} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {digestQuery} from '../../follow/queries.ts';

type Every = Schemas['FollowDigest']['every'];

const choices: readonly {value: Every; label: string}[] = [
  {value: 'NEVER', label: 'Never'},
  {value: 'DAILY', label: 'Every day'},
  {value: 'WEEKLY', label: 'Every week'},
];

/** Whether the changes come by mail, and where to. */
export function Digest() {
  // The changes are shown whatever becomes of this.
  const {data: digest, error} = useQuery(digestQuery);
  if (error !== null)
    return (
      <TitledCard title="Email digest">
        <Problem error={error} />
      </TitledCard>
    );
  if (digest === undefined) return null;
  return (
    <TitledCard title="Email digest">
      {digest.isPossible || digest.every !== 'NEVER' ? (
        // What another window has saved is shown as soon as it is known.
        <DigestForm key={JSON.stringify([digest.every, digest.address])} digest={digest} />
      ) : (
        <Text size="sm" c="dimmed">
          The catalog can’t send email. An administrator can set up a mail server.
        </Text>
      )}
    </TitledCard>
  );
}

function DigestForm({digest}: {digest: Schemas['FollowDigest']}) {
  const [every, setEvery] = useState(digest.every);
  const [address, setAddress] = useState(digest.address);
  const save = useMutation({
    mutationFn: () => client.call('PUT /v2/follows/digest', {body: {every, address}}),
    onSuccess: saved => {
      queries.setQueryData(digestQuery.queryKey, saved);
      toast({kind: 'done', title: 'Email digest saved'});
    },
    onError: error => toast({kind: 'problem', title: 'Couldn’t save the email digest', error}),
  });
  const isSame = every === digest.every && (every === 'NEVER' || address === digest.address);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="xs">
        <NativeSelect
          label="Send changes"
          data={choices}
          value={every}
          onChange={({currentTarget}) => setEvery(currentTarget.value as Every)}
        />
        {every !== 'NEVER' && (
          <TextInput
            label="Email address"
            type="email"
            autoComplete="email"
            required
            value={address}
            onChange={({currentTarget}) => setAddress(currentTarget.value)}
          />
        )}
        {digest.error !== undefined && (
          <Alert color="red" title="The last digest wasn’t sent">
            {digest.error}
          </Alert>
        )}
        {isSame && digest.dueTime !== undefined && (
          <Text size="xs" c="dimmed">
            Next: <When ms={digest.dueTime} />. Nothing is sent if nothing has changed.
          </Text>
        )}
        {!isSame && (
          <div>
            <Button type="submit" size="xs" loading={save.isPending}>
              Save
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}

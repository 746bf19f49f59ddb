import {Alert, Button, Stack} from '@mantine/core';
import {type Column, DataTable, Page, toast, useConfirm, When} from '@gazetteer/ui';
import {useMutation, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Link, useNavigate, useParams} from '@tanstack/react-router';
import {Pause, Pencil, Play, Send, Trash2} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {domainPath} from '../../domain/domain-tree.ts';
import {domainsQuery} from '../../domain/queries.ts';
import {Fact, Facts} from '../../entity/facts.tsx';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {type Delivery, type Subscription, subscriptionQuery} from './queries.ts';
import {SubscriptionDialog} from './subscription-dialog.tsx';
import {SubscriptionBadge} from './subscriptions-page.tsx';
import {filterText, kindNames, targetText} from './subscription-texts.ts';

/** One subscription: what it sends where, and what came of it. */
export function SubscriptionPage() {
  const {uuid = ''} = useParams({strict: false});
  const subscription = useSuspenseQuery(subscriptionQuery(uuid)).data;
  const {name, target, isPaused, pauseReason, deliveries} = subscription;
  return (
    <Page
      key={uuid}
      title={name}
      above={<Link to="/subscriptions">Subscriptions</Link>}
      note={kindNames[target.kind]}
      actions={<Actions subscription={subscription} />}
    >
      <Stack gap="md">
        {isPaused && pauseReason !== undefined && (
          <Alert color="red" title="Paused after failures">
            <span dir="auto">{pauseReason}</span>
            <br />
            Fix the target and resume the subscription. Changes since then are delivered as far as
            they are kept.
          </Alert>
        )}
        <TitledCard title="Settings">
          <Settings subscription={subscription} />
        </TitledCard>
        <TitledCard title="Deliveries">
          {deliveries.length === 0 ? 'No deliveries yet.' : <Deliveries deliveries={deliveries} />}
        </TitledCard>
      </Stack>
    </Page>
  );
}

/** What is done by a button has no other place where its failure could be told. */
const failed = (title: string) => (error: unknown) => toast({kind: 'problem', title, error});

/** A test message says at once whether the target takes anything, without waiting for a change. */
function Actions({subscription}: {subscription: Subscription}) {
  const {uuid, isPaused} = subscription;
  const [isEditing, setEditing] = useState(false);
  const test = useMutation({
    mutationFn: () => client.call('POST /v2/subscriptions/{uuid}/test', {path: {uuid}}),
    onSuccess: ({message}) => toast({kind: 'done', title: 'Test finished', text: message}),
    onError: failed('Couldn’t send a test message'),
  });
  const pause = useMutation({
    mutationFn: () =>
      client.call('PUT /v2/subscriptions/{uuid}', {path: {uuid}, body: {isPaused: !isPaused}}),
    onSuccess: refresh,
    onError: failed(isPaused ? 'Couldn’t resume' : 'Couldn’t pause'),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Send size={14} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send test message
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={isPaused ? <Play size={14} /> : <Pause size={14} />}
        loading={pause.isPending}
        onClick={() => pause.mutate()}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Pencil size={14} />}
        onClick={() => setEditing(true)}
      >
        Edit
      </Button>
      <Remove subscription={subscription} />
      <SubscriptionDialog
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        subscription={subscription}
      />
    </>
  );
}

/** The page is left before anything is read again: it is about something that is gone. */
function Remove({subscription: {uuid, name}}: {subscription: Subscription}) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.call('DELETE /v2/subscriptions/{uuid}', {path: {uuid}}),
    onSuccess: async () => {
      await navigate({to: '/subscriptions'});
      // Not the query of this one, which is gone.
      await queries.invalidateQueries({queryKey: ['subscriptions'], exact: true});
      toast({kind: 'done', title: `${name} deleted`});
    },
    onError: failed(`Couldn’t delete ${name}`),
  });
  const asked = async () => {
    const yes = await confirm({
      title: `Delete ${name}?`,
      text: 'Changes that were not delivered yet are not delivered any more. This can’t be undone.',
      action: 'Delete',
      isDangerous: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Trash2 size={14} />}
      loading={remove.isPending}
      onClick={() => void asked()}
    >
      Delete
    </Button>
  );
}

/** As it is stored: a secret is only said to be there. */
function Settings({subscription}: {subscription: Subscription}) {
  const {target, filter, every, updatedBy, updatedTime} = subscription;
  const domains = useQuery(domainsQuery).data ?? [];
  return (
    <Facts>
      <Fact name="Status">
        <SubscriptionBadge subscription={subscription} />
      </Fact>
      <Fact name="Target">
        <bdi>{targetText(target)}</bdi>
      </Fact>
      {target.hasSecret === true && <Fact name="Secret">Saved</Fact>}
      <Fact name="Changes">{filterText(filter, guid => domainPath(domains, guid) || guid)}</Fact>
      <Fact name="Deliver at most every">{every} s</Fact>
      <Fact name="Saved">
        <When ms={updatedTime} /> by <bdi>{updatedBy}</bdi>
      </Fact>
    </Facts>
  );
}

/** How many changes, after how many attempts, and what came of it. */
const columns: Column<Delivery>[] = [
  {id: 'when', header: 'When', width: 190, cell: ({time}) => <When ms={time} />},
  {
    id: 'changes',
    header: 'Changes',
    width: 110,
    align: 'end',
    cell: ({changes}) => changes.toLocaleString(),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: 110,
    align: 'end',
    cell: ({attempts}) => attempts.toLocaleString(),
  },
  {
    id: 'result',
    header: 'Result',
    width: 320,
    isWide: true,
    cell: ({error}) => (error === '' ? 'Delivered' : <span dir="auto">{error}</span>),
  },
];

/** What was sent, or could not be sent and why. */
function Deliveries({deliveries}: {deliveries: readonly Delivery[]}) {
  return (
    <DataTable
      label="Deliveries"
      name="subscription.deliveries"
      columns={columns}
      rows={deliveries}
      // Of one time there is one: each takes a moment.
      rowKey={one => String(one.time)}
      maxHeight="50vh"
    />
  );
}

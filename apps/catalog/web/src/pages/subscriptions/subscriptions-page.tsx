import {Badge, Button} from '@mantine/core';
import {type Column, DataTable, DocsLink, EmptyState, Page, When} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {Plus, Send} from 'lucide-react';
import {useState} from 'react';
import {domainPath} from '../../domain/domain-tree.ts';
import {type Domain, domainsQuery} from '../../domain/queries.ts';
import {type Subscription, subscriptionsQuery} from './queries.ts';
import {SubscriptionDialog} from './subscription-dialog.tsx';
import {filterText, kindNames, statusOf, targetText} from './subscription-texts.ts';

/** Where changes of the catalog are sent to. */
export function SubscriptionsPage() {
  const subscriptions = useSuspenseQuery(subscriptionsQuery).data;
  const domains = useQuery(domainsQuery).data ?? [];
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  // A new one is opened as well: sending a test message is the next step.
  const open = (uuid: string) => void navigate({to: '/subscriptions/$uuid', params: {uuid}});
  const add = (
    <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setAdding(true)}>
      Create subscription
    </Button>
  );
  return (
    <Page
      title="Subscriptions"
      note={
        <span>
          Where changes of the catalog are sent to.{' '}
          <DocsLink to="notifications">Learn more</DocsLink>
        </span>
      }
      actions={subscriptions.length > 0 && add}
    >
      {subscriptions.length === 0 ? (
        <EmptyState title="No subscriptions yet" icon={<Send size={40} strokeWidth={1.5} />}>
          <span>
            Send changes to a webhook, a chat, a mail address or a Kafka topic: all of them, or
            those of some types, classifications or domains.
          </span>
          {add}
        </EmptyState>
      ) : (
        <DataTable
          label="Subscriptions"
          name="subscriptions"
          columns={columnsOf(domains)}
          rows={subscriptions}
          rowKey={one => one.uuid}
          onOpen={({uuid}) => open(uuid)}
        />
      )}
      <SubscriptionDialog isOpen={isAdding} onClose={() => setAdding(false)} onDone={open} />
    </Page>
  );
}

/** Domains are named by their path, which only the list of all domains knows. */
function columnsOf(domains: readonly Domain[]): Column<Subscription>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 200,
      cell: ({uuid, name}) => (
        <Link to="/subscriptions/$uuid" params={{uuid}}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {id: 'kind', header: 'Type', width: 140, cell: ({target}) => kindNames[target.kind]},
    {
      id: 'target',
      header: 'Target',
      width: 220,
      cell: ({target}) => <bdi>{targetText(target)}</bdi>,
    },
    {
      id: 'filter',
      header: 'Changes',
      width: 260,
      isWide: true,
      cell: ({filter}) => filterText(filter, guid => domainPath(domains, guid) || guid),
    },
    {
      id: 'status',
      header: 'Status',
      width: 190,
      cell: one => <SubscriptionBadge subscription={one} />,
    },
    {
      id: 'when',
      header: 'Last delivery',
      width: 170,
      cell: ({deliveredTime}) =>
        deliveredTime === undefined ? 'never' : <When ms={deliveredTime} />,
    },
  ];
}

/** The same on the page of a subscription. */
export function SubscriptionBadge({subscription}: {subscription: Subscription}) {
  const {text, color} = statusOf(subscription);
  return (
    <Badge variant="dot" tt="none" color={color}>
      {text}
    </Badge>
  );
}

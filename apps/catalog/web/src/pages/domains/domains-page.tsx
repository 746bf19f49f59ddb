// The domains of the catalog as a tree, with how many assets and products each has.
import {Button, Group, Text} from '@mantine/core';
import type {GroupKind} from '@gazetteer/model/asset';
import {DataTable, EmptyState, Page, SearchInput} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {Component, Package, Plus} from 'lucide-react';
import {useState} from 'react';
import {May} from '../../api/may.tsx';
import {domainLines, domainPath} from '../../domain/domain-tree.ts';
import {GroupDialog} from '../../domain/group-dialog.tsx';
import {
  domainsQuery,
  memberCounts,
  memberCountsQuery,
  productsQuery,
} from '../../domain/queries.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {domainColumns, productColumns} from './group-columns.tsx';
import classes from './domains.module.css';

/** All domains as a tree, and all data products. */
export function DomainsPage() {
  const [create, setCreate] = useState<GroupKind>();
  const navigate = useNavigate();
  const open = (guid: string) => void navigate({to: '/detailPage/$guid', params: {guid}});
  // All of them at once: an organization has some hundred, and a tree needs every one above it.
  const domains = useSuspenseQuery(domainsQuery).data;
  const products = useSuspenseQuery(productsQuery).data;
  return (
    <Page
      title="Domains"
      note="Who answers for which assets, and what is offered together as a data product."
      actions={
        <May to="entity-create">
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} />}
            onClick={() => setCreate('product')}
          >
            Create data product
          </Button>
          <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setCreate('domain')}>
            Create domain
          </Button>
        </May>
      }
    >
      {/* Products may be there without a domain. */}
      {domains.length + products.length === 0 ? (
        <EmptyState title="No domains yet" icon={<Component size={40} strokeWidth={1.5} />}>
          A domain is a part of your organization with its data, such as Sales. Create one, then
          select assets in the search results and set their domain.
        </EmptyState>
      ) : (
        <div className={classes['stack']}>
          <Domains onOpen={open} />
          <Products onOpen={open} />
        </div>
      )}
      <GroupDialog
        isOpen={create !== undefined}
        onClose={() => setCreate(undefined)}
        kind={create ?? 'domain'}
        onDone={open}
      />
    </Page>
  );
}

type ListProps = {readonly onOpen: (guid: string) => void};

/** Fewer are seen at one glance. */
const findFrom = 10;

/** As a tree of lines; while somebody looks for one, those that fit with their levels. */
function Domains({onOpen}: ListProps) {
  const domains = useSuspenseQuery(domainsQuery).data;
  const products = useSuspenseQuery(productsQuery).data;
  const counts = memberCounts(useQuery(memberCountsQuery('domain', domains)).data, 'domain');
  const [text, setText] = useState('');
  const lines = domainLines(domains);
  // By the whole path: who looks for Sales wants what is in it, too.
  const fits = (guid: string) =>
    domainPath(domains, guid).toLowerCase().includes(text.toLowerCase());
  const shown = text === '' ? lines : lines.filter(({domain}) => fits(domain.guid));
  return (
    <TitledCard
      title="Domains"
      count={domains.length}
      actions={domains.length >= findFrom && <Find label="Find domains" onChange={setText} />}
    >
      {shown.length === 0 ? (
        <Nothing text={text} what="domains" />
      ) : (
        <DataTable
          label="Domains"
          name="domains"
          columns={domainColumns(counts, products)}
          rows={shown}
          rowKey={({domain}) => domain.guid}
          onOpen={({domain}) => onOpen(domain.guid)}
          maxHeight="60vh"
        />
      )}
    </TitledCard>
  );
}

/** A flat list: products are in domains, but not in each other. */
function Products({onOpen}: ListProps) {
  const domains = useSuspenseQuery(domainsQuery).data;
  const products = useSuspenseQuery(productsQuery).data;
  const counts = memberCounts(useQuery(memberCountsQuery('product', products)).data, 'product');
  const [text, setText] = useState('');
  const shown = products.filter(one => one.name.toLowerCase().includes(text.toLowerCase()));
  return (
    <TitledCard
      title="Data products"
      count={products.length}
      actions={
        products.length >= findFrom && <Find label="Find data products" onChange={setText} />
      }
    >
      {shown.length === 0 ? (
        <Nothing text={text} what="data products" />
      ) : (
        <DataTable
          label="Data products"
          name="products"
          columns={productColumns(counts, domains)}
          rows={shown}
          rowKey={one => one.guid}
          onOpen={one => onOpen(one.guid)}
          maxHeight="60vh"
        />
      )}
    </TitledCard>
  );
}

/** A field that tells what is searched for, without blanks around it. */
function Find({label, onChange}: {label: string; onChange: (text: string) => void}) {
  return <SearchInput label={label} w={220} onChange={text => onChange(text.trim())} />;
}

/** Nothing there, or nothing that fits. */
function Nothing({text, what}: {text: string; what: string}) {
  return (
    <Group gap="xs" c="dimmed">
      <Package size={16} aria-hidden />
      <Text size="sm">
        {text === '' ? `No ${what} yet.` : `No ${what} contain “${text}” in their name.`}
      </Text>
    </Group>
  );
}

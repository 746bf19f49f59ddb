import {Badge, Group, Text} from '@mantine/core';
import {type Column, csv, DataTable} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {useMemo} from 'react';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import classes from './lineage.module.css';
import {neighboursOf} from '../../graph/flow.ts';
import type {Card, Scene} from './scene.ts';

export type LineageRow = {
  readonly card: Card;
  /** Columns of the picture from the start; negative on the side that data comes from. */
  readonly step: number;
  readonly from: readonly Card[];
  readonly to: readonly Card[];
};

/** The picture as a list, from where data comes from to where it goes. */
export function lineageRows({base, cards, places, flows}: Scene): readonly LineageRow[] {
  const neighbours = neighboursOf(cards.keys(), flows);
  const start = places.get(base)?.rank ?? 0;
  const cardsOf = (guids: readonly string[] = []) => guids.flatMap(guid => cards.get(guid) ?? []);
  return [...cards.values()]
    .map(card => ({
      card,
      step: (places.get(card.guid)?.rank ?? 0) - start,
      from: cardsOf(neighbours.get(card.guid)?.in),
      to: cardsOf(neighbours.get(card.guid)?.out),
    }))
    .sort((a, b) => a.step - b.step || a.card.name.localeCompare(b.card.name));
}

/** The table as a file for spreadsheets, in the order of its rows. */
export function csvOf(rows: readonly LineageRow[]): string {
  const names = (cards: readonly Card[]) => cards.map(card => card.name).join(', ');
  return csv([
    [
      'Step',
      'Name',
      'Type',
      'Status',
      'Classifications',
      'Columns',
      'Upstream',
      'Downstream',
      'GUID',
    ],
    ...rows.map(({card, step, from, to}) => [
      step,
      card.name,
      card.typeName,
      card.isDeleted ? 'deleted' : 'active',
      card.classifications.join(', '),
      card.rows.map(row => row.name).join(', '),
      names(from),
      names(to),
      card.guid,
    ]),
  ]);
}

/** The same lineage for everybody whom a list serves better than a picture. */
export function LineageTable({
  scene,
  hits,
  search,
  onOpen,
}: {
  scene: Scene;
  hits: ReadonlySet<string>;
  search: string;
  onOpen: (guid: string) => void;
}) {
  const all = useMemo(() => lineageRows(scene), [scene]);
  const rows = search === '' ? all : all.filter(row => hits.has(row.card.guid));
  return (
    <div className={classes['table']}>
      <DataTable
        label="Lineage"
        name="lineage"
        columns={columns}
        rows={rows}
        rowKey={row => row.card.guid}
        onOpen={row => onOpen(row.card.guid)}
        maxHeight="100%"
      />
    </div>
  );
}

const columns: readonly Column<LineageRow>[] = [
  {id: 'step', header: 'Step', width: 110, cell: ({step}) => stepText(step)},
  {
    id: 'name',
    header: 'Name',
    width: 260,
    cell: ({card}) => (
      <Group gap={6} wrap="nowrap">
        <TypeIcon typeName={card.typeName} />
        <CardLink card={card} />
        {card.isDeleted && (
          <Badge size="xs" color="red.8">
            deleted
          </Badge>
        )}
      </Group>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: 150,
    cell: ({card}) => <bdi title={card.typeName}>{card.caption}</bdi>,
  },
  {id: 'from', header: 'Upstream', width: 240, cell: ({from}) => <Cards cards={from} />},
  {id: 'to', header: 'Downstream', width: 240, cell: ({to}) => <Cards cards={to} />},
  {
    id: 'classifications',
    header: 'Classifications',
    width: 200,
    cell: ({card}) => (
      <Group gap={4}>
        {card.classifications.map(name => (
          <ClassificationBadge key={name} name={name} />
        ))}
      </Group>
    ),
  },
];

function stepText(step: number): string {
  if (step === 0) return 'Root';
  return step < 0 ? `${-step} before` : `${step} after`;
}

function CardLink({card}: {card: Card}) {
  return (
    <Link
      to="/detailPage/$guid"
      params={{guid: card.guid}}
      search={{tabActive: 'lineage'}}
      style={card.isDeleted ? {textDecoration: 'line-through'} : undefined}
    >
      <bdi>{card.name}</bdi>
    </Link>
  );
}

const maxCards = 3;

function Cards({cards}: {cards: readonly Card[]}) {
  if (cards.length === 0) return <Text span>—</Text>;
  return (
    <>
      {cards.slice(0, maxCards).map((card, n) => (
        <span key={card.guid}>
          {n > 0 && ', '}
          <CardLink card={card} />
        </span>
      ))}
      {cards.length > maxCards && ` and ${cards.length - maxCards} more`}
    </>
  );
}

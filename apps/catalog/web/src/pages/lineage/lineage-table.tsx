import {Badge, Button, Group, Text} from '@mantine/core';
import {type Column, csv, DataTable, EmptyState} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {SearchX} from 'lucide-react';
import {useMemo} from 'react';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {useLineageActions} from './lineage-actions.ts';
import classes from './lineage.module.css';
import {type Neighbours, neighboursOf, type Side} from '../../graph/flow.ts';
import type {Card, Scene} from './scene.ts';

export type LineageRow = {
  readonly card: Card;
  /** Hops from data set to data set; negative upstream, undefined off the paths of the root. */
  readonly hops: number | undefined;
  readonly from: readonly Card[];
  readonly to: readonly Card[];
};

/** The picture as a list, from where data comes from to where it goes. */
export function lineageRows({base, cards, flows}: Scene): readonly LineageRow[] {
  const neighbours = neighboursOf(cards.keys(), flows);
  const upstream = hopsFrom(base, 'in', cards, neighbours);
  const downstream = hopsFrom(base, 'out', cards, neighbours);
  const cardsOf = (guids: readonly string[] = []) => guids.flatMap(guid => cards.get(guid) ?? []);
  // In a circle both ways lead to it; the shorter one counts.
  const hopsOf = (guid: string) => {
    const [up, down] = [upstream.get(guid), downstream.get(guid)];
    return down !== undefined && (up === undefined || down <= up) ? down : up && -up;
  };
  return [...cards.values()]
    .map(card => ({
      card,
      hops: hopsOf(card.guid),
      from: cardsOf(neighbours.get(card.guid)?.in),
      to: cardsOf(neighbours.get(card.guid)?.out),
    }))
    .sort(
      (a, b) =>
        (a.hops ?? Infinity) - (b.hops ?? Infinity) || a.card.name.localeCompare(b.card.name),
    );
}

/** As the server counts: from data set to data set; a process belongs to the hop that it makes. */
function hopsFrom(
  base: string,
  side: Side,
  cards: Scene['cards'],
  neighbours: Neighbours,
): ReadonlyMap<string, number> {
  const isBetween = (guid: string) => {
    const kind = cards.get(guid)?.kind;
    return guid !== base && (kind === 'process' || kind === 'junction');
  };
  // Ring by ring, so that the first time is the shortest way.
  const found = new Map([[base, 0]]);
  for (let ring = [base], hops = 1; ring.length > 0; hops++) {
    const next: string[] = [];
    const walk = [...ring];
    for (let guid = walk.shift(); guid !== undefined; guid = walk.shift()) {
      for (const other of neighbours.get(guid)?.[side] ?? []) {
        if (found.has(other)) continue;
        found.set(other, hops);
        // A process is passed within the hop, whatever it is that it leads to.
        (isBetween(other) ? walk : next).push(other);
      }
    }
    ring = next;
  }
  return found;
}

/**
 * The table as a file for spreadsheets, in the order of its rows. One row for each entity;
 * neighbours are names in a cell, as a spreadsheet can be filtered by them.
 */
export function csvOf(rows: readonly LineageRow[]): string {
  const names = (cards: readonly Card[]) => cards.map(card => card.name).join(', ');
  return csv([
    [
      'Direction',
      'Hops',
      'Name',
      'Type',
      'Status',
      'Classifications',
      'Columns',
      'Upstream',
      'Downstream',
      'GUID',
    ],
    ...rows.map(({card, hops, from, to}) => [
      directionOf(hops),
      hops === undefined ? '' : Math.abs(hops),
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
  onClear,
  onOpen,
}: {
  scene: Scene;
  hits: ReadonlySet<string>;
  search: string;
  onClear: () => void;
  onOpen: (guid: string) => void;
}) {
  const all = useMemo(() => lineageRows(scene), [scene]);
  // The same search field as the picture's, where it marks; a list leaves out.
  const rows = search === '' ? all : all.filter(row => hits.has(row.card.guid));
  if (rows.length === 0)
    return (
      <div className={classes['table']}>
        <EmptyState title="No matching entities" icon={<SearchX size={40} strokeWidth={1.5} />}>
          <Text>
            Nothing that is loaded of this lineage has <bdi>{search}</bdi> in its name, type,
            classifications or columns. Impact searches all of it.
          </Text>
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        </EmptyState>
      </div>
    );
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

/** The same in words that the picture says by places and lines. */
const columns: readonly Column<LineageRow>[] = [
  {id: 'hops', header: 'Hops', width: 140, cell: ({hops}) => hopsText(hops)},
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

function directionOf(hops: number | undefined): string {
  if (hops === undefined) return 'related';
  return hops === 0 ? 'root' : hops < 0 ? 'upstream' : 'downstream';
}

function hopsText(hops: number | undefined): string {
  if (hops === 0) return 'Root';
  // Loaded from beside a path, such as another output of an input.
  if (hops === undefined) return 'Related';
  const count = Math.abs(hops);
  return `${count} ${count === 1 ? 'hop' : 'hops'} ${directionOf(hops)}`;
}

function CardLink({card}: {card: Card}) {
  const {select} = useLineageActions();
  if (card.stack !== undefined)
    return (
      <Button size="compact-xs" variant="light" onClick={() => select(card.guid)}>
        {card.name}
      </Button>
    );
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

/** A table with a thousand readers would be a row of its own page. */
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

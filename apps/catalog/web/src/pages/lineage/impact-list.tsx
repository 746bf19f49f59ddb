import {Button, Group, SegmentedControl, Text} from '@mantine/core';
import {
  type Column,
  csv,
  csvBlob,
  DataTable,
  EmptyState,
  ErrorState,
  LoadingState,
  saveFile,
  toast,
} from '@gazetteer/ui';
import {Copy, Download, SearchX} from 'lucide-react';
import {type ReactNode, useMemo, useState} from 'react';
import {AssetLink} from '../../entity/asset-link.tsx';
import type {Entity, EntityHeader} from '../../api/wire.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {type ImpactAsset, impactRows, ownerMessage} from './impact-text.ts';
import type {LineageView} from './lineage-link.ts';
import classes from './lineage.module.css';
import {FacetGroups, type Narrowing, NarrowingField, useNarrowing} from './narrowing.tsx';
import {impactQuery, useWholeImpact} from './use-impact.ts';
import type {SetView} from './use-view.ts';

/** Few requests for large impacts; the list is drawn in parts anyway. */
const pageRows = 1000;

type ImpactListProps = {
  readonly entity: Entity;
  readonly view: LineageView;
  readonly setView: SetView;
  /** Leads to the picture and the table. */
  readonly showAs: ReactNode;
};

/**
 * All assets downstream or upstream, however far: with hops, owner and path, to be narrowed,
 * downloaded and told to their owners.
 */
export function ImpactList({entity, view, setView, showAs}: ImpactListProps) {
  // A list has one direction; of both, what depends on the asset is of more interest.
  const direction = view.direction === 'INPUT' ? 'INPUT' : 'OUTPUT';
  // The same facets as beside a stack in the picture.
  const narrowing = useNarrowing(view, setView);
  const impact = useImpact(entity.guid, direction, narrowing);
  const {found, first} = impact;
  const name = nameOf(entity);
  return (
    <section
      className={classes['lineage']}
      aria-label={`Impact of ${name}`}
      aria-busy={found.isFetching}
    >
      <div className={classes['toolbar']} role="group" aria-label="Impact">
        {showAs}
        <SegmentedControl
          size="xs"
          aria-label="Direction"
          value={direction}
          onChange={next =>
            // Facets of one side may not exist on the other.
            setView({...view, direction: next as 'INPUT' | 'OUTPUT', facets: undefined})
          }
          data={[
            {value: 'OUTPUT', label: 'Downstream'},
            {value: 'INPUT', label: 'Upstream'},
          ]}
        />
        <NarrowingField narrowing={narrowing} label="Find assets" />
        <Text size="sm" role="status">
          {first === undefined ? 'Counting…' : countText(first)}
        </Text>
        <TakeAway entity={entity} direction={direction} impact={impact} />
      </div>
      <div className={classes['body']}>
        {found.isError ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : first === undefined ? (
          <LoadingState what="Following the lineage" />
        ) : (
          <>
            {first.total > 0 && (
              <section className={classes['facets']} aria-label="Refine assets" tabIndex={0}>
                <FacetGroups facets={first.facets} narrowing={narrowing} />
              </section>
            )}
            <div className={classes['table']}>
              {impact.assets.length === 0 ? (
                <NoAssets isNarrowed={first.total > 0} direction={direction} name={name} />
              ) : (
                <AssetTable {...impact} />
              )}
            </div>
          </>
        )}
      </div>
    </section>
  );
}

type Direction = 'INPUT' | 'OUTPUT';

/** What is there of the answer, page after page, as one list. */
function useImpact(guid: string, direction: Direction, narrowing: Narrowing) {
  const found = useWholeImpact(impactQuery(guid, {direction, ...narrowing.asked}, pageRows));
  const pages = found.data?.pages;
  const first = pages?.[0];
  const assets = useMemo(() => (pages ?? []).flatMap(page => page.assets), [pages]);
  // Each page has the headers for its own paths.
  const guidEntityMap = useMemo(
    () =>
      Object.assign({}, ...(pages ?? []).map(page => page.guidEntityMap)) as Record<
        string,
        EntityHeader
      >,
    [pages],
  );
  // Pages come one after the other until then.
  const isWhole = first !== undefined && assets.length >= first.count;
  return {found, first, assets, guidEntityMap, isWhole};
}

type Impact = ReturnType<typeof useImpact>;

type TakeAwayProps = {
  readonly entity: Entity;
  readonly direction: Direction;
  readonly impact: Impact;
};

/** Nothing is taken away before all of it is there: half an impact would read like a whole one. */
function TakeAway({entity, direction, impact}: TakeAwayProps) {
  const {assets, guidEntityMap, isWhole} = impact;
  const start = guidEntityMap[entity.guid];
  // File systems take some 255 bytes for a name.
  const file = `impact of ${nameOf(entity).slice(0, 80)}.csv`;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Download size={14} />}
        disabled={!isWhole || assets.length === 0}
        onClick={() => saveFile(file, csvBlob(csv(impactRows({assets, guidEntityMap}))))}
      >
        Download CSV
      </Button>
      {/* Who is upstream is not affected by a change. */}
      {direction === 'OUTPUT' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Copy size={14} />}
          disabled={!isWhole || start === undefined}
          onClick={() =>
            start !== undefined && void copyMessage(ownerMessage(start, assets, location.href))
          }
        >
          Copy a message to the owners
        </Button>
      )}
    </>
  );
}

function AssetTable({assets, guidEntityMap}: Impact) {
  // New columns would draw the whole table again.
  const columns = useMemo(() => columnsWith(guidEntityMap), [guidEntityMap]);
  return (
    <DataTable
      label="Impact"
      name="impact"
      columns={columns}
      rows={assets}
      rowKey={one => one.entity.guid}
      maxHeight="100%"
    />
  );
}

function NoAssets({
  isNarrowed,
  direction,
  name,
}: {
  isNarrowed: boolean;
  direction: string;
  name: string;
}) {
  const side = direction === 'INPUT' ? 'upstream' : 'downstream';
  return (
    <EmptyState
      title={isNarrowed ? 'No matching assets' : `Nothing ${side}`}
      icon={<SearchX size={40} strokeWidth={1.5} />}
    >
      {!isNarrowed && (
        <Text>
          No process leads to an asset {side} of <bdi>{name}</bdi>.
        </Text>
      )}
    </EmptyState>
  );
}

function columnsWith(
  headers: Readonly<Record<string, EntityHeader>>,
): readonly Column<ImpactAsset>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 190,
      cell: ({entity}) => (
        <Group gap={6} wrap="nowrap">
          <TypeIcon typeName={entity.typeName} />
          <AssetLink guid={entity.guid} name={nameOf(entity)} />
        </Group>
      ),
    },
    {
      id: 'hops',
      header: 'Hops',
      width: 60,
      align: 'end',
      cell: ({degree}) => degree.toLocaleString(),
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 80,
      cell: ({entity}) => <bdi>{String(entity.attributes['owner'] ?? '')}</bdi>,
    },
    {
      id: 'type',
      header: 'Type',
      width: 105,
      cell: ({entity}) => <TypeLabel name={entity.typeName} />,
    },
    {
      id: 'classifications',
      header: 'Classifications',
      width: 128,
      cell: ({entity}) => (
        <Group gap={4}>
          {(entity.classificationNames ?? []).map(name => (
            <ClassificationBadge key={name} name={name} />
          ))}
        </Group>
      ),
    },
    {
      id: 'path',
      header: 'Path',
      width: 142,
      // It opens to a list.
      isWide: true,
      cell: one => <Path guids={one.path} headers={headers} />,
    },
  ];
}

/** The way from the start, on demand: most are of no interest. */
function Path({
  guids,
  headers,
}: {
  guids: readonly string[];
  headers: Readonly<Record<string, EntityHeader>>;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide path' : 'Show path'}
      </Button>
      {isOpen && (
        <ol className={classes['way']} aria-label="Path">
          {guids.map(guid => (
            <li key={guid}>
              {headers[guid] === undefined ? (
                guid
              ) : (
                <AssetLink guid={guid} name={nameOf(headers[guid])} />
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A plus stands where the server stopped counting. */
function countText({
  count,
  total,
  isPartial,
}: {
  count: number;
  total: number;
  isPartial: boolean;
}): string {
  const all = `${total.toLocaleString()}${isPartial ? '+' : ''} ${total === 1 ? 'asset' : 'assets'}`;
  return count === total ? all : `${count.toLocaleString()} of ${all}`;
}

async function copyMessage(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({kind: 'done', title: 'Message copied', text: 'Paste it into mail or chat.'});
  } catch {
    // The browser forbids it without https: the text can still be had as a file.
    saveFile('message to owners.txt', new Blob([text], {type: 'text/plain;charset=utf-8'}));
    toast({kind: 'note', title: 'Couldn’t copy', text: 'The message was saved as a file.'});
  }
}

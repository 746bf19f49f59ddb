import {
  ActionIcon,
  Button,
  Checkbox,
  Menu,
  NativeSelect,
  Popover,
  SegmentedControl,
  Stack,
  Tooltip,
} from '@mantine/core';
import {dateText, IconButton, TimeField} from '@gazetteer/ui';
import {Download, Expand, Settings2, Shrink} from 'lucide-react';
import type {ReactNode} from 'react';
import classes from './lineage.module.css';
import {depths, type LineageView, relationCounts} from './lineage-link.ts';

export type ToolbarProps = {
  readonly view: LineageView;
  readonly onView: (view: LineageView) => void;
  readonly hasColumns: boolean;
  readonly isOnDemand: boolean;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
  readonly onExport: (format: 'svg' | 'png' | 'csv') => void;
  /** The search, and the legend. */
  readonly search: ReactNode;
  readonly legend: ReactNode;
  /** The way to add lineage by hand. */
  readonly add: ReactNode;
};

/**
 * Chooses between the picture, the table of what the picture has, and the list of everything that
 * is reached.
 */
export function ShowAs({view, onView}: Pick<ToolbarProps, 'view' | 'onView'>) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      value={view.show}
      onChange={show => onView({...view, show: show as LineageView['show']})}
      data={[
        {value: 'graph', label: 'Graph'},
        {value: 'table', label: 'Table'},
        {value: 'impact', label: 'Impact'},
      ]}
    />
  );
}

/** In the words of the page; the value is the API's. */
const directions = [
  {value: 'BOTH', label: 'Upstream and downstream'},
  {value: 'INPUT', label: 'Upstream'},
  {value: 'OUTPUT', label: 'Downstream'},
];

/** What is shown of the lineage, and how. */
export function Toolbar(props: ToolbarProps) {
  const {view, onView, isFull, onFull, onExport} = props;
  return (
    <div className={classes['toolbar']} role="group" aria-label="Lineage">
      <ShowAs view={view} onView={onView} />
      <NativeSelect
        size="xs"
        aria-label="Direction"
        data={directions}
        value={view.direction}
        onChange={event =>
          onView({...view, direction: event.currentTarget.value as LineageView['direction']})
        }
      />
      <NativeSelect
        size="xs"
        aria-label="Depth"
        // Native ones: on a phone they are what the system offers, and they need no layer in full
        // screen.
        data={depthOptions(view.depth)}
        value={String(view.depth)}
        onChange={event => onView({...view, depth: Number(event.currentTarget.value)})}
      />
      <ShowMenu {...props} />
      {view.asOf !== undefined && (
        <Reset onClick={() => onView({...view, asOf: undefined})}>
          As of {dateText(view.asOf)}: back to now
        </Reset>
      )}
      {props.search}
      {view.path !== undefined && (
        <Reset onClick={() => onView({...view, path: undefined})}>Clear path filter</Reset>
      )}
      {view.tag !== undefined && (
        <Reset onClick={() => onView({...view, tag: undefined})}>
          Clear path of {view.tag.name}
        </Reset>
      )}
      {view.column !== undefined && (
        <Reset onClick={() => onView({...view, column: undefined})}>
          One column: {view.isWithColumns ? 'show all columns' : 'hide'}
        </Reset>
      )}
      {props.add}
      {props.legend}
      <DownloadMenu onExport={onExport} />
      <IconButton
        label="Full screen"
        tip={isFull ? 'Back to the page' : 'Full screen'}
        variant="default"
        size="md"
        aria-pressed={isFull}
        onClick={() => onFull(!isFull)}
      >
        {isFull ? <Shrink size={16} /> : <Expand size={16} />}
      </IconButton>
    </div>
  );
}

/** What narrows the picture stands there as the button that takes it back. */
function Reset({onClick, children}: {readonly onClick: () => void; readonly children: ReactNode}) {
  return (
    <Button size="compact-xs" variant="light" onClick={onClick}>
      {children}
    </Button>
  );
}

/** The picture as it is drawn, or what is in it as rows. */
function DownloadMenu({onExport}: Pick<ToolbarProps, 'onExport'>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Download">
          <ActionIcon variant="default" size="md" aria-label="Save">
            <Download size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onExport('png')}>Image (PNG)</Menu.Item>
        <Menu.Item onClick={() => onExport('svg')}>Drawing (SVG)</Menu.Item>
        <Menu.Item onClick={() => onExport('csv')}>Table (CSV)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ShowMenu({view, onView, hasColumns, isOnDemand}: ToolbarProps) {
  return (
    <Popover position="bottom-start" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Settings2 size={14} />}>
          View options
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="View options">
        <Stack gap="sm">
          <Checkbox
            size="sm"
            label="Processes between data sets"
            checked={view.isWithProcesses}
            onChange={event => onView({...view, isWithProcesses: event.currentTarget.checked})}
          />
          <Checkbox
            size="sm"
            label="Deleted entities"
            checked={view.isWithDeleted}
            onChange={event => onView({...view, isWithDeleted: event.currentTarget.checked})}
          />
          {hasColumns && (
            <Checkbox
              size="sm"
              label="Column-level lineage"
              checked={view.isWithColumns}
              onChange={event =>
                // One traced column and all of them exclude each other.
                onView({...view, isWithColumns: event.currentTarget.checked, column: undefined})
              }
            />
          )}
          <TimeField
            size="xs"
            label="As of"
            description="Shows the lineage of that time"
            step={60}
            time={view.asOf}
            onChange={asOf => onView({...view, asOf})}
          />
          {/* Without it the server has no limits, and everything is drawn. */}
          {isOnDemand && (
            <NativeSelect
              size="xs"
              label="Edges shown per entity"
              data={relationOptions(view.relations)}
              value={String(view.relations)}
              onChange={event => onView({...view, relations: Number(event.currentTarget.value)})}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** An address may say another number than those that are offered. */
function depthOptions(depth: number): {value: string; label: string}[] {
  const known: readonly number[] = depths;
  return (known.includes(depth) ? known : [depth, ...known]).map(one => ({
    value: String(one),
    label: one === 0 ? 'All hops' : one === 1 ? '1 hop' : `${one} hops`,
  }));
}

function relationOptions(relations: number): string[] {
  const known: readonly number[] = relationCounts;
  return (known.includes(relations) ? known : [relations, ...known]).map(String);
}

import {ActionIcon} from '@mantine/core';
import {IconButton} from '@gazetteer/ui';
import {Copy, Move, Pencil, Trash2} from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import type {DashboardQuery, DashboardTile} from '../api/wire.ts';
import classes from './dashboards.module.css';
import {gridColumns, inGrid, withArea} from './layout.ts';
import {TileFrame, titleOf} from './tile-frame.tsx';
import type {Runs} from './use-runs.ts';

/** As in the style sheet: the height of a row, and what is between two. */
const [rowPx, gapPx] = [56, 12];

type EditGridProps = {
  readonly tiles: readonly DashboardTile[];
  readonly queries: ReadonlyMap<string, DashboardQuery>;
  readonly runs: Runs;
  /** Queries that the dashboard was saved with. */
  readonly saved: ReadonlySet<string | undefined>;
  readonly onTiles: (tiles: readonly DashboardTile[]) => void;
  readonly onEdit: (tile: DashboardTile) => void;
  readonly onCopy: (tile: DashboardTile) => void;
};

/** Tiles that are placed by mouse and by keys. */
export function EditGrid({tiles, queries, runs, saved, onTiles, onEdit, onCopy}: EditGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [moving, setMoving] = useState<DashboardTile>();
  const [said, setSaid] = useState('');
  const put = (tile: DashboardTile) => {
    const next = inGrid(tile);
    // Told to screen readers, since what has moved is only seen.
    setSaid(`Column ${next.x + 1}, row ${next.y + 1}, ${next.w} wide, ${next.h} high`);
    onTiles(withArea(tiles, next));
  };
  const drag = (how: How, tile: DashboardTile) => (event: ReactPointerEvent<HTMLElement>) =>
    follow(event, grid, {how, tile, onMove: setMoving, onEnd: put});
  // While it is dragged, the others make room as they would; they are moved when it is let go.
  const shown = moving === undefined ? tiles : withArea(tiles, moving);
  return (
    <div className={classes['grid']} data-editing ref={grid}>
      {/* Always in the same order: an element that is moved in the page loses the focus. */}
      {shown.map(tile => {
        const query = queries.get(tile.document ?? '');
        const title = titleOf(tile, query);
        return (
          <TileFrame
            key={tile.id}
            tile={tile}
            query={query}
            run={tile.document === undefined ? undefined : runs.of(tile.document)}
            isNew={!saved.has(tile.document)}
            onPicture={noPicture}
            tools={
              <>
                <Tool label={`Edit ${title}`} onClick={() => onEdit(tile)} Icon={Pencil} />
                <Tool label={`Copy ${title}`} onClick={() => onCopy(tile)} Icon={Copy} />
                <Tool
                  label={`Remove ${title}`}
                  onClick={() => onTiles(tiles.filter(({id}) => id !== tile.id))}
                  Icon={Trash2}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  className={classes['handle']}
                  aria-label={`Move ${title}`}
                  aria-describedby="tile-keys"
                  onPointerDown={drag('move', tile)}
                  onKeyDown={event => {
                    const next = byKey(event, tile);
                    if (next === undefined) return;
                    event.preventDefault();
                    put(next);
                  }}
                >
                  <Move size={14} />
                </ActionIcon>
              </>
            }
            corner={
              <div
                className={classes['corner']}
                aria-hidden
                data-corner={tile.id}
                onPointerDown={drag('size', tile)}
              />
            }
          />
        );
      })}
      <div role="status" className={classes['said']}>
        {said}
      </div>
    </div>
  );
}

/**
 * The same function each time, so that charts are not drawn anew. Pictures are for the dashboard.
 */
const noPicture = () => undefined;

type ToolProps = {
  readonly label: string;
  readonly onClick: () => void;
  readonly Icon: typeof Move;
};

/** A button of a sign alone, which its label names. */
function Tool({label, onClick, Icon}: ToolProps) {
  return (
    <IconButton label={label} size="sm" onClick={onClick}>
      <Icon size={14} />
    </IconButton>
  );
}

/** By the button of a tile, or by its corner. */
type How = 'move' | 'size';
type Drag = {
  readonly how: How;
  readonly tile: DashboardTile;
  readonly onMove: (tile: DashboardTile | undefined) => void;
  readonly onEnd: (tile: DashboardTile) => void;
};

/** From the press to the release of the button; a drag that the browser ends changes nothing. */
function follow(
  {button, currentTarget, pointerId, clientX, clientY}: ReactPointerEvent<HTMLElement>,
  grid: RefObject<HTMLElement | null>,
  {how, tile, onMove, onEnd}: Drag,
): void {
  if (button !== 0 || grid.current === null) return;
  const stepX = (grid.current.clientWidth + gapPx) / gridColumns;
  const at = (event: PointerEvent) => {
    const columns = Math.round((event.clientX - clientX) / stepX);
    const rows = Math.round((event.clientY - clientY) / (rowPx + gapPx));
    return how === 'move' ? moved(tile, columns, rows) : sized(tile, columns, rows);
  };
  const ended = new AbortController();
  // All three end together, however the drag ends.
  const {signal} = ended;
  const handle: HTMLElement = currentTarget;
  handle.setPointerCapture(pointerId);
  handle.addEventListener('pointermove', event => onMove(at(event)), {signal});
  handle.addEventListener(
    'pointerup',
    event => {
      const next = at(event);
      if (next.x !== tile.x || next.y !== tile.y || next.w !== tile.w || next.h !== tile.h)
        onEnd(next);
    },
    {signal},
  );
  handle.addEventListener(
    'lostpointercapture',
    () => {
      ended.abort();
      onMove(undefined);
    },
    {signal},
  );
}

/** Arrow keys move, with Shift they change the size. */
function byKey({key, shiftKey}: KeyboardEvent, tile: DashboardTile): DashboardTile | undefined {
  const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key];
  if (step === undefined) return undefined;
  const [columns = 0, rows = 0] = step;
  return (shiftKey ? sized : moved)(tile, columns, rows);
}

/** Never out of the grid. */
function moved(tile: DashboardTile, columns: number, rows: number): DashboardTile {
  return inGrid({...tile, x: tile.x + columns, y: tile.y + rows});
}

/** As wide as there is room to the right of it. */
function sized(tile: DashboardTile, columns: number, rows: number): DashboardTile {
  const w = Math.min(gridColumns - tile.x, tile.w + columns);
  return inGrid({...tile, w, h: tile.h + rows});
}

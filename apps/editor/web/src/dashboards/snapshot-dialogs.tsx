import {Dialog} from '@gazetteer/ui';
import type {RefObject} from 'react';
import type {Picture} from '../chart/canvas.tsx';
import type {OpenedDashboard} from './dashboard-queries.ts';
import type {FilterValues} from './filters.ts';
import {inReadingOrder} from './layout.ts';
import {TakeSnapshot} from './snapshot-form.tsx';
import {previewPicture, snapshotTiles} from './snapshot-tiles.ts';
import {DashboardSnapshots} from './snapshots-view.tsx';

export type SnapshotDialog = 'take' | 'list' | undefined;

type DialogsProps = {
  readonly shown: SnapshotDialog;
  readonly opened: OpenedDashboard;
  readonly values: FilterValues;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly pictures: RefObject<ReadonlyMap<string, Picture>>;
  readonly onShow: (dialog: SnapshotDialog) => void;
};

/** The dialogs about snapshots of the dashboard on the page. */
export function SnapshotDialogs({shown, opened, values, grid, pictures, onShow}: DialogsProps) {
  const {uuid, name} = opened.document;
  const tiles = inReadingOrder(opened.dashboard.tiles);
  const capture = async () => {
    if (grid.current === null) throw new Error('The dashboard has no tiles.');
    const picture = await previewPicture(tiles, pictures.current);
    return {
      tiles: await snapshotTiles(grid.current, tiles, pictures.current),
      ...(picture !== undefined && {picture}),
    };
  };
  const close = () => onShow(undefined);
  return (
    <>
      <Dialog isOpen={shown === 'take'} onClose={close} title="Take snapshot">
        <TakeSnapshot
          dashboard={uuid}
          name={name}
          variables={values}
          capture={capture}
          onDone={close}
        />
      </Dialog>
      <Dialog isOpen={shown === 'list'} onClose={close} title="Snapshots" size="lg">
        <DashboardSnapshots dashboard={uuid} />
      </Dialog>
    </>
  );
}

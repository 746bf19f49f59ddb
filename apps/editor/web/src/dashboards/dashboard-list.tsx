import {Button} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {GalleryVerticalEnd, LayoutDashboard} from 'lucide-react';
import {useState} from 'react';
import {KindList} from '../documents/kind-list.tsx';
import {OwnSnapshots} from './snapshots-view.tsx';

export function DashboardList() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <KindList
        kind="dashboard"
        Icon={LayoutDashboard}
        note="Charts, tables and values of saved queries on one page."
        first="Save a query with a chart in the editor, then create a dashboard and add tiles for it."
        opened="?edit=true"
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<GalleryVerticalEnd size={14} />}
            onClick={() => setShown(true)}
          >
            Your snapshots
          </Button>
        }
      />
      <Dialog isOpen={isShown} onClose={() => setShown(false)} title="Your snapshots" size="lg">
        <OwnSnapshots />
      </Dialog>
    </>
  );
}

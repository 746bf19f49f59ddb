import {LayoutDashboard} from 'lucide-react';
import {KindList} from '../documents/kind-list.tsx';

export function DashboardList() {
  return (
    <KindList
      kind="dashboard"
      Icon={LayoutDashboard}
      note="Charts, tables and values of saved queries on one page."
      first="Save a query with a chart in the editor, then create a dashboard and add tiles for it."
      opened="?edit=true"
    />
  );
}

import {usePlace} from '../place.ts';
import {DashboardList} from './dashboard-list.tsx';
import {DashboardView} from './dashboard-view.tsx';

const home = '/app/dashboards';

/** Dashboards that a person may see; one of them where the address names it. */
export function DashboardsPage() {
  const uuid = usePlace().path.slice(home.length + 1);
  return uuid === '' ? <DashboardList /> : <DashboardView key={uuid} uuid={uuid} />;
}

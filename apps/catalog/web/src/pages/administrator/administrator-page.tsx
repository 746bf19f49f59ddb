import {Tabs} from '@mantine/core';
import {LoadingState, Page, TabList} from '@gazetteer/ui';
import {getRouteApi, useNavigate} from '@tanstack/react-router';
import {
  ArrowLeftRight,
  History,
  ListChecks,
  ShieldCheck,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import {Suspense} from 'react';
import {AuditsTab} from './audits-tab.tsx';
import {ConfigurationTab} from './configuration-tab.tsx';
import {DeletedTab} from './deleted-tab.tsx';
import type {AdministratorLink} from './link.ts';
import {RightsTab} from './rights/rights-tab.tsx';
import {TasksTab} from './tasks-tab.tsx';
import {TransfersTab} from './transfers-tab.tsx';

const route = getRouteApi('/administrator');

/** `id` stands in addresses that people have kept. */
const tabs = [
  {id: 'adminAudit', label: 'Audit log', Icon: History, Content: AuditsTab},
  {id: 'transfers', label: 'Exports and imports', Icon: ArrowLeftRight, Content: TransfersTab},
  {id: 'deleted', label: 'Deleted entities', Icon: Trash2, Content: DeletedTab},
  {id: 'tasks', label: 'Tasks', Icon: ListChecks, Content: TasksTab},
  {id: 'rights', label: 'Permissions', Icon: ShieldCheck, Content: RightsTab},
  {
    id: 'configuration',
    label: 'Configuration',
    Icon: SlidersHorizontal,
    Content: ConfigurationTab,
  },
];

/** What operators did, what the server does in the background, and who may do what. */
export function AdministratorPage() {
  const link = route.useSearch();
  const navigate = useNavigate();
  const open = (tabActive: string) => void navigate({to: '/administrator', search: {tabActive}});
  // On top of the newest address: two fields may change before the page is drawn again.
  const change = (changes: AdministratorLink) =>
    void navigate({to: '/administrator', search: old => ({...old, ...changes})});
  const active = tabs.find(tab => tab.id === link.tabActive)?.id ?? 'adminAudit';
  return (
    <Page title="Administration">
      <Tabs value={active} onChange={id => id !== null && open(id)} keepMounted={false}>
        <TabList active={active}>
          {tabs.map(({id, label, Icon}) => (
            <Tabs.Tab key={id} value={id} leftSection={<Icon size={16} />}>
              {label}
            </Tabs.Tab>
          ))}
        </TabList>
        {tabs.map(({id, Content}) => (
          <Tabs.Panel key={id} value={id} pt="md">
            <Suspense fallback={<LoadingState />}>
              <Content link={link} onChange={change} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

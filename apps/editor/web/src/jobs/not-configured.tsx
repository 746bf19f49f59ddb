import {Code, Text} from '@mantine/core';
import {EmptyState} from '@gazetteer/ui';
import {ServerOff} from 'lucide-react';

const yarn = `[hadoop]
[[yarn_clusters]]
[[[default]]]
resourcemanager_api_url=http://resourcemanager.example.com:8088
security_enabled=false`;
const livy = `[spark]
livy_server_url=http://livy.example.com:8998
security_enabled=false
csrf_enabled=false`;

/** Which keys would make something stand here. */
export function NotConfigured({view}: {view: string}) {
  const isYarn = view === 'jobs';
  return (
    <EmptyState
      title={isYarn ? 'No YARN cluster is configured' : 'No Livy server is configured'}
      icon={<ServerOff size={40} strokeWidth={1.5} />}
    >
      <Text ta="center">
        Your administrator names it in an ini file of the configuration folder and restarts the
        editor.
      </Text>
      <Code block ta="start" style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere'}}>
        {isYarn ? yarn : livy}
      </Code>
      <Text size="sm" c="dimmed" ta="center">
        {isYarn
          ? 'Add one subsection per resource manager; the active one is used. With security_enabled=true the editor logs in with Kerberos.'
          : 'The editor acts for the logged-in user, so the server has to accept it as a proxy.'}
      </Text>
    </EmptyState>
  );
}

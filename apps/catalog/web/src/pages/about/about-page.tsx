import {Card, Stack, Table, Text} from '@mantine/core';
import {Page} from '@gazetteer/ui';
import {queryOptions, useSuspenseQuery} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import {Logo} from '@gazetteer/ui';

const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({signal}) => client.call('GET /admin/version', {}, {signal}),
});

export function AboutPage() {
  const version = useSuspenseQuery(versionQuery).data;
  return (
    <Page title="About" lead={<Logo size={32} />}>
      <Card withBorder maw={640}>
        <Stack>
          <Text>
            Gazetteer is a metadata catalog: what data there is, what it means, where it comes from and where it goes.
            It speaks the Apache Atlas v2 REST API.
          </Text>
          <Table variant="vertical">
            <Table.Tbody>
              {Object.entries(version).map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th w={160}>{name}</Table.Th>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="sm" c="dimmed">
            Licensed under Apache-2.0. Apache Atlas is a trademark of the Apache Software Foundation, which has no part
            in this project.
          </Text>
        </Stack>
      </Card>
    </Page>
  );
}

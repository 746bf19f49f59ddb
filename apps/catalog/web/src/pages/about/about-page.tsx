import {Card, Stack, Table, Text, Title} from '@mantine/core';
import {Logo, Page, When} from '@gazetteer/ui';
import {queryOptions, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {BookOpen, FileJson} from 'lucide-react';
import type {ReactNode} from 'react';
import {client} from '../../api/client.ts';
import {metricsQuery} from '../../api/queries.ts';
import classes from './about.module.css';

/** Never the reason for a wait: it is in memory by then. */
const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({signal}) => client.call('GET /admin/version', {}, {signal}),
});

/** What this is, what runs here, and where to read on. */
export function AboutPage() {
  const {
    Version: version,
    Revision: revision = '',
    Name: name,
  } = useSuspenseQuery(versionQuery).data;
  return (
    <Page title="About" lead={<Logo size={32} />}>
      <div className={classes['columns']}>
        <Card withBorder component="section">
          <Stack gap="sm">
            <Text>
              Gazetteer is a metadata catalog: what data you have, what it means, and what it is
              made from and used for. It speaks the Apache Atlas v2 REST API, so that clients and
              hooks of that API work with it.
            </Text>
            <Title order={2} size="h4">
              For programs
            </Title>
            <a href="../apidocs/" className={classes['link']}>
              <BookOpen size={18} aria-hidden />
              <span>
                The API, operation by operation
                <Text size="sm" c="dimmed">
                  With examples, and a way to try it
                </Text>
              </span>
            </a>
            <a href="../api/meta/openapi.json" className={classes['link']}>
              <FileJson size={18} aria-hidden />
              <span>
                The same as OpenAPI 3.1
                <Text size="sm" c="dimmed">
                  For tools that make clients
                </Text>
              </span>
            </a>
            <Text size="sm" c="dimmed">
              The documentation is under Help, and in the folder docs of its source. Licensed under
              Apache-2.0. Apache Atlas is a trademark of the Apache Software Foundation, which has
              no part in this project.
            </Text>
          </Stack>
        </Card>
        <Card withBorder component="section">
          <Title order={2} size="h4" mb="sm">
            This server
          </Title>
          <Table variant="vertical">
            <Table.Tbody>
              <Row label="Version">{version}</Row>
              <Row label="Build">{revision}</Row>
              <Row label="Known as">{name}</Row>
              <Process />
            </Table.Tbody>
          </Table>
        </Card>
      </div>
    </Page>
  );
}

/** Left out when somebody may not see it. */
function Process() {
  const metrics = useQuery(metricsQuery).data?.data;
  if (metrics === undefined) return null;
  const {store = {}, runtime = {}, os = {}} = metrics.system;
  return (
    <>
      <Row label="Store">{textOf(store['name'])}</Row>
      <Row label="Runtime">
        {textOf(runtime['name'])} {textOf(runtime['version'])}
      </Row>
      <Row label="System">{textOf(os['os.spec'])}</Row>
      <Row label="Running since">
        <When ms={Number(metrics.general.stats?.['Server:startTimeStamp'] ?? 0)} />
      </Row>
    </>
  );
}

/** A fact by its name. */
function Row({label, children}: {label: string; children: ReactNode}) {
  return (
    <Table.Tr>
      <Table.Th w={140}>{label}</Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

/** What the server does not tell is a dash. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '—';
}

import {Button, Code, Group, Loader, Stack, Text, Title} from '@mantine/core';
import {CopyButton, Problem} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {FlaskConical} from 'lucide-react';
import {sessionQuery} from '../../api/queries.ts';
import {May} from '../../api/may.tsx';
import {useSample} from '../../sample/sample-dialog.tsx';
import classes from './search.module.css';

/** What somebody sees who has just started the server. */
export function FirstSteps() {
  const {userName} = useSuspenseQuery(sessionQuery).data;
  // The address as the browser reaches the server, also behind a proxy.
  const origin = new URL('..', document.baseURI).href.replace(/\/$/, '');
  const attributes = JSON.stringify({
    qualifiedName: 'sales@demo',
    name: 'sales',
    clusterName: 'demo',
    owner: userName,
  });
  // A request that works as it stands, with the user who reads it.
  const body = `{"entity": {"typeName": "hive_db",\n    "attributes": ${attributes}}}`;
  return (
    <div className={classes['first']}>
      <Stack gap="lg">
        <Title order={2}>The catalog is empty</Title>
        <May to="entity-create">
          <SampleOffer />
        </May>
        <Stack gap="xs">
          <Title order={3} size="h5">
            Or put something of your own in
          </Title>
          <Text size="sm">Creates the database sales; curl asks for your password:</Text>
          <Command
            text={`curl -u ${userName} -H 'Content-Type: application/json' -d '${body}' \\\n  ${origin}/api/meta/v2/entity`}
          />
          <Text size="sm">Clients and hooks of the Atlas API need only this address:</Text>
          <Command text={origin} />
        </Stack>
      </Stack>
    </div>
  );
}

function SampleOffer() {
  const {run, step, isBusy, error} = useSample(() => undefined);
  return (
    <Stack gap="xs">
      <Text>
        Look around first: a small shop’s warehouse with databases, tables and columns, the jobs
        between them, lineage down to columns, classifications and a glossary. It takes a few
        seconds, and the Help menu removes it again.
      </Text>
      <Group>
        <Button
          leftSection={<FlaskConical size={16} />}
          loading={isBusy}
          onClick={() => run('load')}
        >
          Load sample data
        </Button>
        {isBusy && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">{step}…</Text>
          </Group>
        )}
      </Group>
      <Problem error={error} />
    </Stack>
  );
}

function Command({text}: {text: string}) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block style={{flex: 1, whiteSpace: 'pre-wrap'}} dir="ltr">
        {text}
      </Code>
      <CopyButton text={text} label="Copy the command" />
    </Group>
  );
}

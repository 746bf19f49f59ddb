import {Code, Group, Stack, Text, Title} from '@mantine/core';
import {CopyButton} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {sessionQuery} from '../../api/queries.ts';

/** What somebody sees who has just started the server. */
export function FirstSteps() {
  const {userName} = useSuspenseQuery(sessionQuery).data;
  const origin = new URL('..', document.baseURI).href.replace(/\/$/, '');
  const attributes = JSON.stringify({qualifiedName: 'sales@demo', name: 'sales', clusterName: 'demo', owner: userName});
  const body = `{"entity": {"typeName": "hive_db",\n    "attributes": ${attributes}}}`;
  return (
    <Stack maw={760} mt="md">
      <Title order={2}>The catalog is empty</Title>
      <Text>Put something in. This asks for your password and stores a database named sales:</Text>
      <Command
        text={`curl -u ${userName} -H 'Content-Type: application/json' -d '${body}' \\\n  ${origin}/api/meta/v2/entity`}
      />
      <Text>Then search for it, here or there:</Text>
      <Command text={`curl -u ${userName} '${origin}/api/meta/v2/search/basic?typeName=hive_db&query=sales'`} />
      <Text>Clients and hooks of the Atlas API need only this address:</Text>
      <Command text={origin} />
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

import {Accordion, Badge, Code, Group, List, Modal, Stack, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import type {SearchParameters} from '../../api/wire.ts';

type ExplainDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly parameters: SearchParameters;
};

/** How the server does the search, step by step, and what each step has cost. */
export function ExplainDialog({isOpen, onClose, parameters}: ExplainDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Explain search" size="xl">
      {/* Asked for when it is opened: explaining does the search once more. */}
      {isOpen && <Explanation parameters={parameters} />}
    </Modal>
  );
}

function Explanation({parameters}: {parameters: SearchParameters}) {
  const told = useQuery({
    queryKey: ['explain', parameters],
    queryFn: ({signal}) =>
      client.call('POST /v2/search/explain/basic', {body: parameters}, {signal}),
    // What was measured once is not the answer to asking again.
    staleTime: 0,
  });
  if (told.isError) return <ErrorState error={told.error} retry={() => void told.refetch()} />;
  if (told.isPending) return <LoadingState what="Searching" />;
  const {steps, candidates, approximateCount, ms, statements} = told.data;
  return (
    <Stack>
      <Text>
        {approximateCount.toLocaleString()} of {candidates.toLocaleString()} entities of these
        types, in {duration(ms)}.
      </Text>
      <List type="ordered" size="sm" spacing={4}>
        {steps.map((step, n) => (
          <List.Item key={n}>
            <span dir="auto">{step}</span>
          </List.Item>
        ))}
      </List>
      {/* Statements are long, and the steps say most. */}
      <Accordion multiple variant="separated">
        {statements.map((one, n) => (
          <Accordion.Item key={n} value={String(n)}>
            <Accordion.Control>
              <Group gap="xs">
                Statement {n + 1}
                <Badge variant="default" tt="none">
                  {one.rows.toLocaleString()} {one.rows === 1 ? 'row' : 'rows'}
                </Badge>
                <Badge variant="default" tt="none">
                  {duration(one.ms)}
                </Badge>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Code block style={{whiteSpace: 'pre-wrap'}} dir="ltr" tabIndex={0}>
                {one.sql}
              </Code>
              <Text size="sm" fw={600} mt="xs">
                The database’s plan
              </Text>
              <Code block style={{whiteSpace: 'pre-wrap'}} dir="ltr" tabIndex={0}>
                {one.plan.join('\n')}
              </Code>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function duration(ms: number): string {
  return ms < 1000
    ? `${ms.toLocaleString(undefined, {maximumFractionDigits: 1})} ms`
    : `${(ms / 1000).toFixed(1)} s`;
}

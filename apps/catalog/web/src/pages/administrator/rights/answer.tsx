import {Badge, Code, Group, Stack, Table, Text, Title} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {When} from '@gazetteer/ui';
import {actionOf} from './actions.ts';

type Authorization = Schemas['Authorization'];

/** Whether it is allowed, with the rules that say so or what they lack. */
export function Answer({answer: {user, groups, roles, decisions}}: {answer: Authorization}) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Permissions of <bdi>{user}</bdi>
      </Title>
      <Text size="sm">
        {groups.length === 0
          ? 'In no group'
          : `In ${groups.length === 1 ? 'the group' : 'the groups'} ${groups.join(', ')}`}
        {roles.length === 0
          ? ', without any role: nothing is allowed.'
          : `, with the ${roles.length === 1 ? 'role' : 'roles'} ${roles.join(', ')}.`}
      </Text>
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{viewportProps: {tabIndex: 0}}}>
        <Table aria-label="Answer" verticalSpacing="xs" maw="72rem">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Action</Table.Th>
              <Table.Th w="8rem">Allowed</Table.Th>
              <Table.Th>Why</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {decisions.map(decision => (
              <Table.Tr key={decision.privilege}>
                <Table.Td>
                  {actionOf(decision.privilege)?.words ?? decision.privilege}
                  <Text size="xs" c="dimmed">
                    {decision.privilege}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Allowed isAllowed={decision.allowed} />
                </Table.Td>
                <Table.Td>
                  <Why decision={decision} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

/** In words; the dot's colour is for a first look. */
function Allowed({isAllowed}: {isAllowed: boolean}) {
  return (
    <Badge color={isAllowed ? 'green.7' : 'red.7'} variant="dot" tt="none">
      {isAllowed ? 'Yes' : 'No'}
    </Badge>
  );
}

/**
 * Rules say what allowed or refused it; where none did, what is missing is told, so that an
 * administrator sees which rule to write.
 */
function Why({
  decision: {allowed, because, lacking, until, ended},
}: {
  decision: Authorization['decisions'][number];
}) {
  return (
    <Stack gap={4} align="flex-start">
      {because.length > 0 ? (
        <Group gap={4}>
          {!allowed && <span>Denied by</span>}
          <Rules rules={because} />
          {until !== undefined && (
            <Text size="sm" c="dimmed">
              until <When ms={Date.parse(until)} />
            </Text>
          )}
        </Group>
      ) : (
        <span dir="auto">
          {lacking === undefined
            ? 'No policy rule allows this action.'
            : `No rule that fits covers ${lacking}.`}
        </span>
      )}
      {ended !== undefined && (
        <Group gap={4}>
          <span>Allowed until it ended:</span>
          <Rules rules={ended} />
        </Group>
      )}
    </Stack>
  );
}

function Rules({rules}: {rules: readonly string[]}) {
  return rules.map(rule => <Code key={rule}>{rule}</Code>);
}

import {Button, Group, Stack, Table, Text, Title} from '@mantine/core';
import {Problem} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import type {Input} from '../api/wire.ts';
import classes from './imports.module.css';

type Body = Input<'POST /api/v1/imports/check'>['body'];

/**
 * Reads all rows with the types chosen, when the person wants to know which do not fit. Asked by
 * hand, as it reads the whole file. What is changed in the form makes another question, and the old
 * answer goes.
 */
export function BadRows({body}: {body: Body}) {
  const [checked, setChecked] = useState('');
  const now = JSON.stringify(body);
  const {data, error, isFetching} = useQuery({
    queryKey: ['import-check', now],
    queryFn: ({signal}) => ask('POST /api/v1/imports/check', {body}, {signal}),
    enabled: checked === now,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isChecking = isFetching && checked === now;
  return (
    <section aria-label="Bad rows">
      <Title order={2} size="h4" mb="xs">
        Bad rows
      </Title>
      <Stack gap="xs">
        <Group>
          <Button variant="default" loading={isChecking} onClick={() => setChecked(now)}>
            Check rows
          </Button>
          {isChecking && (
            <Button variant="default" onClick={() => setChecked('')}>
              Cancel check
            </Button>
          )}
        </Group>
        <Problem error={error} />
        {data !== undefined && (
          <Text role="status">
            {data.badRows.length === 0
              ? 'All rows fit the columns.'
              : `${data.badRows.length.toLocaleString()}${data.isMore ? ' and more' : ''} ${data.badRows.length === 1 ? 'row doesn’t' : 'rows don’t'} fit the columns.`}
          </Text>
        )}
        {data !== undefined && data.badRows.length > 0 && (
          <div className={classes['bad']} tabIndex={0} role="region" aria-label="List of bad rows">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Row</Table.Th>
                  <Table.Th>Column</Table.Th>
                  <Table.Th>Value</Table.Th>
                  <Table.Th>Problem</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.badRows.map(({line, column, text, problem}, at) => (
                  <Table.Tr key={at}>
                    <Table.Td>{line.toLocaleString()}</Table.Td>
                    <Table.Td>
                      <bdi>{column}</bdi>
                    </Table.Td>
                    <Table.Td>
                      <bdi>{text}</bdi>
                    </Table.Td>
                    <Table.Td>{problem}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Stack>
    </section>
  );
}

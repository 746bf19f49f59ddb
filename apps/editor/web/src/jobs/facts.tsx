import {Table} from '@mantine/core';
import type {ReactNode} from 'react';
import classes from './jobs.module.css';

/** Names and values, without those that are empty. */
export function Facts({facts}: {facts: readonly (readonly [string, ReactNode])[]}) {
  return (
    <Table variant="vertical" layout="fixed" verticalSpacing={6} className={classes['facts']}>
      <Table.Tbody>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="30%">
                {name}
              </Table.Th>
              <Table.Td dir="auto">{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}

import {Table} from '@mantine/core';
import classes from './assist.module.css';

/**
 * Sample rows of text, which scroll sideways by themselves. For some rows that have come already;
 * results have a grid of their own.
 */
export function PlainTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <Table.ScrollContainer
      minWidth={300}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table verticalSpacing={2} fz="xs">
        <Table.Thead>
          <Table.Tr>
            {head.map((name, n) => (
              <Table.Th key={n} className={classes['head']}>
                <bdi>{name}</bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, n) => (
            <Table.Tr key={n}>
              {row.map((text, m) => (
                <Table.Td key={m} className={classes['cell']} title={text}>
                  {text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Names and values, a row each. */
export function FactTable({facts}: {facts: readonly (readonly [string, string])[]}) {
  return (
    <Table variant="vertical" layout="fixed" fz="xs" verticalSpacing={2}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w="40%">{name}</Table.Th>
            <Table.Td dir="auto">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

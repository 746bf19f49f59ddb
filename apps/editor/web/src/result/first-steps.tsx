import {Button, Group, Kbd, Text} from '@mantine/core';
import {EmptyState} from '@gazetteer/ui';
import {Play, TableProperties} from 'lucide-react';
import type {Engine} from '../api/wire.ts';
import {runner, sheets} from '../editor/sheets.ts';
import {replaceSheet} from '../editor/shown-view.ts';
import type {Tab} from '../editor/tab.ts';

type Example = {readonly title: string; readonly sql: string};

const shopExamples: readonly Example[] = [
  {
    title: 'Sales by month',
    sql: `-- Sales of the sample shop, month by month
SELECT date_trunc('month', day)::DATE AS month, sum(orders) AS orders, sum(amount) AS amount
FROM sample.daily_sales
GROUP BY month
ORDER BY month;
`,
  },
  {
    title: 'Best customers',
    sql: `-- Who bought most, and where they are
SELECT c.name, c.country, count(DISTINCT o.order_id) AS orders, sum(i.amount) AS amount
FROM sample.customers c
JOIN sample.orders o USING (customer_id)
JOIN sample.order_items i USING (order_id)
GROUP BY ALL
ORDER BY amount DESC
LIMIT 20;
`,
  },
];

/** Of other engines nothing is known before they are asked; this one works on all of them. */
const otherExamples: readonly Example[] = [
  {title: 'Tables of this database', sql: 'SHOW TABLES;\n'},
];

/** Before anything was run: something that works, one click away. */
export function FirstSteps({engine, tab}: {engine: Engine; tab: Tab}) {
  const examples = engine.dialect === 'duckdb' ? shopExamples : otherExamples;
  const isEmpty = tab.text.trim() === '';
  const run = ({title, sql: text}: Example) => {
    replaceSheet(text);
    // A sheet that somebody has named keeps its name.
    sheets.change(tab.id, {text, ...(/^Query \d+$/.test(tab.title) && {title})});
    void runner.start(tab.id, {
      engine: engine.type,
      dialect: engine.dialect,
      database: tab.database,
      text,
      variables: {},
    });
  };
  return (
    <EmptyState title="No results yet" icon={<TableProperties size={40} strokeWidth={1.5} />}>
      <Text ta="center">
        Write a statement above and press <Kbd>Ctrl</Kbd>+<Kbd>Enter</Kbd>
        {isEmpty && ', or begin with one of these:'}
      </Text>
      {isEmpty && (
        <Group justify="center">
          {examples.map(example => (
            <Button
              key={example.title}
              variant="default"
              leftSection={<Play size={14} />}
              onClick={() => run(example)}
            >
              {example.title}
            </Button>
          ))}
        </Group>
      )}
    </EmptyState>
  );
}

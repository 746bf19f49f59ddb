import {Button, Drawer, Group, SegmentedControl, Text} from '@mantine/core';
import {dialectOf, writtenName} from '@gazetteer/sql';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Play} from 'lucide-react';
import {useState} from 'react';
import {describeQuery, sampleQuery} from '../api/queries.ts';
import type {Engine, TableDescription} from '../api/wire.ts';
import {CatalogFacts} from '../catalog/catalog-facts.tsx';
import classes from './assist.module.css';
import {ColumnList} from './column-list.tsx';
import {openAndRun, tableQueryText} from './open-and-run.ts';
import {PartitionList} from './partition-list.tsx';
import {FactTable, PlainTable} from './plain-table.tsx';
import {plainText} from './plain-text.ts';

type TableDrawerProps = {
  readonly engine: Engine;
  readonly path: readonly string[];
  readonly onClose: () => void;
};
type TableTab = 'columns' | 'sample' | 'partitions' | 'facts' | 'definition';

/** What is known of a table: its columns, some rows, figures, and how it was made. */
export function TableDrawer({engine, path, onClose}: TableDrawerProps) {
  const [database = '', table = ''] = path;
  const [tab, setTab] = useState<TableTab>('columns');
  const {data, error, refetch} = useQuery(describeQuery(engine.type, database, table));
  const hasPartitions = (data?.partition_keys.length ?? 0) > 0;
  const name = path.map(part => writtenName(part, dialectOf(engine.dialect))).join('.');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={<bdi>{`${database}.${table}`}</bdi>}
    >
      {data?.comment !== undefined && data.comment !== '' && <Text mb="sm">{data.comment}</Text>}
      <CatalogFacts engine={engine.type} database={database} table={table} />
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="What to show"
          value={tab}
          onChange={value => setTab(value as TableTab)}
          data={[
            {value: 'columns', label: 'Columns'},
            {value: 'sample', label: 'Sample'},
            ...(hasPartitions ? [{value: 'partitions', label: 'Partitions'}] : []),
            {value: 'facts', label: 'Details'},
            {value: 'definition', label: 'DDL'},
          ]}
        />
        <RunButton
          label="Query table"
          engine={engine}
          database={database}
          sql={tableQueryText(engine, database, table)}
          onRun={onClose}
        />
      </Group>
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading" />
      ) : tab === 'columns' ? (
        <ColumnList engine={engine.type} path={path} description={data} />
      ) : tab === 'sample' ? (
        <SampleRows engine={engine.type} path={path} />
      ) : tab === 'partitions' ? (
        <PartitionList
          engine={engine}
          path={path}
          onQuery={condition => {
            openAndRun(
              engine,
              database,
              `SELECT *\nFROM ${name}\nWHERE ${condition}\nLIMIT 100;\n`,
            );
            onClose();
          }}
        />
      ) : tab === 'facts' ? (
        <Facts description={data} />
      ) : (
        <Definition
          engine={engine}
          database={database}
          name={name}
          description={data}
          onRun={onClose}
        />
      )}
    </Drawer>
  );
}

function SampleRows({
  engine,
  path: [database = '', table = ''],
}: {
  engine: string;
  path: readonly string[];
}) {
  const {data, error, refetch} = useQuery(sampleQuery(engine, database, table));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading sample rows" />;
  if (data.rows.length === 0) return <Text c="dimmed">The table has no rows.</Text>;
  return (
    <PlainTable
      label="Sample rows"
      head={data.headers}
      rows={data.rows.map(row => row.map(plainText))}
    />
  );
}

type PartProps = {
  readonly engine: Engine;
  readonly database: string;
  /** As it is written in a statement. */
  readonly name: string;
  readonly description: TableDescription;
  readonly onRun: () => void;
};

function Facts({description}: Pick<PartProps, 'description'>) {
  const {properties, stats} = description.details;
  const {'Create Statement': _, ...shown} = properties;
  const facts = Object.entries({...shown, ...stats}).filter(([, value]) => value !== '');
  if (facts.length === 0) return <Text c="dimmed">No details available.</Text>;
  return <FactTable facts={facts} />;
}

function Definition({engine, database, name, description, onRun}: PartProps) {
  const sql = description.details.properties['Create Statement'];
  if (sql !== undefined) return <pre className={classes['plan']}>{sql}</pre>;
  return (
    <RunButton
      label="Load DDL"
      engine={engine}
      database={database}
      sql={`SHOW CREATE TABLE ${name};\n`}
      onRun={onRun}
    />
  );
}

/** Opens a sheet with a statement and runs it. */
function RunButton(props: {
  label: string;
  engine: Engine;
  database: string;
  sql: string;
  onRun: () => void;
}) {
  const {label, engine, database, sql, onRun} = props;
  const run = () => {
    openAndRun(engine, database, sql);
    onRun();
  };
  return (
    <Button size="compact-sm" variant="default" leftSection={<Play size={14} />} onClick={run}>
      {label}
    </Button>
  );
}

import {Button, Drawer, Group, SegmentedControl, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ExternalLink} from 'lucide-react';
import {useState} from 'react';
import {describeQuery} from '../api/queries.ts';
import type {Engine, TableDescription} from '../api/wire.ts';
import {CatalogFacts} from '../catalog/catalog-facts.tsx';
import {ColumnList} from './column-list.tsx';
import {openAndRun, tableQueryText} from './open-and-run.ts';
import {PartitionList} from './partition-list.tsx';
import {PageLink} from '../shell/page-link.tsx';
import {tableAddress} from '../tables/table-link.ts';
import {Definition, Facts, RunButton, SampleRows} from './table-parts.tsx';
import {writtenTable} from '../tables/written-table.ts';

type TableDrawerProps = {
  readonly engine: Engine;
  readonly path: readonly string[];
  readonly onClose: () => void;
};
/** Fewer parts than the table's page has: what is needed while a statement is written. */
type TableTab = 'columns' | 'sample' | 'partitions' | 'facts' | 'definition';

/** What is known of a table: its columns, some rows, figures, and how it was made. */
export function TableDrawer({engine, path, onClose}: TableDrawerProps) {
  const [database = '', table = ''] = path;
  const [tab, setTab] = useState<TableTab>('columns');
  const {data, error, refetch} = useQuery(describeQuery(engine.type, database, table));
  const hasPartitions = (data?.partition_keys.length ?? 0) > 0;
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
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            component={PageLink}
            to={tableAddress({engine: engine.type, database, table})}
            // Nothing else closes them where this is the page already.
            onClick={onClose}
            leftSection={<ExternalLink size={14} />}
          >
            Open page
          </Button>
          <RunButton
            label="Query table"
            engine={engine}
            database={database}
            sql={tableQueryText(engine, database, table)}
            onRun={onClose}
          />
        </Group>
      </Group>
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading" />
      ) : (
        <TabContent tab={tab} engine={engine} path={path} description={data} onClose={onClose} />
      )}
    </Drawer>
  );
}

type TabContentProps = TableDrawerProps & {
  readonly tab: TableTab;
  readonly description: TableDescription;
};

/** Each tab asks when it is opened: a sample runs a statement, partitions may be many thousands. */
function TabContent({tab, engine, path, description, onClose}: TabContentProps) {
  const [database = ''] = path;
  const name = writtenTable(engine, ...path);
  if (tab === 'columns')
    return <ColumnList engine={engine.type} path={path} description={description} />;
  if (tab === 'sample') return <SampleRows engine={engine.type} path={path} />;
  if (tab === 'facts') return <Facts description={description} />;
  if (tab === 'definition')
    return (
      <Definition
        engine={engine}
        database={database}
        name={name}
        description={description}
        onRun={onClose}
      />
    );
  const query = (condition: string) => {
    openAndRun(engine, database, `SELECT *\nFROM ${name}\nWHERE ${condition}\nLIMIT 100;\n`);
    onClose();
  };
  return <PartitionList engine={engine} path={path} onQuery={query} />;
}

import {SegmentedControl, Text} from '@mantine/core';
import {ErrorState, LoadingState, Page} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Eye, Table2} from 'lucide-react';
import {describeQuery} from '../api/queries.ts';
import type {Engine} from '../api/wire.ts';
import {openAndRun} from '../assist/open-and-run.ts';
import {CheckList} from '../checks/check-list.tsx';
import {CatalogFacts} from '../catalog/catalog-facts.tsx';
import {PartitionList} from '../assist/partition-list.tsx';
import {Definition, Facts, SampleRows} from '../assist/table-parts.tsx';
import {go, usePlace} from '../place.ts';
import {RelationList} from './relation-list.tsx';
import {StatementList} from './statement-list.tsx';
import {TableActions} from './table-actions.tsx';
import {writtenTable} from './written-table.ts';
import {tableAddress} from './table-link.ts';
import {TableProfile} from './table-profile.tsx';
import {TablePath} from './table-path.tsx';
import classes from './tables.module.css';

/** In the order in which they are shown. */
const parts = {
  columns: 'Columns',
  sample: 'Sample',
  partitions: 'Partitions',
  checks: 'Checks',
  relations: 'Relations',
  statements: 'Statements',
  facts: 'Details',
  definition: 'DDL',
} as const;
type Part = keyof typeof parts;

type TableViewProps = {
  readonly engine: Engine;
  readonly database: string;
  readonly table: string;
};

/**
 * All that is known of a table; which part is shown stands in the address. Hive describes a table
 * that is not there as one without columns; such a table cannot be.
 */
export function TableView({engine, database, table}: TableViewProps) {
  const {params} = usePlace();
  const {data, error, refetch} = useQuery(describeQuery(engine.type, database, table));
  const isPartitioned = (data?.partition_keys.length ?? 0) > 0;
  // A part that the table does not have is not offered, and an address that names it shows columns.
  const shown = (Object.keys(parts) as Part[]).filter(one => one !== 'partitions' || isPartitioned);
  const part = shown.find(one => one === params.get('part')) ?? 'columns';
  const isView = data?.is_view === true;
  const isThere = data !== undefined && data.cols.length + data.partition_keys.length > 0;
  return (
    <Page
      title={table}
      above={<TablePath engine={engine} database={database} />}
      lead={isView ? <Eye size={22} aria-hidden /> : <Table2 size={22} aria-hidden />}
      note={data?.comment !== '' && <span dir="auto">{data?.comment}</span>}
      actions={
        isThere && (
          <TableActions engine={engine} database={database} table={table} description={data} />
        )
      }
    >
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading the table" />
      ) : !isThere ? (
        <ErrorState error={new Error(`There is no table ${table} in ${database}.`)} />
      ) : (
        <>
          <CatalogFacts engine={engine.type} database={database} table={table} />
          <div className={classes['parts']}>
            <SegmentedControl
              size="xs"
              aria-label="What to show"
              value={part}
              onChange={value =>
                go(`${tableAddress({engine: engine.type, database, table})}?part=${value}`, {
                  replace: true,
                })
              }
              data={shown.map(value => ({value, label: parts[value]}))}
            />
          </div>
          <ShownPart part={part} engine={engine} path={[database, table]} description={data} />
        </>
      )}
    </Page>
  );
}

type ShownPartProps = {
  readonly part: Part;
  readonly engine: Engine;
  readonly path: readonly [database: string, table: string];
  readonly description: Parameters<typeof Facts>[0]['description'];
};

/** Each part asks for what it shows when it is opened: samples and partitions may take long. */
function ShownPart({part, engine, path, description}: ShownPartProps) {
  const [database, table] = path;
  const name = writtenTable(engine, database, table);
  switch (part) {
    case 'columns':
      return <TableProfile engine={engine} path={path} description={description} />;
    case 'sample':
      return description.is_view ? (
        <Text size="sm">
          A view may be a query of any size, so no sample of it is read by itself. Query it instead.
        </Text>
      ) : (
        <SampleRows engine={engine.type} path={path} />
      );
    case 'partitions':
      return (
        <PartitionList
          engine={engine}
          path={path}
          onQuery={condition => {
            const sql = `SELECT *\nFROM ${name}\nWHERE ${condition}\nLIMIT 100;\n`;
            openAndRun(engine, database, sql);
          }}
        />
      );
    case 'checks':
      return (
        <CheckList
          place={{engine: engine.type, database, table}}
          columns={[...description.cols, ...description.partition_keys].map(({name: one}) => one)}
        />
      );
    case 'relations':
      return <RelationList engine={engine.type} path={path} />;
    case 'statements':
      return <StatementList engine={engine} path={path} />;
    case 'facts':
      return <Facts description={description} />;
    case 'definition':
      return (
        <Definition engine={engine} database={database} name={name} description={description} />
      );
  }
}

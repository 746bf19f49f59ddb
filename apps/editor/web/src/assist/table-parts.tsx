import {Button, Text} from '@mantine/core';
import {ErrorState, LoadingState, plainText} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Play} from 'lucide-react';
import {sampleQuery} from '../api/queries.ts';
import type {Engine, TableDescription} from '../api/wire.ts';
import classes from './assist.module.css';
import {openAndRun} from './open-and-run.ts';
import {FactTable, PlainTable} from './plain-table.tsx';

/** The first rows of a table. */
export function SampleRows({
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
  readonly onRun?: () => void;
};

/** What the engine tells of it, by name. */
export function Facts({description}: Pick<PartProps, 'description'>) {
  const {properties, stats} = description.details;
  // It has a tab of its own.
  const {'Create Statement': _, ...shown} = properties;
  const facts = Object.entries({...shown, ...stats}).filter(([, value]) => value !== '');
  if (facts.length === 0) return <Text c="dimmed">No details available.</Text>;
  return <FactTable facts={facts} />;
}

/**
 * How it was made. Engines that tell it with the description do so for nothing; others are asked by
 * a statement, which somebody sees run.
 */
export function Definition({engine, database, name, description, onRun}: PartProps) {
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
export function RunButton(props: {
  label: string;
  engine: Engine;
  database: string;
  sql: string;
  onRun?: (() => void) | undefined;
}) {
  const {label, engine, database, sql, onRun} = props;
  const run = () => {
    openAndRun(engine, database, sql);
    onRun?.();
  };
  return (
    <Button size="compact-sm" variant="default" leftSection={<Play size={14} />} onClick={run}>
      {label}
    </Button>
  );
}

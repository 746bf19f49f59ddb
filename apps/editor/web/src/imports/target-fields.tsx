import {Alert, Checkbox, Code, Group, Select, TextInput} from '@mantine/core';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {configQuery, databasesQuery} from '../api/queries.ts';
import type {Engine} from '../api/wire.ts';

type Mode = 'create' | 'replace' | 'append';
type Format = 'orc' | 'parquet';

/** Where the rows are imported to, and how. */
export type Target = {
  readonly engine: Engine;
  readonly database: string;
  readonly table: string;
  readonly mode: Mode;
  readonly format: Format;
  readonly skipsBadRows: boolean;
};

const modes = [
  {value: 'create', label: 'Create a table'},
  {value: 'append', label: 'Append to a table'},
  {value: 'replace', label: 'Replace a table'},
];
export const verbs: Readonly<Record<Mode, string>> = {
  create: 'Create table',
  append: 'Append rows',
  replace: 'Replace table',
};
const labels: Readonly<Record<string, string>> = {orc: 'ORC', parquet: 'Parquet'};

/** What is offered at first where the table is to be in this engine. */
export function targetIn(engine: Engine): Pick<Target, 'engine' | 'database' | 'format'> {
  const [format = 'parquet'] = engine.features.importFormats;
  const database = engine.dialect === 'duckdb' ? 'main' : 'default';
  return {engine, database, format: format as Format};
}

/** Whether files of a cluster can be reached, which other engines than the embedded one need. */
export function useHdfs(): boolean {
  return useSuspenseQuery(configQuery).data.app_config.browser.interpreter_names.includes('hdfs');
}

type TargetFieldsProps = {
  /** The one that has the file. */
  readonly reader: Engine;
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
};

export function TargetFields({reader, target, onTarget}: TargetFieldsProps) {
  const {engine} = target;
  const change = (fields: Partial<Target>) => onTarget({...target, ...fields});
  const isHere = engine.type === reader.type;
  const hasHdfs = useHdfs();
  const {data: databases = [target.database]} = useQuery(databasesQuery(engine.type));
  return (
    <>
      <EngineField reader={reader} engine={engine} onEngine={chosen => change(targetIn(chosen))} />
      {!isHere && !hasHdfs && (
        <Alert color="yellow" variant="light" title="HDFS isn’t configured">
          Files are imported into {engine.displayName} over HDFS. Ask your administrator to set{' '}
          <Code>webhdfs_url</Code> in <Code>[hadoop] [[hdfs_clusters]] [[[default]]]</Code>.
        </Alert>
      )}
      <Group grow align="flex-start">
        <Select
          label="Database"
          // These two of the embedded engine can only be read.
          data={databases.filter(name => !isHere || (name !== 'sample' && name !== 'shared'))}
          value={target.database}
          searchable
          allowDeselect={false}
          onChange={database => database !== null && change({database})}
        />
        <TextInput
          label="Table"
          value={target.table}
          onChange={event => change({table: event.currentTarget.value})}
        />
      </Group>
      <Group grow align="flex-start">
        <Select
          label="Action"
          data={modes}
          value={target.mode}
          allowDeselect={false}
          onChange={mode => mode !== null && change({mode: mode as Mode})}
        />
        {!isHere && target.mode !== 'append' && (
          <Select
            label="Format"
            data={engine.features.importFormats.map(value => ({
              value,
              label: labels[value] ?? value,
            }))}
            value={target.format}
            allowDeselect={false}
            onChange={format => format !== null && change({format: format as Format})}
          />
        )}
      </Group>
      <Checkbox
        label="Leave out bad rows"
        description="Otherwise the first bad row stops the import, and nothing is imported."
        checked={target.skipsBadRows}
        onChange={event => change({skipsBadRows: event.currentTarget.checked})}
      />
    </>
  );
}

type EngineFieldProps = {
  readonly reader: Engine;
  readonly engine: Engine;
  readonly onEngine: (engine: Engine) => void;
};

/** Nothing is asked where there is only the engine that has the file. */
function EngineField({reader, engine, onEngine}: EngineFieldProps) {
  const {interpreters} = useSuspenseQuery(configQuery).data.app_config.editor;
  const all = interpreters.filter(
    ({type, features}) => type === reader.type || features.importFormats.length > 0,
  );
  if (all.length < 2) return null;
  return (
    <Select
      label="Engine"
      data={all.map(({type, displayName}) => ({value: type, label: displayName}))}
      value={engine.type}
      allowDeselect={false}
      onChange={value => {
        const chosen = all.find(({type}) => type === value);
        if (chosen !== undefined) onEngine(chosen);
      }}
    />
  );
}

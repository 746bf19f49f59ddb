import {Button, Menu} from '@mantine/core';
import {toast} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Play} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import type {Engine} from '../api/wire.ts';
import {openAndRun} from '../assist/open-and-run.ts';
import {sheets} from '../editor/sheets.ts';
import {go} from '../place.ts';
import {factsOf} from './file-facts.ts';
import {canQuery, hiveQuery, sparkQuery} from './query-file.ts';

/** Queries a file with an engine that reads it; nothing where none does. */
export function QueryFile({path, size}: {path: string; size: number}) {
  const {interpreters} = useSuspenseQuery(configQuery).data.app_config.editor;
  const engines = interpreters.filter(one => canQuery(one, path));
  const [first] = engines;
  if (first === undefined) return null;
  const query = (engine: Engine) => void openQuery(engine, path, size);
  if (engines.length === 1)
    return (
      <Button size="xs" leftSection={<Play size={14} />} onClick={() => query(first)}>
        Query
      </Button>
    );
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" leftSection={<Play size={14} />}>
          Query
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {engines.map(engine => (
          <Menu.Item key={engine.type} onClick={() => query(engine)}>
            {engine.displayName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What only reads runs at once; a table to be made is for the person to run. */
async function openQuery(engine: Engine, path: string, size: number): Promise<void> {
  try {
    if (engine.dialect === 'sparksql') return openAndRun(engine, 'default', sparkQuery(path));
    const text = hiveQuery(path, await factsOf(path, size));
    sheets.open({engine: engine.type, database: 'default', text});
    go('/app/editor/');
  } catch (error) {
    toast({kind: 'problem', title: `Couldn’t read ${path}`, error});
  }
}

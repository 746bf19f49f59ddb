import {Button, Menu} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {ChevronDown, SquareTerminal} from 'lucide-react';
import {editorPlacesQuery} from '../../api/queries.ts';
import type {Entity} from '../../api/wire.ts';

type EngineTable = {
  readonly engine: string;
  readonly engineName: string;
  readonly database: string;
  readonly table: string;
};

/**
 * Leads to the editor with a query of the table, where an engine of the person's has it. Only where
 * exactly this table is found in an engine that the person may use; the editor writes the query and
 * does not run it.
 */
export function OpenInEditor({entity: {guid, status}}: {entity: Entity}) {
  const {data} = useQuery({...editorPlacesQuery(guid), enabled: status === 'ACTIVE'});
  const url = data?.url;
  const places: readonly EngineTable[] = data?.places ?? [];
  const [first] = places;
  if (url === undefined || first === undefined) return null;
  const icon = <SquareTerminal size={14} />;
  if (places.length === 1)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={icon}
        component="a"
        href={addressOf(url, first)}
      >
        Open in editor
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          rightSection={<ChevronDown size={14} />}
        >
          Open in editor
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(place => (
          <Menu.Item key={place.engine} component="a" href={addressOf(url, place)}>
            {place.engineName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function addressOf(url: string, {engine, database, table}: EngineTable): string {
  return `${url}/app/editor/?${new URLSearchParams({type: engine, database, table})}`;
}

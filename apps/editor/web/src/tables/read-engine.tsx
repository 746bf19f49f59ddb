import {Button} from '@mantine/core';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {DatabaseZap} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import type {Engine} from '../api/wire.ts';
import {catalogQuery, engineAddress} from '../catalog/known-tables.ts';

/** The way to a source of the catalog that reads all of an engine, which administrators make. */
export function ReadEngine({engine}: {engine: Engine}) {
  const {is_admin: isAdmin} = useSuspenseQuery(configQuery).data.hue_config;
  const {url} = useQuery({...catalogQuery, enabled: isAdmin}).data ?? {};
  if (!isAdmin || url === undefined) return null;
  return (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={engineAddress(url, engine.type)}
      leftSection={<DatabaseZap size={14} />}
    >
      Read what this engine has
    </Button>
  );
}

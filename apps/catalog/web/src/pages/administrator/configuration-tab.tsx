import {Stack, Text} from '@mantine/core';
import {DocsLink} from '@gazetteer/ui';
import {ConfigurationView} from '@gazetteer/ui/configuration';
import {useSuspenseQuery} from '@tanstack/react-query';
import {configurationQuery} from './queries.ts';

/** What this catalog was started with. */
export function ConfigurationTab() {
  const configuration = useSuspenseQuery(configurationQuery).data;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Values that the catalog was started with. Changes take effect after a restart.{' '}
        <DocsLink to="config">Options</DocsLink>
      </Text>
      <ConfigurationView {...configuration} />
    </Stack>
  );
}

import {DocsLink, EmptyState, Page} from '@gazetteer/ui';
import {Code, Text} from '@mantine/core';
import {DatabaseZap} from 'lucide-react';

/** In place of the editor where nothing is configured that the caller may use. */
export function NoEngine() {
  return (
    <Page title="Editor">
      <EmptyState
        title="No engine is configured"
        icon={<DatabaseZap size={40} strokeWidth={1.5} />}
      >
        <Text ta="center">
          Name one in a file of the configuration folder, under <Code>[notebook]</Code>{' '}
          <Code>[[interpreters]]</Code>, or start without a configuration to get the embedded one.
        </Text>
        <DocsLink to="editor-config#notebook">How to configure engines</DocsLink>
      </EmptyState>
    </Page>
  );
}

import {Anchor} from '@mantine/core';
import type {ReactNode} from 'react';

/**
 * A section of the documentation, such as `search#dsl`, in a window of its own: what is being
 * written stays as it is.
 */
export function DocsLink({to, children}: {to: string; children: ReactNode}) {
  return (
    <Anchor href={`/docs/${to}`} target="_blank" rel="noopener" size="sm">
      {children}
    </Anchor>
  );
}

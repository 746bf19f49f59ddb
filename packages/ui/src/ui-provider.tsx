import '@mantine/core/styles.layer.css';
import './base.css';
import {MantineProvider} from '@mantine/core';
import {QueryClientProvider, type QueryClient} from '@tanstack/react-query';
import type {ReactNode} from 'react';
import {setNonce} from 'get-nonce';
import {ConfirmProvider} from './confirm.tsx';
import {colorSchemeManager} from './look.ts';
import {LoginAgain} from './login-again.tsx';
import type {Session} from './session.ts';
import {cssVariables, overlaysId, theme} from './theme.ts';
import {Toasts} from './toasts.tsx';

/**
 * The page's own; browsers hide it from scripts that read attributes, but not from this property.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

/**
 * What every page of ours stands in: theme, requests, dialogs, messages, and the way back in when
 * the session has ended.
 */
export function UiProvider({
  queries,
  session,
  children,
}: {
  queries: QueryClient;
  session: Session;
  children: ReactNode;
}) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // As the system has it, until somebody chooses.
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>
        <ConfirmProvider>{children}</ConfirmProvider>
        <LoginAgain session={session} />
        <Toasts />
        <div id={overlaysId} role="region" aria-label="Menus and dialogs" />
      </QueryClientProvider>
    </MantineProvider>
  );
}

import {Button, Code, Group, Loader, Stack, Text, Title} from '@mantine/core';
import {CircleAlert, Inbox, Lock} from 'lucide-react';
import {type ReactNode, useEffect, useState} from 'react';
import classes from './states.module.css';

/** Nothing is here, why, and what can be done about it. */
export function EmptyState({
  title,
  children,
  icon,
}: {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <Stack className={classes['state']} align="center" gap="sm">
      <div className={classes['icon']} aria-hidden>
        {icon ?? <Inbox size={40} strokeWidth={1.5} />}
      </div>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

/** What errors of our clients say about an answer. */
type Failure = {
  readonly status?: number;
  readonly errorCode?: string;
  readonly requestId?: string | undefined;
};

/** What somebody can do about status 403. */
export const deniedHint = 'Ask your administrator for access.';

export function isDenied(error: unknown): boolean {
  return error instanceof Error && (error as Failure).status === 403;
}

/** What kind of problem it is. */
export function problemTitle(error: unknown): string {
  const {status} = (error instanceof Error ? error : {}) as Failure;
  if (isDenied(error)) return 'You don’t have permission to view this';
  return status === 404 ? 'Not found' : 'Request failed';
}

/**
 * What did not work in the server's words, and a way to try again. The page may have said already
 * what kind of problem it is.
 */
export function ErrorState({
  error,
  retry,
  hasTitle = true,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  hasTitle?: boolean;
}) {
  const known = (error instanceof Error ? error : {}) as Failure;
  const isRefused = isDenied(error);
  return (
    <Stack className={classes['state']} align="center" gap="sm" role="alert">
      <div className={classes['icon']} data-kind="problem" aria-hidden>
        {isRefused ? (
          <Lock size={40} strokeWidth={1.5} />
        ) : (
          <CircleAlert size={40} strokeWidth={1.5} />
        )}
      </div>
      {hasTitle && <Title order={2}>{problemTitle(error)}</Title>}
      <Text ta="center" dir="auto">
        {messageOf(error)}
      </Text>
      {isRefused && (
        <Text ta="center" size="sm">
          {deniedHint}
        </Text>
      )}
      {known.requestId !== undefined && (
        <Text size="sm" c="dimmed">
          {known.errorCode !== undefined && known.errorCode !== '' && (
            <Code>{known.errorCode}</Code>
          )}{' '}
          Request <Code>{known.requestId}</Code>
        </Text>
      )}
      {retry !== undefined && (
        <Group>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** A sentence for people, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Says that something is coming, but only after a moment: a flash on every fast answer would be
 * worse than none.
 */
export function LoadingState({what = 'Loading'}: {what?: string}) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 250);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack className={classes['state']} align="center" aria-busy="true">
      {isSlow && (
        <>
          <Loader type="dots" aria-hidden />
          <Text c="dimmed" role="status">
            {what}…
          </Text>
        </>
      )}
    </Stack>
  );
}

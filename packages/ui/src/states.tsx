import {Button, Code, Group, Loader, Stack, Text, Title} from '@mantine/core';
import {CircleAlert, Inbox, Lock} from 'lucide-react';
import {type ReactNode, useEffect, useState} from 'react';
import {explainError, type Failure} from './explain-error.ts';
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

function isDenied(error: unknown): boolean {
  return error instanceof Error && (error as Failure).status === 403;
}

/** What kind of problem it is. */
export function problemTitle(error: unknown): string {
  if (isDenied(error)) return 'You don’t have permission to view this';
  return explainError(error)?.title ?? 'Request failed';
}

/**
 * What did not work and what to do about it, with the server's words as detail, and a way to try
 * again. The page may have said already what kind of problem it is.
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
  const hint = explainError(error)?.hint;
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
      {hint !== undefined && <Text ta="center">{hint}</Text>}
      <Text ta="center" dir="auto" {...(hint === undefined ? {} : {size: 'sm', c: 'dimmed'})}>
        {messageOf(error)}
      </Text>
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
 * The same in a line, for where there is no room for more: what happened and what to do about it,
 * then the server's own words.
 */
export function problemText(error: unknown): string {
  const explained = explainError(error);
  const said = messageOf(error);
  return explained === undefined ? said : `${explained.title}. ${explained.hint} ${said}`;
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

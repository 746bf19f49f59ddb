import {Notification, Stack, Text} from '@mantine/core';
import {useSyncExternalStore} from 'react';
import {explainError} from './explain-error.ts';
import {messageOf} from './states.tsx';
import classes from './toasts.module.css';

export type Toast = {
  readonly kind: 'done' | 'problem' | 'note';
  readonly title: string;
  readonly text?: string | undefined;
  /** Why it failed: what to do about it comes first, the server's text as detail. */
  readonly error?: unknown;
};
type Shown = Toast & {readonly id: number};

const shownMs = {done: 4000, note: 6000, problem: 15_000};
const colours = {done: 'green.8', note: 'sea', problem: 'red'};
/** Outside of React: anything may tell something, also what draws nothing. */
let shown: readonly Shown[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Tells something that needs no answer. Problems stay longer, since people look for them. */
export function toast(message: Toast): void {
  const id = nextId++;
  // Four at most: more would cover the page.
  change([...shown.slice(-3), {...message, id}]);
  setTimeout(() => dismiss(id), shownMs[message.kind]);
}

function dismiss(id: number): void {
  change(shown.filter(one => one.id !== id));
}

/** Where messages appear; screen readers are told them without losing their place. */
export function Toasts() {
  const messages = useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <Stack className={classes['corner']} gap="xs" role="status" aria-live="polite">
      {messages.map(({id, kind, title, text, error}) => (
        <Notification
          key={id}
          color={colours[kind]}
          title={title}
          withBorder
          styles={{description: {color: 'var(--mantine-color-dimmed)'}}}
          onClose={() => dismiss(id)}
          closeButtonProps={{'aria-label': 'Dismiss'}}
        >
          {text}
          {error !== undefined && <Failed error={error} />}
        </Notification>
      ))}
    </Stack>
  );
}

function Failed({error}: {error: unknown}) {
  const explained = explainError(error);
  return (
    <>
      {explained !== undefined && (
        <Text size="sm" c="var(--mantine-color-text)">
          {explained.title}. {explained.hint}
        </Text>
      )}
      <Text size={explained === undefined ? 'sm' : 'xs'} dir="auto">
        {messageOf(error)}
      </Text>
    </>
  );
}

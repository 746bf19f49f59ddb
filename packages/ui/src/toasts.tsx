import {Button, Notification, Stack, Text} from '@mantine/core';
import {useEffect, useRef, useSyncExternalStore} from 'react';
import {explainError} from './explain-error.ts';
import {isPressed, messageKey} from './keys.ts';
import {messageOf} from './states.tsx';
import classes from './toasts.module.css';

export type Toast = {
  readonly kind: 'done' | 'problem' | 'note';
  readonly title: string;
  readonly text?: string | undefined;
  /** Why it failed: what to do about it comes first, the server's text as detail. */
  readonly error?: unknown;
  /** What can be done about it, such as Undo. */
  readonly action?: ToastAction | undefined;
};
export type ToastAction = {readonly label: string; readonly run: () => void};
type Shown = Toast & {readonly id: number};

const shownMs = {done: 4000, note: 6000, problem: 15_000};
/** Time to read what happened, to decide, and to find the button. */
const actionMs = 20_000;
const colours = {done: 'green.8', note: 'sea', problem: 'red'};
/** Outside of React: anything may tell something, also what draws nothing. */
let shown: readonly Shown[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
/** Somebody points at the messages, or is among them by keyboard: none is taken away meanwhile. */
let isHeld = false;
const timers = new Map<number, number>();

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Tells something that needs no answer. Problems stay longer, since people look for them. */
export function toast(message: Toast): void {
  const one = {...message, id: nextId++};
  // Four at most: more would cover the page.
  for (const {id} of shown.slice(0, -3)) dismiss(id);
  change([...shown, one]);
  if (!isHeld) dismissLater(one);
}

function dismissLater({id, kind, action}: Shown): void {
  const ms = action === undefined ? shownMs[kind] : Math.max(actionMs, shownMs[kind]);
  timers.set(
    id,
    window.setTimeout(() => dismiss(id), ms),
  );
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(shown.filter(one => one.id !== id));
}

function hold(isOn: boolean): void {
  if (isOn === isHeld) return;
  isHeld = isOn;
  if (isOn) {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  } else for (const one of shown) dismissLater(one);
}

/** Does what the newest message offers, by keyboard; texts have an undo of their own. */
function actByKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || !isPressed(messageKey, event)) return;
  const isTyping = (event.target as Element).closest('input, textarea, [contenteditable]') !== null;
  const one = shown.findLast(({action}) => action !== undefined);
  if (one === undefined || isTyping) return;
  event.preventDefault();
  act(one);
}

function act({id, action}: Shown): void {
  // Once: the message is about what has been answered with it.
  dismiss(id);
  action?.run();
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
  const corner = useRef<HTMLDivElement>(null);
  const holdIfNeeded = () => hold(corner.current?.matches(':hover, :focus-within') === true);
  // One that is taken away by its own button tells neither that the mouse nor that the focus left.
  useEffect(holdIfNeeded, [messages]);
  useEffect(() => {
    document.addEventListener('keydown', actByKey);
    return () => document.removeEventListener('keydown', actByKey);
  }, []);
  return (
    <Stack
      className={classes['corner']}
      gap="xs"
      role="status"
      aria-live="polite"
      ref={corner}
      onMouseEnter={holdIfNeeded}
      onMouseLeave={holdIfNeeded}
      onFocus={holdIfNeeded}
      onBlur={holdIfNeeded}
    >
      {messages.map(one => (
        <Message key={one.id} message={one} />
      ))}
    </Stack>
  );
}

function Message({message}: {message: Shown}) {
  const {id, kind, title, text, error, action} = message;
  return (
    <Notification
      color={colours[kind]}
      title={title}
      withBorder
      styles={{description: {color: 'var(--mantine-color-dimmed)'}}}
      onClose={() => dismiss(id)}
      closeButtonProps={{'aria-label': 'Dismiss'}}
    >
      {text !== undefined && <div className={classes['text']}>{text}</div>}
      {error !== undefined && <Failed error={error} />}
      {action !== undefined && (
        <Button size="compact-sm" variant="light" mt={4} onClick={() => act(message)}>
          {action.label}
        </Button>
      )}
    </Notification>
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

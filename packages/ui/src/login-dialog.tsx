import {Alert, Button, Group, Modal, PasswordInput, Stack, Text} from '@mantine/core';
import {type FormEvent, useState} from 'react';
import type {Session} from './session.ts';

/** Asks for the password again; nothing else is of use before. */
export function LoginDialog({session}: {session: Session}) {
  return (
    <Modal
      // It cannot be closed: each request waits for it.
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
      // Above all dialogs, which may be open when the session ends.
      zIndex={1000}
    >
      <LoginForm session={session} />
    </Modal>
  );
}

function LoginForm({session}: {session: Session}) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      setProblem(await session.logInAgain(password));
    } catch {
      setProblem('Couldn’t reach the server. Try again in a moment.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <Stack>
        <Text>
          Log in again as <b dir="auto">{session.userName}</b> to go on. Nothing that you have typed
          is lost.
        </Text>
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.userName}
          readOnly
          // Password managers find the password by the name.
          hidden
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Group justify="space-between">
          <Button variant="subtle" onClick={() => session.leave()}>
            Log in as another user
          </Button>
          <Button type="submit" loading={isBusy} disabled={password === ''}>
            Log in
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import {
  Badge,
  Button,
  Group,
  Modal,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import {useCallback, useEffect, useState} from 'react';
import {askServer} from './ask-server.ts';
import {useConfirm} from './confirm.tsx';
import {Problem} from './problem.tsx';
import {programName} from './program-name.ts';
import type {Session} from './session.ts';
import {When} from './when.tsx';

type Listed = {
  readonly id: string;
  readonly userName: string;
  readonly visitor?: {readonly address: string; readonly agent: string};
  readonly startedAt: number;
  readonly usedAt: number;
  readonly isThis: boolean;
};
type List = {
  readonly userName: string;
  readonly isAdmin: boolean;
  readonly sessions: readonly Listed[];
};

type SessionsDialogProps = {
  readonly session: Session;
  /** Where the server lists sessions. */
  readonly url: string;
  readonly onClose: () => void;
};

/**
 * Where somebody is logged in, to end one session or all. Administrators look at those of others as
 * well.
 */
export function SessionsDialog({session, url, onClose}: SessionsDialogProps) {
  const {list, isOfAll, user, setUser, error, load, end, endAll} = useSessions(session, url);
  return (
    <Modal opened onClose={onClose} title="Sessions" size="xl">
      <Stack>
        {list?.isAdmin === true && (
          <UserForm
            user={user}
            onChange={setUser}
            onShow={() => void load(user === '' ? undefined : user)}
            showAll={() => void load(undefined, true)}
          />
        )}
        <Problem error={error} />
        {list !== undefined && (
          <SessionTable sessions={list.sessions} isOfAll={isOfAll} onEnd={end} />
        )}
        <Group justify="flex-end">
          <Button
            color="red"
            variant="light"
            disabled={list === undefined || isOfAll}
            onClick={() => void endAll()}
          >
            Log out everywhere
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useSessions(session: Session, url: string) {
  const [list, setList] = useState<List>();
  const [isOfAll, setOfAll] = useState(false);
  const [user, setUser] = useState('');
  const [error, setError] = useState<unknown>(null);
  const confirm = useConfirm();
  const load = useCallback(
    async (name?: string, ofAll = false) => {
      try {
        const answer = await askServer(
          session,
          'GET',
          `${url}${ofAll ? '?all=true' : queryOf(name)}`,
        );
        const found = (await answer.json()) as List;
        setList(found);
        setOfAll(ofAll);
        setUser(ofAll ? '' : found.userName);
        setError(null);
      } catch (failure) {
        setError(failure);
      }
    },
    [session, url],
  );
  useEffect(() => void load(), [load]);
  const isOwn = list?.userName === session.userName;
  const remove = async (path: string, of = list?.userName) => {
    try {
      await askServer(session, 'DELETE', `${url}${path}${queryOf(of)}`);
      // Whoever has ended all of their own has none left to ask with.
      if (isOwn && path === '') session.leave();
      else await load(list?.userName, isOfAll);
    } catch (failure) {
      setError(failure);
    }
  };
  const endAll = async () => {
    const whose = isOwn ? 'You' : list?.userName;
    const isSure = await confirm({
      title: isOwn ? 'Log out everywhere?' : `Log ${list?.userName} out everywhere?`,
      text: `${whose} will be logged out in every browser and program. Tokens issued before now stop working.`,
      action: 'Log out everywhere',
      isDangerous: true,
    });
    if (isSure) await remove('');
  };
  const end = ({id, userName}: Listed) => void remove(`/${id}`, userName);
  return {list, isOfAll, user, setUser, error, load, end, endAll};
}

type UserFormProps = {
  readonly user: string;
  readonly onChange: (user: string) => void;
  readonly onShow: () => void;
  readonly showAll: () => void;
};

function UserForm({user, onChange, onShow, showAll}: UserFormProps) {
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        onShow();
      }}
    >
      <Group align="end">
        <TextInput
          label="User"
          value={user}
          onChange={event => onChange(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Show sessions
        </Button>
        <Button variant="default" onClick={showAll}>
          Show all users
        </Button>
      </Group>
    </form>
  );
}

function SessionTable({
  sessions,
  isOfAll,
  onEnd,
}: {
  readonly sessions: readonly Listed[];
  readonly isOfAll: boolean;
  readonly onEnd: (session: Listed) => void;
}) {
  if (sessions.length === 0) return <Text c="dimmed">No sessions on this server.</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {isOfAll && <Table.Th>User</Table.Th>}
          <Table.Th>Program and address</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sessions.map(one => (
          <Table.Tr key={one.id}>
            {isOfAll && (
              <Table.Td>
                <bdi>{one.userName}</bdi>
              </Table.Td>
            )}
            <Table.Td title={one.visitor?.agent}>
              {programName(one.visitor?.agent ?? '')}
              <Text size="sm" c="dimmed">
                {one.visitor?.address}
              </Text>
            </Table.Td>
            <Table.Td>
              <When ms={one.usedAt} isRelative />
              <Text size="sm" c="dimmed">
                Logged in <When ms={one.startedAt} isRelative />
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              {one.isThis ? (
                <Badge variant="light" miw="max-content">
                  This session
                </Badge>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => onEnd(one)}>
                  Log out
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function queryOf(user: string | undefined): string {
  return user === undefined ? '' : `?user=${encodeURIComponent(user)}`;
}

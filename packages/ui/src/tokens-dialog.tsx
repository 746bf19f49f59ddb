import {
  Alert,
  Button,
  Code,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import {type FormEvent, useCallback, useEffect, useState} from 'react';
import {askServer} from './ask-server.ts';
import {useConfirm} from './confirm.tsx';
import {CopyButton} from './copy-button.tsx';
import {DocsLink} from './docs-link.tsx';
import {Problem} from './problem.tsx';
import type {Session} from './session.ts';
import {When} from './when.tsx';

/** As both servers list them. */
type ListedToken = {
  readonly uuid: string;
  readonly name: string;
  readonly scope?: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly usedAt?: number;
};
type Token = ListedToken & {readonly isOver: boolean};
/** What a token may be good for; the first is proposed. */
export type TokenScopeChoice = {readonly value: string; readonly label: string};

type TokensDialogProps = {
  readonly session: Session;
  /** Where the server lists and creates access tokens; each has its address below. */
  readonly url: string;
  /** None where a token always allows everything. */
  readonly scopes?: readonly TokenScopeChoice[];
  readonly onClose: () => void;
};

/** A token that ends does less harm when it leaks, so “never” is the last choice. */
const lifetimes = [
  {value: '30', label: '30 days'},
  {value: '90', label: '90 days'},
  {value: '365', label: '1 year'},
  {value: '', label: 'No expiration'},
];

/** The same object each time. */
const noScopes: readonly TokenScopeChoice[] = [];

/**
 * Access tokens of programs: create one, which is shown once, see when each was used, revoke them.
 */
export function TokensDialog({session, url, scopes = noScopes, onClose}: TokensDialogProps) {
  const [tokens, setTokens] = useState<readonly Token[]>();
  const [made, setMade] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const confirm = useConfirm();
  // All that is asked fails in one place, over the table.
  const attempt = useCallback(async (work: () => Promise<unknown>) => {
    try {
      await work();
      setError(null);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  }, []);
  const load = useCallback(async () => {
    const answer = await askServer(session, 'GET', url);
    const {tokens: listed} = (await answer.json()) as {tokens: ListedToken[]};
    setTokens(
      listed.map(token => ({...token, isOver: (token.expiresAt ?? Infinity) < Date.now()})),
    );
  }, [session, url]);
  useEffect(() => void attempt(load), [attempt, load]);
  const create = (wanted: object) =>
    attempt(async () => {
      const answer = await askServer(session, 'POST', url, wanted);
      // The only time that the server says it.
      setMade(((await answer.json()) as {token: string}).token);
      await load();
    });
  const revoke = async ({uuid, name}: Token) => {
    const isSure = await confirm({
      title: `Revoke ${name}?`,
      text: 'Programs that use this token can’t log in any more.',
      action: 'Revoke token',
      isDangerous: true,
    });
    if (!isSure) return;
    await attempt(async () => {
      await askServer(session, 'DELETE', `${url}/${uuid}`);
      await load();
    });
  };
  return (
    <Modal opened onClose={onClose} title="Access tokens" size="xl">
      <Stack>
        <Text size="sm">
          A program logs in as you with an access token instead of a password. It sends{' '}
          <Code>Authorization: Bearer …</Code> with each request.{' '}
          <DocsLink to="users#access-tokens">How to use access tokens</DocsLink>
        </Text>
        <Problem error={error} />
        {made !== undefined && <NewToken token={made} />}
        <TokenForm scopes={scopes} onCreate={create} />
        {tokens !== undefined && (
          <TokenTable tokens={tokens} scopes={scopes} onRevoke={token => void revoke(token)} />
        )}
      </Stack>
    </Modal>
  );
}

function NewToken({token}: {readonly token: string}) {
  return (
    <Alert title="Token created" role="status">
      <Stack gap="xs">
        <Text size="sm">Copy it now. It won’t be shown again.</Text>
        <Group gap="xs" wrap="nowrap">
          <Code style={{overflowWrap: 'anywhere'}}>{token}</Code>
          <CopyButton text={token} label="Copy token" />
        </Group>
      </Stack>
    </Alert>
  );
}

type TokenFormProps = {
  readonly scopes: readonly TokenScopeChoice[];
  /** Resolves with false when it did not work. */
  readonly onCreate: (wanted: object) => Promise<boolean>;
};

function TokenForm({scopes, onCreate}: TokenFormProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState(scopes[0]?.value);
  const [days, setDays] = useState('90');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const isMade = await onCreate({
      name,
      ...(scope !== undefined && {scope}),
      ...(days !== '' && {days: Number(days)}),
    });
    setIsBusy(false);
    // What was refused can be corrected.
    if (isMade) setName('');
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <Group align="end">
        <TextInput
          label="Name"
          placeholder="What the token is for"
          value={name}
          maxLength={200}
          style={{flex: '1 1 12rem'}}
          data-autofocus
          onChange={event => setName(event.currentTarget.value)}
        />
        {scopes.length > 0 && (
          <Select
            label="Scope"
            data={[...scopes]}
            value={scope ?? null}
            allowDeselect={false}
            onChange={value => setScope(value ?? undefined)}
          />
        )}
        <Select
          label="Expires"
          data={lifetimes}
          value={days}
          allowDeselect={false}
          onChange={value => setDays(value ?? '')}
        />
        <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
          Create token
        </Button>
      </Group>
    </form>
  );
}

type TokenTableProps = {
  readonly tokens: readonly Token[];
  readonly scopes: readonly TokenScopeChoice[];
  readonly onRevoke: (token: Token) => void;
};

function TokenTable({tokens, scopes, onRevoke}: TokenTableProps) {
  if (tokens.length === 0) return <Text c="dimmed">You have no access tokens.</Text>;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map(token => (
            <Table.Tr key={token.uuid}>
              <Table.Td style={{overflowWrap: 'anywhere'}}>
                <bdi>{token.name}</bdi>
                <Text size="sm" c="dimmed">
                  {scopes.find(({value}) => value === token.scope)?.label}
                </Text>
              </Table.Td>
              <Table.Td>
                {token.usedAt === undefined ? 'Never' : <When ms={token.usedAt} isRelative />}
                <Text size="sm" c="dimmed">
                  Created <When ms={token.createdAt} isRelative />
                </Text>
              </Table.Td>
              <Table.Td>
                <Expiry {...token} />
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => onRevoke(token)}
                >
                  Revoke
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Expiry({expiresAt, isOver}: Token) {
  if (expiresAt === undefined) return 'Never';
  return isOver ? <Text c="red.8">Expired</Text> : <When ms={expiresAt} />;
}

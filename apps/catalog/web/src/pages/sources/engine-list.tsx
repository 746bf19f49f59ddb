import {Alert, Button, Group, Stack, Text, TextInput} from '@mantine/core';
import {Dialog, ErrorState, LoadingState, toast} from '@gazetteer/ui';
import {useMutation, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Link, useNavigate, useSearch} from '@tanstack/react-router';
import {DatabaseZap} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {ConnectionResult} from './connection-result.tsx';
import {sourceEnginesQuery, sourcesQuery} from './queries.ts';
import {sourceNameOf} from './source-texts.ts';

/** Engines of the editor beside the catalog, each with its source or the offer to make one. */
export function EngineList() {
  const listed = useQuery(sourceEnginesQuery);
  const engines = listed.data ?? [];
  // The editor links to the offer.
  const {engine: asked} = useSearch({strict: false});
  const navigate = useNavigate();
  const show = (engine: string | undefined) =>
    void navigate({to: '/sources', search: engine === undefined ? {} : {engine}});
  // Without an editor there are none; who follows its offer is told so.
  if (engines.length === 0 && asked === undefined && !listed.isError) return null;
  const chosen = engines.find(one => one.engine === asked);
  return (
    <TitledCard title="Engines of the editor">
      <Stack gap="xs">
        {listed.isPending && <LoadingState what="Loading engines" />}
        {listed.isError && <ErrorState error={listed.error} retry={() => void listed.refetch()} />}
        {listed.isSuccess && asked !== undefined && chosen === undefined && (
          <Alert color="yellow" role="alert">
            The editor has no engine {asked} for you.
          </Alert>
        )}
        {engines.map(({engine, name, sources}) => (
          <Group key={engine} justify="space-between">
            <Text size="sm">
              <bdi>{name}</bdi>
              {sources.map(source => (
                <span key={source}>
                  {' · '}
                  <Link to="/sources/$name" params={{name: source}}>
                    <bdi>{source}</bdi>
                  </Link>
                </span>
              ))}
            </Text>
            <Button
              size="xs"
              variant="default"
              leftSection={<DatabaseZap size={14} />}
              aria-label={`Read what this engine has: ${name}`}
              onClick={() => show(engine)}
            >
              Read what this engine has
            </Button>
          </Group>
        ))}
      </Stack>
      <Dialog
        isOpen={chosen !== undefined}
        onClose={() => show(undefined)}
        title={`Read what ${chosen?.name} has`}
      >
        {chosen !== undefined && (
          <EngineForm engine={chosen.engine} onClose={() => show(undefined)} />
        )}
      </Dialog>
    </TitledCard>
  );
}

/** The connection is tried at once; what would be created is told before anything is. */
function EngineForm({engine, onClose}: {engine: string; onClose: () => void}) {
  const sources = useSuspenseQuery(sourcesQuery).data;
  const [given, setName] = useState(() =>
    sourceNameOf(
      engine,
      sources.map(one => one.name),
    ),
  );
  const navigate = useNavigate();
  const name = given.trim();
  const tested = useQuery({
    queryKey: ['sources', 'test', engine],
    queryFn: ({signal}) =>
      client.call('POST /v2/sources/test', {body: bodyOf('new', engine)}, {signal}),
    // What it answered the last time says nothing of now.
    gcTime: 0,
    // Nor is it asked again by what is saved.
    staleTime: 'static',
    retry: false,
  });
  const preview = useMutation({
    mutationFn: () =>
      client.call('POST /v2/sources/{name}/runs', {path: {name}, query: {isRehearsal: true}}),
    onSuccess: refresh,
    onError: error => toast({kind: 'problem', title: 'Couldn’t start the preview', error}),
  });
  return (
    <ChangeForm
      action="Add source and preview changes"
      send={() => client.call('POST /v2/sources', {body: bodyOf(name, engine)})}
      done={`${name} added`}
      onDone={() => {
        preview.mutate();
        void navigate({to: '/sources/$name', params: {name}});
      }}
      onClose={onClose}
      isReady={name !== '' && tested.isSuccess}
    >
      <Text size="sm">
        Databases, tables and columns that you see with this engine. You see what would be created
        before anything is.
      </Text>
      <TextInput
        label="Name"
        required
        data-autofocus
        description="Letters, digits, “.”, “_” and “-”. Assets have it as the custom property “source”."
        value={given}
        onChange={event => setName(event.currentTarget.value)}
      />
      {tested.isPending && <LoadingState what="Testing the connection" />}
      <ConnectionResult tested={tested} />
    </ChangeForm>
  );
}

const bodyOf = (name: string, engine: string) => ({
  name,
  type: 'editor-engine',
  config: {engine},
});

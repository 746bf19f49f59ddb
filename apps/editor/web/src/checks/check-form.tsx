import {CopyButton, DialogForm, DocsLink, ErrorState, LoadingState, toast} from '@gazetteer/ui';
import {
  Button,
  Code,
  Group,
  NativeSelect,
  NumberInput,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {RuleFields} from '../schedules/rule-fields.tsx';
import {schedulesQuery} from '../schedules/schedule-queries.ts';
import {WhenFields} from '../schedules/when-fields.tsx';
import classes from '../schedules/schedules.module.css';
import {
  type CheckDraft,
  draftOf,
  expectationOf,
  fieldsOf,
  kinds,
  proposedName,
} from './check-draft.ts';
import {type CheckPlace, checksChanged, type TableCheck} from './check-queries.ts';
import {ExpectationFields} from './expectation-fields.tsx';

type CheckFormProps = {
  readonly place: CheckPlace;
  readonly columns: readonly string[];
  /** The one to change; a new one where it is absent. */
  readonly check?: TableCheck | undefined;
  readonly onDone: () => void;
};

/** What is expected of a table, when that is checked, and who is notified. */
export function CheckForm({place, columns, check, onDone}: CheckFormProps) {
  const known = useQuery(schedulesQuery);
  const [draft, setDraft] = useState(() => draftOf(place, check));
  const change = (part: Partial<CheckDraft>) => setDraft(before => ({...before, ...part}));
  const save = useSave(place, draft, check, onDone);
  if (known.data === undefined)
    return known.error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={known.error} retry={() => void known.refetch()} />
    );
  const {hasMail, hasWebhooks, kafkaTopics} = known.data;
  return (
    <DialogForm
      action={check === undefined ? 'Add check' : 'Save check'}
      onSubmit={() => save.mutate()}
      onCancel={onDone}
      isBusy={save.isPending}
      error={save.error}
    >
      <div className={classes['fields']}>
        <NativeSelect
          label="Check"
          data={[...kinds]}
          data-autofocus
          value={draft.kind}
          onChange={({currentTarget: {value}}) => {
            const kind = kinds.find(one => one.value === value)?.value ?? 'rows';
            // Columns that are chosen for one kind mean something else for another.
            change({kind, columns: [], condition: undefined});
          }}
        />
        <TextInput
          label="Name"
          maxLength={200}
          placeholder={proposedName(draft, place.table)}
          value={draft.name}
          onChange={event => change({name: event.currentTarget.value})}
        />
      </div>
      <ExpectationFields draft={draft} columns={columns} onChange={change} />
      <Statement place={place} draft={draft} />
      <Switch
        label="Run on a schedule"
        checked={draft.isScheduled}
        onChange={event => change({isScheduled: event.currentTarget.checked})}
      />
      {draft.isScheduled && (
        <WhenFields cron={draft.cron} timeZone={draft.timeZone} onChange={change} />
      )}
      <NumberInput
        label="Retries"
        description="When the check can’t be run"
        min={0}
        max={10}
        allowDecimal={false}
        value={draft.retries}
        onChange={value => change({retries: Number(value)})}
      />
      <RuleFields
        isCheck
        draft={draft}
        channels={{
          mail: hasMail,
          webhook: hasWebhooks,
          kafka: kafkaTopics.length > 0,
          product: true,
        }}
        topics={kafkaTopics}
        onChange={change}
      />
      <Text size="sm" c="dimmed">
        The check runs as you, with the permissions that you have at that moment.{' '}
        <DocsLink to="checks">About checks</DocsLink>
      </Text>
    </DialogForm>
  );
}

/** A new one is made, another one replaced as a whole. */
function useSave(
  place: CheckPlace,
  draft: CheckDraft,
  check: TableCheck | undefined,
  onDone: () => void,
) {
  return useMutation({
    mutationFn: async () => {
      const body = fieldsOf(place, draft);
      if (check === undefined) await ask('POST /api/v1/checks', {body});
      else await ask('PUT /api/v1/checks/{uuid}', {path: {uuid: check.uuid}, body});
    },
    onSuccess: async () => {
      toast({kind: 'done', title: check === undefined ? 'Check added' : 'Check updated'});
      onDone();
      await checksChanged();
    },
  });
}

/** Asked for by hand: the table is described for it. */
function Statement({place, draft}: {readonly place: CheckPlace; readonly draft: CheckDraft}) {
  const body = expectationOf(place, draft);
  const shown = useMutation({
    mutationFn: async (of: typeof body) => ({
      of: JSON.stringify(of),
      ...(await ask('POST /api/v1/checks/preview', {body: of})),
    }),
  });
  // Of what was asked for, not of what is chosen since.
  const sql = shown.data?.of === JSON.stringify(body) ? shown.data.sql : undefined;
  return (
    <div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={shown.isPending}
          onClick={() => shown.mutate(body)}
        >
          Show SQL
        </Button>
        {sql !== undefined && <CopyButton text={sql} label="Copy the SQL" />}
      </Group>
      {shown.error !== null && (
        <Text size="sm" c="red" role="alert" mt={6}>
          {shown.error.message}
        </Text>
      )}
      {sql !== undefined && (
        <Code block mt={6} tabIndex={0} dir="ltr">
          {sql}
        </Code>
      )}
    </div>
  );
}

import {variablesIn} from '@gazetteer/sql';
import {CopyButton, DialogForm, DocsLink, ErrorState, LoadingState, toast} from '@gazetteer/ui';
import {Group, NumberInput, Text, TextInput} from '@mantine/core';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import type {OpenedDocument} from '../api/wire.ts';
import {documentQuery} from '../documents/document-queries.ts';
import {ConditionFields} from './condition-fields.tsx';
import {draftOf, fieldsOf, type ScheduleDraft} from './schedule-draft.ts';
import {type Schedule, schedulesChanged, schedulesQuery} from './schedule-queries.ts';
import {RuleFields, type RulesProps} from './rule-fields.tsx';
import classes from './schedules.module.css';
import {WhenFields} from './when-fields.tsx';

type ScheduleFormProps = {
  /** The saved query. */
  readonly document: string;
  /** The one to change; a new one where it is absent. */
  readonly schedule?: Schedule | undefined;
  readonly onDone: () => void;
};

/** When a saved query runs by itself, with which values, and who is notified. */
export function ScheduleForm({document: uuid, schedule, onDone}: ScheduleFormProps) {
  const document = useQuery(documentQuery(uuid));
  const known = useQuery(schedulesQuery);
  const error = document.error ?? known.error;
  const retry = () => void Promise.all([document.refetch(), known.refetch()]);
  // What is known already stays, and with it what was typed, when asking again fails.
  if (document.data === undefined || known.data === undefined)
    return error === null ? <LoadingState /> : <ErrorState error={error} retry={retry} />;
  const {hasMail, hasWebhooks, kafkaTopics} = known.data;
  return (
    <Form
      document={document.data}
      schedule={schedule}
      channels={{
        mail: hasMail,
        webhook: hasWebhooks,
        kafka: kafkaTopics.length > 0,
        product: true,
      }}
      topics={kafkaTopics}
      onDone={onDone}
    />
  );
}

type FormProps = Pick<ScheduleFormProps, 'schedule' | 'onDone'> & {
  readonly document: OpenedDocument;
  readonly channels: RulesProps['channels'];
  readonly topics: RulesProps['topics'];
};

/**
 * Its fields begin with the schedule, or with what fits a new one; which variables there are is
 * told by the text of the query as it is saved now.
 */
function Form({document, schedule, channels, topics, onDone}: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(document, schedule));
  const change = (part: Partial<ScheduleDraft>) => setDraft({...draft, ...part});
  const save = useMutation({
    mutationFn: async () => {
      const body = fieldsOf(draft);
      if (schedule === undefined)
        await ask('POST /api/v1/schedules', {body: {...body, document: document.uuid}});
      else await ask('PUT /api/v1/schedules/{uuid}', {path: {uuid: schedule.uuid}, body});
    },
    onSuccess: async () => {
      toast({
        kind: 'done',
        title: schedule === undefined ? 'Schedule created' : 'Schedule updated',
      });
      onDone();
      await schedulesChanged();
    },
  });
  return (
    <DialogForm
      action={schedule === undefined ? 'Create schedule' : 'Save schedule'}
      onSubmit={() => save.mutate()}
      onCancel={onDone}
      isBusy={save.isPending}
      isReady={draft.name.trim() !== '' && draft.cron.trim() !== ''}
      error={save.error}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        value={draft.name}
        onChange={event => change({name: event.currentTarget.value})}
      />
      <WhenFields cron={draft.cron} timeZone={draft.timeZone} onChange={change} />
      <Variables text={document.content?.text ?? ''} draft={draft} onChange={change} />
      <div className={classes['fields']}>
        <NumberInput
          label="Retries"
          min={0}
          max={10}
          allowDecimal={false}
          value={draft.retries}
          onChange={value => change({retries: Number(value)})}
        />
        <NumberInput
          label="Seconds before a retry"
          min={0}
          max={3600}
          allowDecimal={false}
          value={draft.retryPauseSeconds}
          onChange={value => change({retryPauseSeconds: Number(value)})}
        />
        <NumberInput
          label="Kept results"
          min={0}
          max={30}
          allowDecimal={false}
          value={draft.keep}
          onChange={value => change({keep: Number(value)})}
        />
      </div>
      <ConditionFields condition={draft.condition} onChange={change} />
      <RuleFields draft={draft} channels={channels} topics={topics} onChange={change} />
      {/* There is a secret only once the schedule is stored. */}
      {schedule !== undefined && draft.rules.some(({by}) => by === 'webhook') && (
        <Group gap="xs">
          <Text size="sm">Secret that signs the webhooks</Text>
          <CopyButton text={schedule.webhookSecret} label="Copy the secret" />
        </Group>
      )}
      <Text size="sm" c="dimmed">
        The query runs as you, with the permissions that you have at that moment.{' '}
        <DocsLink to="schedules">About schedules</DocsLink>
      </Text>
    </DialogForm>
  );
}

/** A field for each variable of the query. */
function Variables({
  text,
  draft: {variables},
  onChange,
}: {
  readonly text: string;
  readonly draft: ScheduleDraft;
  readonly onChange: (part: Partial<ScheduleDraft>) => void;
}) {
  const found = variablesIn(text);
  if (found.length === 0) return null;
  return (
    <div className={classes['fields']} role="group" aria-label="Variables">
      {found.map(({name, fallback}) => (
        <TextInput
          key={name}
          label={name}
          placeholder={fallback ?? 'value'}
          required={fallback === undefined}
          value={variables[name] ?? ''}
          onChange={event =>
            onChange({variables: {...variables, [name]: event.currentTarget.value}})
          }
        />
      ))}
    </div>
  );
}

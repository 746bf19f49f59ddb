import {Button, Group, NumberInput, Select, TextInput} from '@mantine/core';
import {Dialog, LoadingState} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {PlugZap} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {ConnectionResult} from './connection-result.tsx';
import {type Source, type SourceType, sourceTypesQuery} from './queries.ts';
import {SourceFields} from './source-fields.tsx';
import {configOf, plainText, scheduleChoices, type Values, valuesOf} from './source-texts.ts';

type SourceDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** To be changed; without it one is added. */
  readonly source?: Source;
  readonly onDone?: (name: string) => void;
};

/** What a source is, how to get there and what of it is read; tried before it is saved. */
export function SourceDialog({isOpen, onClose, source, onDone}: SourceDialogProps) {
  // The forms follow from what the server says of each kind.
  const types = useQuery({...sourceTypesQuery, enabled: isOpen});
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={source === undefined ? 'Add source' : `Edit ${source.name}`}
    >
      {types.data === undefined && !types.isError ? (
        <LoadingState />
      ) : (
        <SourceForm
          types={types.data ?? []}
          problem={types.error}
          onClose={onClose}
          {...(source === undefined ? {} : {source})}
          {...(onDone === undefined ? {} : {onDone})}
        />
      )}
    </Dialog>
  );
}

type SourceFormProps = Omit<SourceDialogProps, 'isOpen'> & {
  readonly types: readonly SourceType[];
  readonly problem: unknown;
};

/** Texts, as fields have them; the kind of source says what each is. */
type Draft = {
  readonly name: string;
  readonly type: string;
  readonly values: Values;
  readonly schedule: string;
  readonly maxDeletes: number;
};

function SourceForm({types, problem, source, onClose, onDone}: SourceFormProps) {
  const [draft, setDraft] = useState<Draft>({
    name: source?.name ?? '',
    type: source?.type ?? '',
    values: valuesOf(source?.config ?? {}),
    schedule: source?.schedule ?? '',
    // The server's own default.
    maxDeletes: source?.maxDeletes ?? 20,
  });
  const set = (changes: Partial<Draft>) => setDraft(before => ({...before, ...changes}));
  const type = types.find(one => one.type === draft.type);
  const {values, ...rest} = draft;
  // The same for saving and for trying: what was tried is what is saved.
  const body = {...rest, config: configOf(type?.keys ?? [], values)};
  const name = draft.name.trim();
  return (
    <ChangeForm
      action={source === undefined ? 'Add source' : 'Save'}
      send={() =>
        source === undefined
          ? client.call('POST /v2/sources', {body})
          : client.call('PUT /v2/sources/{name}', {path: {name}, body})
      }
      done={`${name} ${source === undefined ? 'added' : 'saved'}`}
      onDone={() => onDone?.(name)}
      onClose={onClose}
      isReady={name !== '' && type !== undefined}
      problem={problem}
    >
      <Select
        label="Type"
        required
        data-autofocus
        openOnFocus={false}
        allowDeselect={false}
        // Another kind has other settings.
        disabled={source !== undefined}
        data={types.map(one => one.type)}
        value={draft.type === '' ? null : draft.type}
        description={type && plainText(type.doc)}
        onChange={chosen => set({type: chosen ?? ''})}
      />
      <TextInput
        label="Name"
        required
        disabled={source !== undefined}
        description="Letters, digits, “.”, “_” and “-”. Assets have it as the custom property “source”."
        value={draft.name}
        onChange={event => set({name: event.currentTarget.value})}
      />
      {type !== undefined && (
        <>
          <SourceFields
            keys={type.keys}
            values={values}
            saved={source?.secrets ?? []}
            onChange={(key, value) => set({values: {...values, [key]: value}})}
          />
          <ScheduleField value={draft.schedule} onChange={schedule => set({schedule})} />
          <NumberInput
            label="Delete at most"
            description="Percent of its assets that one run may delete. When more are missing, nothing is deleted."
            suffix=" %"
            min={0}
            max={100}
            allowDecimal={false}
            value={draft.maxDeletes}
            onChange={given => set({maxDeletes: Number(given)})}
          />
          {/* The result of other settings goes with them. */}
          <Connection key={JSON.stringify(body)} body={body} isReady={name !== ''} />
        </>
      )}
    </ChangeForm>
  );
}

function ScheduleField({value, onChange}: {value: string; onChange: (schedule: string) => void}) {
  // A schedule that the API was given may be any.
  const isKnown = scheduleChoices.some(one => one.value === value);
  const [isCustom, setCustom] = useState(!isKnown);
  return (
    <>
      <Select
        label="Schedule"
        allowDeselect={false}
        openOnFocus={false}
        data={scheduleChoices}
        value={isCustom ? 'custom' : value}
        onChange={chosen => {
          setCustom(chosen === 'custom');
          if (chosen !== 'custom') onChange(chosen ?? '');
        }}
      />
      {isCustom && (
        <TextInput
          label="Cron expression"
          description="Minute, hour, day, month, day of week, in the time zone of the server."
          placeholder="0 3 * * *"
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** The draft as the endpoint takes it. */
type Body = Parameters<typeof client.call<'POST /v2/sources/test'>>[1]['body'];

/** Whether the source answers with what stands in the form. */
function Connection({body, isReady}: {body: Body; isReady: boolean}) {
  const tested = useMutation({mutationFn: () => client.call('POST /v2/sources/test', {body})});
  return (
    <>
      <Group>
        <Button
          variant="default"
          leftSection={<PlugZap size={14} />}
          loading={tested.isPending}
          disabled={!isReady}
          onClick={() => tested.mutate()}
        >
          Test connection
        </Button>
      </Group>
      <ConnectionResult tested={tested} />
    </>
  );
}

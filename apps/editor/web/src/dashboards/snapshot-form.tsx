import {DialogForm, toast} from '@gazetteer/ui';
import {Checkbox, NativeSelect, Text, Textarea, TextInput} from '@mantine/core';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {type Snapshot, snapshotsChanged} from './snapshot-queries.ts';

/** Nobody else, unless its owner says so. */
const audiences = [
  {value: 'owner', label: 'Only you'},
  {value: 'dashboard', label: 'All users who can open the dashboard'},
] as const;

/** What can be changed of a snapshot; its results never change. */
type Draft = Pick<Snapshot, 'name' | 'description' | 'audience'>;

type FieldsProps = {readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void};

/** The same when it is taken and afterwards. */
function Fields({draft: {name, description, audience}, onChange}: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={event => onChange({name: event.currentTarget.value})}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={description}
        onChange={event => onChange({description: event.currentTarget.value})}
      />
      <NativeSelect
        label="Who can see it"
        data={audiences}
        value={audience}
        onChange={({currentTarget: {value}}) =>
          onChange({audience: audiences.find(one => one.value === value)?.value ?? 'owner'})
        }
      />
    </>
  );
}

type TakeProps = {
  readonly dashboard: string;
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  /** What the tiles show just now. */
  readonly capture: () => Promise<Pick<TakeBody, 'tiles' | 'picture'>>;
  readonly onDone: () => void;
};
type TakeBody = Parameters<typeof ask<'POST /api/v1/dashboards/{uuid}/snapshots'>>[1]['body'];

/** Keeps the results of a dashboard as they are on the page. */
export function TakeSnapshot({dashboard, name, variables, capture, onDone}: TakeProps) {
  const [draft, setDraft] = useState<Draft>({name, description: '', audience: 'owner'});
  const take = useMutation({
    mutationFn: async () => {
      const body = {...draft, variables, ...(await capture())};
      return await ask('POST /api/v1/dashboards/{uuid}/snapshots', {path: {uuid: dashboard}, body});
    },
    onSuccess: async () => {
      toast({kind: 'done', title: 'Snapshot taken'});
      onDone();
      await snapshotsChanged();
    },
  });
  return (
    <DialogForm
      action="Take snapshot"
      onSubmit={() => take.mutate()}
      onCancel={onDone}
      isBusy={take.isPending}
      isReady={draft.name.trim() !== ''}
      error={take.error}
    >
      <Fields draft={draft} onChange={part => setDraft({...draft, ...part})} />
      <Text size="sm" c="dimmed">
        A snapshot keeps the results that you see now. Users who can see it see these results, with
        your permissions.
      </Text>
    </DialogForm>
  );
}

type EditProps = {
  readonly snapshot: Snapshot;
  readonly canPreview: boolean;
  readonly onDone: () => void;
};

/** Who may see a snapshot, and what is shown without a login. */
export function EditSnapshot({snapshot, canPreview, onDone}: EditProps) {
  const {uuid, name, description, audience} = snapshot;
  const [draft, setDraft] = useState<Draft>({name, description, audience});
  const [hasPreview, setPreview] = useState(snapshot.hasPreview);
  const save = useMutation({
    mutationFn: () =>
      ask('PUT /api/v1/snapshots/{uuid}', {path: {uuid}, body: {...draft, hasPreview}}),
    onSuccess: async () => {
      toast({kind: 'done', title: 'Snapshot updated'});
      onDone();
      await snapshotsChanged();
    },
  });
  return (
    <DialogForm
      action="Save snapshot"
      onSubmit={() => save.mutate()}
      onCancel={onDone}
      isBusy={save.isPending}
      isReady={draft.name.trim() !== ''}
      error={save.error}
    >
      <Fields draft={draft} onChange={part => setDraft({...draft, ...part})} />
      {(canPreview || hasPreview) && (
        <Checkbox
          label="Show a preview without a login"
          description="Name, description and an image of the first chart are public at the address of the snapshot, so that chats show them."
          checked={hasPreview}
          onChange={event => setPreview(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}

import {
  Checkbox,
  Group,
  MultiSelect,
  Progress,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import {bytesText, Dialog, DialogForm, saveFile, TimeField, toast} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useEffect, useRef, useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {allEntityTypes, isInternal, useTypes} from '../../api/type-index.ts';
import type {ObjectRef} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {EntityPicker} from '../../entity/entity-picker.tsx';
import {typeChoices} from '../../entity/type-label.tsx';
import {emptyExport, type ExportForm, exportRequest} from './export-request.ts';

type ExportDialogProps = {readonly isOpen: boolean; readonly onClose: () => void};

/** The words of the API's `fetchType`. */
const reaches = [
  {value: 'FULL', label: 'Everything that relationships lead to'},
  {value: 'CONNECTED', label: 'Directly connected entities'},
  {value: 'INCREMENTAL', label: 'What has changed since a time'},
];
/** The words of its `matchType`; `equals` is to say none. */
const matches = [
  {value: 'equals', label: 'is'},
  {value: 'startsWith', label: 'starts with'},
  {value: 'endsWith', label: 'ends with'},
  {value: 'contains', label: 'contains'},
  {value: 'matches', label: 'matches'},
];

/** Chooses entities and downloads an archive of them. */
export function ExportDialog({isOpen, onClose}: ExportDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Export" size="lg">
      <Form onClose={onClose} />
    </Dialog>
  );
}

type Arrived = {readonly received: number; readonly total: number | undefined};

/** Makes the archive, and saves it when it has arrived. */
function useExport(body: ReturnType<typeof exportRequest>, onClose: () => void) {
  const [arrived, setArrived] = useState<Arrived>();
  // No state: nothing is drawn in another way for it.
  const running = useRef<AbortController>(undefined);
  // Closing the dialog is giving up.
  useEffect(() => () => running.current?.abort(), []);
  const make = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      setArrived(undefined);
      return await client.call(
        'POST /admin/export',
        {body: body ?? {}},
        {
          signal: running.current.signal,
          onProgress: (received, total) => setArrived({received, total}),
        },
      );
    },
    onSuccess: async archive => {
      // The server sends no archive of nothing.
      if (archive === undefined) {
        toast({kind: 'note', title: 'Nothing to export', text: 'No entity matches.'});
        return;
      }
      // The client's types say text for whatever is no JSON.
      saveFile(`export-${new Date().toISOString().slice(0, 10)}.zip`, archive as unknown as Blob);
      toast({kind: 'done', title: 'Archive exported'});
      onClose();
      await queries.invalidateQueries({queryKey: ['admin']});
    },
  });
  // The first time it stops the export and leaves what was filled in, the second time it closes.
  const cancel = () => {
    if (!make.isPending) return onClose();
    running.current?.abort();
    make.reset();
  };
  return {make, arrived, cancel};
}

function Form({onClose}: Omit<ExportDialogProps, 'isOpen'>) {
  const [form, setForm] = useState<ExportForm>(emptyExport);
  const change = (changes: Partial<ExportForm>) => setForm(old => ({...old, ...changes}));
  const body = exportRequest(form);
  const {make, arrived, cancel} = useExport(body, onClose);
  return (
    <DialogForm
      action="Export"
      onSubmit={() => make.mutate()}
      onCancel={cancel}
      isBusy={make.isPending}
      isReady={body !== undefined}
      error={make.error?.name === 'AbortError' ? null : make.error}
    >
      <Chosen form={form} onChange={change} />
      <Select
        label="Include"
        allowDeselect={false}
        data={reaches}
        value={form.fetchType}
        onChange={fetchType => change({fetchType: fetchType ?? 'FULL'})}
      />
      {form.fetchType === 'INCREMENTAL' && (
        <TimeField
          label="Changed since"
          required
          time={form.since}
          onChange={since => change({since})}
        />
      )}
      <Checkbox
        label="Without processes"
        description="The archive then has no lineage"
        checked={form.skipLineage}
        onChange={event => change({skipLineage: event.currentTarget.checked})}
      />
      <TextInput
        label="Target catalog"
        description="Marks entities as replicated there. Optional."
        value={form.replicatedTo}
        onChange={event => change({replicatedTo: event.currentTarget.value})}
      />
      {make.isPending && <Arriving arrived={arrived} />}
    </DialogForm>
  );
}

type ChosenProps = {
  readonly form: ExportForm;
  readonly onChange: (changes: Partial<ExportForm>) => void;
};

/** Which entities the archive begins with. */
function Chosen({form, onChange}: ChosenProps) {
  const types = useTypes();
  const [entities, setEntities] = useState<readonly ObjectRef[]>([]);
  const choices = typeChoices([...types.entities.keys()].filter(name => !isInternal(name)));
  return (
    <>
      <Radio.Group
        label="Scope"
        value={form.by}
        onChange={by => onChange({by: by as ExportForm['by']})}
        // The library draws the label of a group as a label of nothing.
        labelElement="div"
      >
        <Group mt={4}>
          <Radio value="entities" label="Selected entities" />
          <Radio value="value" label="By attribute" />
          <Radio value="types" label="By type" />
        </Group>
      </Radio.Group>
      {form.by === 'entities' && (
        <EntityPicker
          label="Entities"
          required
          typeName={allEntityTypes}
          isMany
          value={entities}
          // The picker shows names, the request wants guids: each gets what it needs.
          onChange={next => {
            setEntities(next);
            onChange({guids: next.map(one => one.guid)});
          }}
        />
      )}
      {form.by === 'types' && (
        <MultiSelect
          label="Types"
          required
          searchable
          {...choices}
          value={[...form.types]}
          onChange={next => onChange({types: next})}
        />
      )}
      {form.by === 'value' && <ValueChoice form={form} onChange={onChange} choices={choices} />}
    </>
  );
}

type ValueChoiceProps = ChosenProps & {readonly choices: ReturnType<typeof typeChoices>};

function ValueChoice({form, onChange, choices}: ValueChoiceProps) {
  const types = useTypes();
  const labelOf = attributeLabels(types, form.typeName);
  // How it is compared makes sense of texts alone.
  const attributes = types.attributesOf(form.typeName).filter(def => def.typeName === 'string');
  return (
    <Stack gap="xs">
      <Select
        label="Type"
        required
        searchable
        {...choices}
        value={form.typeName === '' ? null : form.typeName}
        onChange={name => onChange({typeName: name ?? ''})}
      />
      <Group grow align="flex-end" gap="xs">
        <Select
          label="Attribute"
          required
          searchable
          data={attributes.map(def => ({value: def.name, label: labelOf(def.name)}))}
          // An attribute chosen for another type is no choice any more.
          value={attributes.some(def => def.name === form.attribute) ? form.attribute : null}
          onChange={name => onChange({attribute: name ?? ''})}
        />
        <Select
          aria-label="How to compare"
          allowDeselect={false}
          data={matches}
          value={form.match}
          onChange={match => onChange({match: match ?? 'equals'})}
        />
        <TextInput
          label="Value"
          required
          value={form.value}
          onChange={event => onChange({value: event.currentTarget.value})}
        />
      </Group>
    </Stack>
  );
}

/** The server makes the whole archive before it sends the first byte. */
function Arriving({arrived}: {arrived: Arrived | undefined}) {
  // Without a length it is full and moves: it goes on, and nobody knows how far it is.
  const percent =
    arrived?.total === undefined || arrived.total === 0
      ? 100
      : Math.round((arrived.received / arrived.total) * 100);
  return (
    <Stack gap={4}>
      <Progress value={percent} animated aria-label="Progress of the export" />
      <Text size="sm" role="status">
        {arrived === undefined
          ? 'Creating the archive…'
          : `${bytesText(arrived.received)}${arrived.total === undefined ? '' : ` of ${bytesText(arrived.total)}`}`}
      </Text>
    </Stack>
  );
}

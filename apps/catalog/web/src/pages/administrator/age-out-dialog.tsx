import {
  Alert,
  Checkbox,
  Group,
  List,
  MultiSelect,
  NumberInput,
  Radio,
  SimpleGrid,
  Text,
} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Dialog, DialogForm, DocsLink, toast, When} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {isInternal, useTypes} from '../../api/type-index.ts';
import {actionText, auditActions} from '../entity/audit-actions.ts';

type AgeOutDialogProps = {readonly isOpen: boolean; readonly onClose: () => void};
type Criteria = Schemas['AuditReductionCriteria'];

/** Removes old events of the audit of entities, after a preview of how many that are. */
export function AgeOutDialog({isOpen, onClose}: AgeOutDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Remove old audit events" size="lg">
      <Form onClose={onClose} />
    </Dialog>
  );
}

/** 0 days or events: no such limit; at least one of both is wanted. */
type Wanted = {
  readonly isOfAll: boolean;
  readonly days: number;
  readonly count: number;
  readonly types: readonly string[];
  readonly withSubTypes: boolean;
  readonly actions: readonly string[];
  readonly withCreations: boolean;
};

/**
 * A quarter of a year, of everything but creations: without its creation the history of an entity
 * has no beginning.
 */
const usual: Wanted = {
  isOfAll: true,
  days: 90,
  count: 0,
  types: [],
  withSubTypes: true,
  actions: [],
  withCreations: false,
};

/** Nothing is removed before its preview: the button says how many events it is about to remove. */
function Form({onClose}: Omit<AgeOutDialogProps, 'isOpen'>) {
  const [wanted, setWanted] = useState(usual);
  const preview = useMutation({
    mutationFn: (body: Criteria) => client.dryRun('POST /admin/audits/ageout', {body}),
  });
  const start = useMutation({
    mutationFn: (body: Criteria) => client.call('POST /admin/audits/ageout', {body}),
    onSuccess: async () => {
      toast({
        kind: 'done',
        title: 'Old events are being removed',
        text: 'The list shows the progress.',
      });
      onClose();
      await queries.invalidateQueries({queryKey: ['admin', 'tasks']});
    },
  });
  const change = (changes: Partial<Wanted>) => {
    // What was told is of other wishes now.
    preview.reset();
    setWanted(old => ({...old, ...changes}));
  };
  const count = preview.data?.changes['auditEvents']?.['removed']?.count;
  const isTold = count !== undefined;
  return (
    <DialogForm
      action={count === undefined ? 'Preview' : removeText(count)}
      onSubmit={() => (isTold ? start : preview).mutate(criteriaOf(wanted))}
      onCancel={onClose}
      isBusy={preview.isPending || start.isPending}
      isReady={isComplete(wanted) && count !== 0}
      error={preview.error ?? start.error}
    >
      <Fields wanted={wanted} onChange={change} />
      {isTold && <Told count={count} tasks={preview.data?.response ?? []} />}
    </DialogForm>
  );
}

/** Of some means of at least one type or action: nothing chosen would be all. */
function isComplete({isOfAll, days, count, types, actions}: Wanted): boolean {
  return (days > 0 || count > 0) && (isOfAll || types.length + actions.length > 0);
}

/**
 * The API has two sets of fields, for all entities and for some types or actions, and takes each
 * only with its own switch.
 */
function criteriaOf({
  isOfAll,
  days,
  count,
  types,
  withSubTypes,
  actions,
  withCreations,
}: Wanted): Criteria {
  const common = {
    auditAgingEnabled: true,
    createEventsAgeoutAllowed: withCreations,
    subTypesIncluded: withSubTypes,
  };
  if (isOfAll) {
    return {
      ...common,
      defaultAgeoutEnabled: true,
      defaultAgeoutTTLInDays: days,
      defaultAgeoutAuditCount: count,
    };
  }
  return {
    ...common,
    customAgeoutEntityTypes: types.join(','),
    customAgeoutActionTypes: actions.join(','),
    customAgeoutTTLInDays: days,
    customAgeoutAuditCount: count,
  };
}

/** What is removed, and what is kept of it. */
function Fields({
  wanted,
  onChange,
}: {
  wanted: Wanted;
  onChange: (changes: Partial<Wanted>) => void;
}) {
  const types = useTypes();
  const numberOf = (value: string | number) => (typeof value === 'number' ? value : 0);
  return (
    <>
      <SimpleGrid cols={{base: 1, sm: 2}}>
        <NumberInput
          label="Older than so many days"
          description="0: no limit by age"
          min={0}
          max={36_500}
          allowDecimal={false}
          value={wanted.days}
          onChange={value => onChange({days: numberOf(value)})}
        />
        <NumberInput
          label="Keep newest (events per entity)"
          description="Of the same entity; 0: no such limit"
          min={0}
          allowDecimal={false}
          value={wanted.count}
          onChange={value => onChange({count: numberOf(value)})}
        />
      </SimpleGrid>
      <Radio.Group
        label="Scope"
        value={wanted.isOfAll ? 'all' : 'some'}
        onChange={value => onChange({isOfAll: value === 'all'})}
        labelElement="div"
      >
        <Group mt={4}>
          <Radio value="all" label="All entities" />
          <Radio value="some" label="Some types or actions" />
        </Group>
      </Radio.Group>
      {!wanted.isOfAll && (
        <>
          <MultiSelect
            label="Types"
            description="None: all"
            searchable
            data={[...types.entities.keys()].filter(name => !isInternal(name)).toSorted()}
            value={[...wanted.types]}
            onChange={names => onChange({types: names})}
          />
          <Checkbox
            label="Include subtypes"
            checked={wanted.withSubTypes}
            onChange={event => onChange({withSubTypes: event.currentTarget.checked})}
          />
          <MultiSelect
            label="Actions"
            description="None: all but own classifications"
            searchable
            data={auditActions.map(value => ({value, label: actionText(value)}))}
            value={[...wanted.actions]}
            onChange={actions => onChange({actions})}
          />
        </>
      )}
      <Checkbox
        label="Include creations by imports"
        checked={wanted.withCreations}
        onChange={event => onChange({withCreations: event.currentTarget.checked})}
      />
    </>
  );
}

/** As the server has put it together from what was asked for. */
type Rule = {
  readonly before?: number;
  readonly keep?: number;
  readonly types?: readonly string[];
  readonly actions?: readonly string[];
};

/** The limits that will hold: the server may have smallest ones. */
function Told({count, tasks}: {count: number; tasks: readonly Schemas['Task'][]}) {
  return (
    <Alert variant="default" role="status" title={titleOf(count)}>
      <List size="sm">
        {tasks.map(task => {
          const {before, keep, types, actions} = (task.parameters?.['rule'] ?? {}) as Rule;
          return (
            <List.Item key={task.guid}>
              {before !== undefined && (
                <>
                  from before <When ms={before} />
                  {keep !== undefined && ', or '}
                </>
              )}
              {keep !== undefined && <>behind the newest {keep.toLocaleString()} of their entity</>}
              {types !== undefined && <>, of {types.length.toLocaleString()} types</>}
              {actions !== undefined && <>, {actions.map(actionText).join(', ')}</>}
            </List.Item>
          );
        })}
      </List>
      <Text size="sm" mt="xs">
        An entity’s history can’t be shown for the time of removed events. The event of a purge is
        always kept. <DocsLink to="upkeep">What is kept</DocsLink>
      </Text>
    </Alert>
  );
}

/** On the button. */
function removeText(count: number): string {
  if (count === 0) return 'Nothing to remove';
  return count === 1 ? 'Remove 1 event' : `Remove ${count.toLocaleString()} events`;
}

/** Over what is told of it. */
function titleOf(count: number): string {
  if (count === 0) return 'No events will be removed';
  return count === 1
    ? '1 event will be removed'
    : `${count.toLocaleString()} events will be removed`;
}

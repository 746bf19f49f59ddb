import {ActionIcon, Button, NativeSelect, Text, TextInput} from '@mantine/core';
import {Plus, X} from 'lucide-react';
import type {Rule, ScheduleDraft} from './schedule-draft.ts';
import classes from './schedules.module.css';

/** As the server has it, which refuses more. */
const maxRules = 20;
/** A run of a query goes well or fails; what its condition says is told beside. */
const occasions = [
  {value: 'done', label: 'Each time'},
  {value: 'failed', label: 'When it fails'},
  {value: 'condition', label: 'When the condition holds'},
] as const;
/** The same occasions, but what fails here is the check and not its run. */
const occasionsOfChecks = [
  {value: 'done', label: 'Each time'},
  {value: 'failed', label: 'When it can’t be run'},
  {value: 'condition', label: 'When the check fails'},
] as const;
/** All of them are shown: one that is not configured can't be chosen, but is known to exist. */
const channels = [
  {value: 'product', label: 'In Gazetteer'},
  {value: 'mail', label: 'Mail'},
  {value: 'webhook', label: 'Webhook'},
  {value: 'kafka', label: 'Kafka'},
] as const;

export type RulesProps = {
  readonly draft: Pick<ScheduleDraft, 'rules' | 'condition'>;
  /** Of a check, which is held against what is expected. */
  readonly isCheck?: boolean;
  readonly channels: Readonly<Record<Rule['by'], boolean>>;
  /** Of Kafka. */
  readonly topics: readonly string[];
  readonly onChange: (part: {rules: readonly Rule[]}) => void;
};

/** Who is notified of what. */
export function RuleFields({
  draft: {rules, condition},
  isCheck = false,
  channels: offered,
  topics,
  onChange,
}: RulesProps) {
  const set = (at: number, part: Partial<Rule>) =>
    onChange({rules: rules.map((one, i) => (i === at ? {...one, ...part} : one))});
  return (
    <fieldset className={classes['rules']}>
      <legend>Notifications</legend>
      {rules.length === 0 && (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      )}
      {rules.map((rule, i) => (
        // Rules have no names, and are in the order in which they were added.
        <RuleRow
          key={i}
          number={i + 1}
          rule={rule}
          hasCondition={isCheck || condition !== undefined}
          occasions={isCheck ? occasionsOfChecks : occasions}
          offered={offered}
          topics={topics}
          onChange={part => set(i, part)}
          onRemove={() => onChange({rules: rules.filter((_, at) => at !== i)})}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        mt="xs"
        leftSection={<Plus size={14} />}
        disabled={rules.length >= maxRules}
        onClick={() => onChange({rules: [...rules, {on: 'done', by: 'product', to: ''}]})}
      >
        Add notification
      </Button>
    </fieldset>
  );
}

type RowProps = {
  readonly number: number;
  readonly rule: Rule;
  readonly hasCondition: boolean;
  readonly occasions: readonly {readonly value: Rule['on']; readonly label: string}[];
  readonly offered: RulesProps['channels'];
  readonly topics: readonly string[];
  readonly onChange: (part: Partial<Rule>) => void;
  readonly onRemove: () => void;
};

/** One notification. An address of one way means nothing to another one, so it begins empty. */
function RuleRow({
  number,
  rule: {on, by, to},
  hasCondition,
  occasions: named,
  offered,
  topics,
  onChange,
  onRemove,
}: RowProps) {
  return (
    <div className={classes['fields']} role="group" aria-label={`Notification ${number}`}>
      <NativeSelect
        label="When"
        data={named.map(one => ({
          ...one,
          disabled: one.value === 'condition' && !hasCondition,
        }))}
        value={on}
        onChange={({currentTarget: {value}}) =>
          onChange({on: named.find(one => one.value === value)?.value ?? 'done'})
        }
      />
      <NativeSelect
        label="How"
        data={channels.map(one => ({...one, disabled: !offered[one.value]}))}
        value={by}
        onChange={({currentTarget: {value}}) =>
          onChange({
            by: channels.find(one => one.value === value)?.value ?? 'product',
            to: value === 'kafka' ? (topics[0] ?? '') : '',
          })
        }
      />
      {by === 'kafka' && (
        <NativeSelect
          label="Topic"
          // One that the administrator has removed since is shown, and refused.
          data={[...new Set([...topics, to])]}
          value={to}
          onChange={event => onChange({to: event.currentTarget.value})}
        />
      )}
      {(by === 'mail' || by === 'webhook') && (
        <TextInput
          label={by === 'mail' ? 'Mail address' : 'Web address'}
          type={by === 'mail' ? 'email' : 'url'}
          required
          maxLength={2000}
          value={to}
          onChange={event => onChange({to: event.currentTarget.value})}
        />
      )}
      <ActionIcon
        className={classes['fixed']}
        size="lg"
        variant="subtle"
        color="gray"
        aria-label={`Remove notification ${number}`}
        onClick={onRemove}
      >
        <X size={16} />
      </ActionIcon>
    </div>
  );
}

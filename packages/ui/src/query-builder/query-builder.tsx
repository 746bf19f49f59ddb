import {
  ActionIcon,
  Button,
  Group,
  SegmentedControl,
  Select,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import {needsValue} from '@gazetteer/model/operator';
import {FolderPlus, Plus, X} from 'lucide-react';
import {
  type FieldKind,
  type Filter,
  type FilterField,
  type FilterGroup,
  type FilterRule,
  isGroup,
  operatorLabel,
  operatorsOf,
  timeRanges,
} from './filter.ts';
import {TimeField} from '../time-field.tsx';
import classes from './query-builder.module.css';

export type QueryBuilderProps = {
  readonly fields: readonly FilterField[];
  readonly value: FilterGroup;
  readonly onChange: (value: FilterGroup) => void;
};

/** Deeper groups could hardly be read. */
const deepest = 4;
const emptyRule: FilterRule = {attributeName: '', operator: ''};

/** Conditions joined by and / or, in groups inside of groups. */
export function QueryBuilder({fields, value, onChange}: QueryBuilderProps) {
  return <GroupEditor fields={fields} value={value} onChange={onChange} depth={0} />;
}

type GroupProps = QueryBuilderProps & {
  readonly onRemove?: () => void;
  readonly depth: number;
};

function GroupEditor(props: GroupProps) {
  const {fields, value, onChange, depth} = props;
  const {criterion} = value;
  const replace = (index: number, next: Filter | undefined) =>
    onChange({
      ...value,
      criterion: criterion.flatMap((one, n) =>
        n !== index ? [one] : next === undefined ? [] : [next],
      ),
    });
  return (
    <fieldset className={classes['group']} data-depth={depth}>
      <legend className={classes['legend']}>Filters</legend>
      <GroupHead {...props} />
      {criterion.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          No filters yet.
        </Text>
      )}
      {criterion.map((one, n) =>
        isGroup(one) ? (
          <GroupEditor
            key={n}
            fields={fields}
            value={one}
            depth={depth + 1}
            onChange={next => replace(n, next)}
            onRemove={() => replace(n, undefined)}
          />
        ) : (
          <RuleEditor
            key={n}
            fields={fields}
            rule={one}
            onChange={next => replace(n, next)}
            onRemove={() => replace(n, undefined)}
          />
        ),
      )}
    </fieldset>
  );
}

/** How the members of a group are joined, and what can be added to them. */
function GroupHead({value, onChange, onRemove, depth}: GroupProps) {
  const {condition, criterion} = value;
  const add = (next: Filter) => onChange({...value, criterion: [...criterion, next]});
  return (
    <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
      <Group gap="xs" miw={0}>
        <SegmentedControl
          size="xs"
          aria-label="Match all or any"
          data={[
            {value: 'AND', label: 'Match all'},
            {value: 'OR', label: 'Match any'},
          ]}
          value={condition}
          onChange={next => onChange({...value, condition: next as FilterGroup['condition']})}
        />
        <Button
          size="xs"
          variant="subtle"
          leftSection={<Plus size={14} />}
          onClick={() => add(emptyRule)}
        >
          Condition
        </Button>
        {depth < deepest && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<FolderPlus size={14} />}
            // A group that is joined like the one around it would say nothing new.
            onClick={() =>
              add({condition: condition === 'AND' ? 'OR' : 'AND', criterion: [emptyRule]})
            }
          >
            Group
          </Button>
        )}
      </Group>
      {onRemove !== undefined && (
        <ActionIcon variant="subtle" color="gray" aria-label="Remove this group" onClick={onRemove}>
          <X size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}

type RuleProps = {
  readonly fields: readonly FilterField[];
  readonly rule: FilterRule;
  readonly onChange: (rule: FilterRule) => void;
  readonly onRemove: () => void;
};

function RuleEditor({fields, rule, onChange, onRemove}: RuleProps) {
  const field = fields.find(one => one.name === rule.attributeName);
  const kind = field?.kind ?? 'text';
  // What was compared and with what stays, where it fits the new field.
  const choose = (name: string | null) => {
    const next = fields.find(one => one.name === name);
    if (next === undefined) return;
    const operators = operatorsOf[next.kind];
    const isSameKind = field?.kind === next.kind;
    const operator =
      isSameKind && operators.includes(rule.operator) ? rule.operator : (operators[0] ?? '=');
    onChange({
      attributeName: next.name,
      operator,
      ...(isSameKind && rule.attributeValue !== undefined
        ? {attributeValue: rule.attributeValue}
        : {}),
    });
  };
  return (
    <div className={classes['rule']}>
      <Select
        aria-label="Attribute"
        placeholder="Attribute"
        size="xs"
        searchable
        data={grouped(fields, rule.attributeName)}
        value={rule.attributeName === '' ? null : rule.attributeName}
        onChange={choose}
      />
      <Select
        aria-label="Comparison"
        size="xs"
        allowDeselect={false}
        disabled={rule.attributeName === ''}
        data={withCurrent(operatorsOf[kind], rule.operator).map(value => ({
          value,
          label: operatorLabel(value, kind),
        }))}
        value={rule.operator === '' ? null : rule.operator}
        onChange={operator => operator !== null && onChange({...rule, operator})}
      />
      {needsValue(rule.operator) ? (
        <ValueEditor field={field} rule={rule} onChange={onChange} />
      ) : (
        <span aria-hidden />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Remove this filter" onClick={onRemove}>
        <X size={16} />
      </ActionIcon>
    </div>
  );
}

function ValueEditor({
  field,
  rule,
  onChange,
}: {
  field: FilterField | undefined;
  rule: FilterRule;
  onChange: (rule: FilterRule) => void;
}) {
  const value = rule.attributeValue ?? '';
  const set = (next: string) => onChange({...rule, attributeValue: next});
  const common = {'aria-label': 'Value', size: 'xs'} as const;
  const kind = field?.kind ?? 'text';
  if (rule.operator === 'in') {
    // As the API has lists: with commas.
    const chosen = value === '' ? [] : value.split(',');
    return (
      <TagsInput
        {...common}
        placeholder={chosen.length === 0 ? 'Values' : ''}
        data={[...(field?.options ?? [])]}
        value={chosen}
        onChange={next => set(next.join(','))}
      />
    );
  }
  const data = choicesFor(kind, field, rule);
  if (data !== undefined)
    return (
      <Select
        {...common}
        searchable={kind === 'choice'}
        data={data}
        value={value === '' ? null : value}
        onChange={next => set(next ?? '')}
      />
    );
  if (kind === 'date') {
    return (
      <TimeField
        {...common}
        time={value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)}
        onChange={ms => set(ms === undefined ? '' : String(ms))}
      />
    );
  }
  return (
    <TextInput
      {...common}
      placeholder="Value"
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={event => set(event.currentTarget.value)}
    />
  );
}

/**
 * The values that there are to choose from, with one that a link brings and that is none of them;
 * undefined where any can be written.
 */
function choicesFor(kind: FieldKind, field: FilterField | undefined, rule: FilterRule) {
  const value = rule.attributeValue ?? '';
  if (kind === 'boolean') return ['true', 'false'];
  if (kind === 'choice') return withCurrent(field?.options ?? [], value);
  if (kind !== 'date' || rule.operator !== 'timerange') return undefined;
  const ranges = Object.entries(timeRanges).map(([name, label]) => ({value: name, label}));
  return value === '' || value in timeRanges ? ranges : [...ranges, {value, label: value}];
}

function grouped(fields: readonly FilterField[], current: string) {
  const groups = Map.groupBy(fields, field => field.group ?? '');
  const all = [...groups].map(([group, members]) => ({
    group,
    items: members.map(({name, label}) => ({value: name, label})),
  }));
  // A link may name a field that this search does not have; it stays visible.
  const isKnown = current === '' || fields.some(field => field.name === current);
  return isKnown
    ? all
    : [...all, {group: 'Unknown here', items: [{value: current, label: current}]}];
}

function withCurrent(values: readonly string[], current: string): string[] {
  return current === '' || values.includes(current) ? [...values] : [...values, current];
}

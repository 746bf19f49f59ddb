import {ActionIcon, Button, Group, NativeSelect, Text, TextInput, Title} from '@mantine/core';
import {Plus, X} from 'lucide-react';
import type {ReactNode} from 'react';
import type {SheetPreparation} from './sheet-session.ts';

type PreparationFieldsProps = {
  readonly value: SheetPreparation;
  readonly onChange: (value: SheetPreparation) => void;
};

/**
 * Settings, files and functions, a row of fields each. Empty rows are sent as they are: the server
 * says which one is not complete.
 */
export function PreparationFields({value, onChange}: PreparationFieldsProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        Sent to the server once in each session, before the first statement of this tab. They last
        as long as the session.
      </Text>
      <Rows
        title="Settings"
        add="Add a setting"
        items={value.settings}
        fresh={{key: '', value: ''}}
        onChange={settings => onChange({...value, settings})}
      >
        {textFields(
          {key: 'key', what: 'Name', placeholder: 'hive.exec.parallel'},
          {key: 'value', what: 'Value', placeholder: 'true'},
        )}
      </Rows>
      <Rows
        title="Files"
        add="Add a file"
        items={value.files}
        fresh={{type: 'jar', path: ''}}
        onChange={files => onChange({...value, files})}
      >
        {(item, change, label) => (
          <>
            <NativeSelect
              size="xs"
              aria-label={`Kind of ${label}`}
              data={['jar', 'file', 'archive']}
              value={item.type}
              onChange={event => change({type: event.currentTarget.value})}
            />
            <Field
              label={`Path of ${label}`}
              placeholder="hdfs:///user/ada/udf.jar"
              value={item.path}
              onChange={path => change({path})}
            />
          </>
        )}
      </Rows>
      <Rows
        title="Functions"
        add="Add a function"
        items={value.functions}
        fresh={{name: '', class_name: ''}}
        onChange={functions => onChange({...value, functions})}
      >
        {textFields(
          {key: 'name', what: 'Name', placeholder: 'my_lower'},
          {key: 'class_name', what: 'Class', placeholder: 'org.example.MyLower'},
        )}
      </Rows>
    </>
  );
}

/** A list whose items are edited in place; what an item's fields are is told by `children`. */
type RowsProps<Item> = {
  readonly title: string;
  readonly add: string;
  readonly items: readonly Item[];
  readonly fresh: Item;
  readonly onChange: (items: readonly Item[]) => void;
  readonly children: (
    item: Item,
    change: (fields: Partial<Item>) => void,
    label: string,
  ) => ReactNode;
};

/** A member of an item, and how its field is called. */
type TextOf<Item> = {
  readonly key: keyof Item & string;
  readonly what: string;
  readonly placeholder: string;
};

/** Draws members of an item that are texts, a field each. */
function textFields<Item extends Readonly<Record<string, string>>>(
  ...fields: readonly TextOf<Item>[]
): RowsProps<Item>['children'] {
  return (item, change, label) =>
    fields.map(({key, what, placeholder}) => (
      <Field
        key={key}
        label={`${what} of ${label}`}
        placeholder={placeholder}
        value={item[key] ?? ''}
        onChange={text => change({[key]: text} as Partial<Item>)}
      />
    ));
}

/** Rows have no names of their own: they are counted in the labels of their fields. */
function Rows<Item>({title, add, items, fresh, onChange, children}: RowsProps<Item>) {
  // Titles are plurals in `s`.
  const one = title.slice(0, -1).toLowerCase();
  return (
    <section aria-label={title}>
      <Title order={3} size="sm" mb={4}>
        {title}
      </Title>
      {items.map((item, n) => (
        <Group key={n} gap="xs" wrap="nowrap" mb={4}>
          {children(
            item,
            fields => onChange(items.with(n, {...item, ...fields})),
            `${one} ${n + 1}`,
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${one} ${n + 1}`}
            onClick={() => onChange(items.toSpliced(n, 1))}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Plus size={14} />}
        onClick={() => onChange([...items, fresh])}
      >
        {add}
      </Button>
    </section>
  );
}

type FieldProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Names and paths are no language: browsers must not correct them. */
function Field({label, placeholder, value, onChange}: FieldProps) {
  return (
    <TextInput
      size="xs"
      flex={1}
      aria-label={label}
      placeholder={placeholder}
      spellCheck={false}
      autoCapitalize="none"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

import {ActionIcon, Button, Group, TextInput} from '@mantine/core';
import {Plus, X} from 'lucide-react';

type Pairs = readonly (readonly [string, string])[];

/**
 * Names and texts of which there may be any number. A list and no record: while somebody types two
 * names may be the same, or empty.
 */
export function PairsField({
  value,
  onChange,
  add,
}: {
  value: Pairs;
  onChange: (value: Pairs) => void;
  add: string;
}) {
  const what = add.toLowerCase();
  return (
    <>
      {value.map(([name, text], n) => (
        <Group key={n} gap="xs" wrap="nowrap">
          <TextInput
            aria-label="Name"
            placeholder="Name"
            value={name}
            onChange={event => onChange(value.with(n, [event.currentTarget.value, text]))}
          />
          <TextInput
            aria-label="Value"
            placeholder="Value"
            style={{flex: 1}}
            value={text}
            onChange={event => onChange(value.with(n, [name, event.currentTarget.value]))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove this ${what}`}
            onClick={() => onChange(value.toSpliced(n, 1))}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="xs"
        variant="subtle"
        style={{alignSelf: 'start'}}
        leftSection={<Plus size={14} />}
        onClick={() => onChange([...value, ['', '']])}
      >
        {add}
      </Button>
    </>
  );
}

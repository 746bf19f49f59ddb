import {Button, Group, NativeSelect, TextInput} from '@mantine/core';
import {Plus, Trash2} from 'lucide-react';
import {TitledCard} from '../../entity/titled-card.tsx';
import {newElement, type TypePartProps} from './type-draft.ts';
import classes from './types.module.css';

/**
 * Values of an enumeration. Those that the catalog has keep their names and stay: entities may have
 * them, and the server does not look for these when a value is taken away.
 */
export function ElementsCard({draft, change}: TypePartProps) {
  const set = (key: number, part: object) =>
    change({elements: draft.elements.map(one => (one.key === key ? {...one, ...part} : one))});
  return (
    <TitledCard title="Values" count={draft.elements.length}>
      <div className={classes['cards']}>
        {draft.elements.map(({key, value, description, isStored}, n) => (
          <Group key={key} align="flex-end" gap="sm">
            <TextInput
              label={`Value ${n + 1}`}
              required
              disabled={isStored}
              value={value}
              onChange={event => set(key, {value: event.currentTarget.value})}
            />
            <TextInput
              label={`Description of value ${n + 1}`}
              style={{flex: 1}}
              value={description}
              onChange={event => set(key, {description: event.currentTarget.value})}
            />
            {!isStored && (
              <Button
                variant="default"
                leftSection={<Trash2 size={16} />}
                onClick={() => change({elements: draft.elements.filter(one => one.key !== key)})}
              >
                Remove
              </Button>
            )}
          </Group>
        ))}
        <Group align="flex-end">
          <Button
            variant="default"
            leftSection={<Plus size={16} />}
            onClick={() => change({elements: [...draft.elements, newElement()]})}
          >
            Add a value
          </Button>
          <NativeSelect
            label="Default"
            value={draft.defaultValue}
            data={[
              {value: '', label: 'none'},
              ...new Set(draft.elements.map(one => one.value.trim()).filter(Boolean)),
            ]}
            onChange={event => change({defaultValue: event.currentTarget.value})}
          />
        </Group>
      </div>
    </TitledCard>
  );
}

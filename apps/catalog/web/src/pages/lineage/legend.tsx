import {ActionIcon, Group, Kbd, Popover, Stack, Text, Tooltip} from '@mantine/core';
import {CircleQuestionMark} from 'lucide-react';
import type {ReactNode} from 'react';
import type {TypeIndex} from '../../api/type-index.ts';
import {serviceColour} from './card-colour.ts';
import classes from './lineage.module.css';
import type {Card} from './scene.ts';

const keys: readonly (readonly [string, string])[] = [
  ['← →', 'against the data and with it'],
  ['↑ ↓', 'at the same step'],
  ['Home', 'to the start'],
  ['Enter', 'details'],
  ['+', 'load more'],
  ['0', 'show everything'],
];

/** What the shapes and colours mean, and the keys. */
export function Legend({cards, types}: {cards: Iterable<Card>; types: TypeIndex}) {
  const services = new Set<string>();
  for (const {kind, typeName} of cards)
    if (kind === 'data') services.add(types.entities.get(typeName)?.serviceType ?? '');
  return (
    <Popover position="bottom-end" withArrow shadow="md" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Legend and shortcuts">
          <ActionIcon variant="default" size="md" aria-label="Legend">
            <CircleQuestionMark size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Legend" className={classes['palette'] ?? ''}>
        <Stack gap={6} tabIndex={-1} data-autofocus>
          <Sign name="where this lineage starts">
            <div className={classes['card']} data-kind="data" data-base />
          </Sign>
          {[...services].sort().map(service => (
            <Sign key={service} name={service === '' ? 'data of no service' : `data of ${service}`}>
              <div
                className={classes['card']}
                data-kind="data"
                style={{'--accent': serviceColour(service)} as object}
              />
            </Sign>
          ))}
          <Sign name="a process that reads and writes it">
            <div className={classes['card']} data-kind="process" />
          </Sign>
          <Sign name="many to many, over a hidden process">
            <div className={classes['card']} data-kind="junction" style={{width: 16, height: 16, margin: '2px auto'}} />
          </Sign>
          <Sign name="deleted">
            <div className={classes['card']} data-kind="data" data-deleted />
          </Sign>
          <Sign name="data flow; column to column">
            <svg viewBox="0 0 34 20" className={classes['swatch']}>
              <path className={classes['line']} d="M0 6H28" />
              <path className={classes['head']} d="M34 6l-7 -4v8z" />
              <path className={classes['line']} data-kind="column" d="M0 15H34" />
            </svg>
          </Sign>
          <Sign name="more that is not loaded yet">
            <Text size="xs" fw={600} ta="center">
              +5
            </Text>
          </Sign>
          <Text size="sm" fw={600} mt={6}>
            Keys
          </Text>
          {keys.map(([key, what]) => (
            <Group key={key} gap="xs" wrap="nowrap">
              <Kbd size="xs" miw={52} ta="center">
                {key}
              </Kbd>
              <Text size="sm">{what}</Text>
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Sign({name, children}: {name: string; children: ReactNode}) {
  return (
    <Group gap="xs" wrap="nowrap">
      <div className={classes['swatch']} aria-hidden>
        {children}
      </div>
      <Text size="sm">
        <bdi>{name}</bdi>
      </Text>
    </Group>
  );
}

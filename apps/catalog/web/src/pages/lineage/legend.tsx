import {ActionIcon, Group, Kbd, Popover, Stack, Text, Tooltip} from '@mantine/core';
import {CircleQuestionMark} from 'lucide-react';
import type {ReactNode} from 'react';
import type {TypeIndex} from '../../api/type-index.ts';
import {serviceLabel} from '../../entity/display-name.ts';
import {lineageKeys} from '../../shell/keys.ts';
import {serviceColour} from './card-colour.ts';
import classes from './lineage.module.css';
import type {Card} from './scene.ts';

/** As keyboards show them. */
const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** What the shapes and colours mean, and the keys. */
export function Legend({cards, types}: {cards: Iterable<Card>; types: TypeIndex}) {
  // Only what this picture has: a legend of all colours would be longer than the graph.
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
        {/* It has nothing to press: the focus goes to the text, for it to be read and scrolled. */}
        <Stack gap={6} tabIndex={-1} data-autofocus>
          <Sign name="Root of this lineage">
            {/* The cards' own styles, so that the legend cannot differ from what it explains. */}
            <div className={classes['card']} data-kind="data" data-base />
          </Sign>
          {[...services].sort().map(service => (
            <Sign
              key={service}
              name={service === '' ? 'Data of no service' : `Data in ${serviceLabel(service)}`}
            >
              <div
                className={classes['card']}
                data-kind="data"
                style={{'--accent': serviceColour(service)} as object}
              />
            </Sign>
          ))}
          <Sign name="Process">
            <div className={classes['card']} data-kind="process" />
          </Sign>
          <Sign name="Hidden process with many edges">
            <div
              className={classes['card']}
              data-kind="junction"
              style={{width: 16, height: 16, margin: '2px auto'}}
            />
          </Sign>
          <Sign name="Deleted">
            <div className={classes['card']} data-kind="data" data-deleted />
          </Sign>
          <Sign name="Data flow, column lineage">
            <svg viewBox="0 0 34 20" className={classes['swatch']}>
              <path className={classes['line']} d="M0 6H28" />
              <path className={classes['head']} d="M34 6l-7 -4v8z" />
              <path className={classes['line']} data-kind="column" d="M0 15H34" />
            </svg>
          </Sign>
          <Sign name="Column lineage added by hand">
            <svg viewBox="0 0 34 20" className={classes['swatch']}>
              <path className={classes['line']} data-kind="column-by-hand" d="M0 10H34" />
            </svg>
          </Sign>
          <Sign name="Stack of further entities">
            <div className={classes['card']} data-kind="stack" />
          </Sign>
          <Sign name="Edges that are not loaded">
            <Text size="xs" fw={600} ta="center">
              +5
            </Text>
          </Sign>
          <Text size="sm" fw={600} mt={6}>
            Keys
          </Text>
          <Keys />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Keys() {
  return lineageKeys.map(({keys, what}) => (
    <Group key={what} gap="xs" wrap="nowrap">
      <Kbd size="xs" miw={52} ta="center">
        {Object.keys(keys)
          .map(key => arrows[key] ?? key)
          .join(' ')}
      </Kbd>
      <Text size="sm">{what}</Text>
    </Group>
  ));
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

import {Accordion} from '@mantine/core';
import {JsonView} from '@gazetteer/ui';
import {getRouteApi} from '@tanstack/react-router';
import {AttributeCards} from './attribute-cards.tsx';
import classes from './entity.module.css';
import {type TabProps, useWholeEntity} from './tab-props.ts';

const route = getRouteApi('/detailPage/$guid');

/**
 * Attributes as the type has them, what the catalog keeps itself, and the entity as the API has it.
 */
export function PropertiesTab({entity: {guid}}: TabProps) {
  const entity = useWholeEntity(guid);
  // Links from outside have a tab of its own for the JSON.
  const isJsonOpen = route.useSearch().tabActive === 'json';
  return (
    <div className={classes['stack']}>
      <AttributeCards entity={entity} isWithSystem />
      <Accordion variant="separated" defaultValue={isJsonOpen ? 'json' : null}>
        <Accordion.Item value="json">
          <Accordion.Control>JSON</Accordion.Control>
          <Accordion.Panel>
            <JsonView value={entity} label="entity" maxHeight="70vh" />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </div>
  );
}

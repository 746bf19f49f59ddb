import {Code, Text} from '@mantine/core';
import {queryAttribute} from '@gazetteer/model/asset';
import {CopyButton} from '@gazetteer/ui';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {TitledCard} from '../../entity/titled-card.tsx';

/** The text that a process runs or a view stands for; nothing where there is none. */
export function QueryText({entity: {typeName, attributes}}: {entity: Entity}) {
  const types = useTypes();
  // Types may have several attributes for it, of which sources fill one.
  const filled = Object.keys(attributes).filter(name => isText(attributes[name]));
  const name = queryAttribute(types, typeName, new Set(filled));
  if (name === undefined) return null;
  const text = String(attributes[name]);
  return (
    <TitledCard
      title={attributeLabels(types, typeName)(name)}
      technical={name}
      actions={<CopyButton text={text} label="Copy the text" />}
    >
      <Code block tabIndex={0} mah="24rem" style={{overflow: 'auto'}} dir="ltr">
        {text}
      </Code>
      {text.length > 20_000 && (
        <Text size="xs" c="dimmed" mt={4}>
          {text.length.toLocaleString()} characters
        </Text>
      )}
    </TitledCard>
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

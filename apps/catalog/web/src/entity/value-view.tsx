import {Code, Group, Text} from '@mantine/core';
import type {AttributeDef} from '@gazetteer/model';
import {When} from '@gazetteer/ui';
import {AssetLink} from './asset-link.tsx';
import type {ObjectRef} from '../api/wire.ts';

/**
 * A value of an attribute, as its type has it: dates are numbers otherwise, and those that are not
 * set are answered as 0.
 */
export function TypedValue({value, def}: {value: unknown; def: AttributeDef | undefined}) {
  const isDate =
    def?.typeName === 'date' && (typeof value === 'number' || typeof value === 'string');
  return isDate ? <When ms={Number(value)} /> : <ValueView value={value} />;
}

/**
 * Any attribute value: texts as they are, references as links, lists as lists, the rest as JSON.
 * Nothing is read as HTML. Hooks write what they like, so any value can come for any attribute, and
 * none may break the page.
 */
export function ValueView({value}: {value: unknown}) {
  if (value === null || value === undefined || value === '')
    return (
      <Text span c="dimmed" data-empty>
        —
      </Text>
    );
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  if (typeof value === 'number') return <>{String(value)}</>;
  if (typeof value === 'string') return <TextView text={value} />;
  if (Array.isArray(value)) return <ListView values={value} />;
  if (isReference(value)) return <ReferenceLink reference={value} />;
  return <Code block>{JSON.stringify(value, null, 2)}</Code>;
}

function TextView({text}: {text: string}) {
  const isLong = text.length > 80 || text.includes('\n');
  return (
    <span dir="auto" style={isLong ? {whiteSpace: 'pre-wrap'} : undefined}>
      {text}
    </span>
  );
}

/** A table may list thousands of columns as a plain value. */
const maxShown = 50;

function ListView({values}: {values: readonly unknown[]}) {
  if (values.length === 0)
    return (
      <Text span c="dimmed" data-empty>
        —
      </Text>
    );
  return (
    <Group gap="4px 10px">
      {values.slice(0, maxShown).map((value, n) => (
        <ValueView key={n} value={value} />
      ))}
      {values.length > maxShown && (
        <Text span size="sm" c="dimmed">
          and {(values.length - maxShown).toLocaleString()} more
        </Text>
      )}
    </Group>
  );
}

/**
 * Whether a value of any type is a reference to an entity: values come as the server has them, and
 * only their shape tells.
 */
export function isReference(value: unknown): value is ObjectRef {
  return typeof value === 'object' && value !== null && 'guid' in value && 'typeName' in value;
}

/**
 * Leads to an entity under the best name that came with the reference; asking for another would
 * cost a request each.
 */
export function ReferenceLink({reference}: {reference: ObjectRef}) {
  const unique = reference.uniqueAttributes?.['qualifiedName'];
  const text = reference.displayText ?? (typeof unique === 'string' ? unique : reference.guid);
  const isDeleted =
    reference.entityStatus === 'DELETED' || reference.relationshipStatus === 'DELETED';
  return (
    <AssetLink
      guid={reference.guid}
      style={isDeleted ? {textDecoration: 'line-through'} : undefined}
      name={text}
    />
  );
}

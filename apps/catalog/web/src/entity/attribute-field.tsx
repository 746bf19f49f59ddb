import {JsonInput, MultiSelect, Select, TagsInput, Textarea, TextInput} from '@mantine/core';
import type {AttributeDef} from '@gazetteer/model';
import {TimeField} from '@gazetteer/ui';
import {useState} from 'react';
import {useTypes} from '../api/type-index.ts';
import {attributeKind} from './attribute-kind.ts';
import {EntityPicker} from './entity-picker.tsx';
import {isReference} from './value-view.tsx';

type FieldProps = {
  /** The definition's, or its name, when not given. */
  readonly label?: string;
  readonly def: Pick<AttributeDef, 'name' | 'typeName' | 'isOptional'> & Partial<AttributeDef>;
  /** As the API has it. */
  readonly value: unknown;
  /** Null: not set. */
  readonly onChange: (value: unknown) => void;
};

/** A field with more of them could not be used, and would take seconds to draw. */
const maxChosen = 200;

const yesOrNo = [
  {value: 'true', label: 'yes'},
  {value: 'false', label: 'no'},
];

/**
 * The field that fits an attribute's type. `attributeKind` decides which one; the switch is over
 * all kinds, so that a new one does not compile until it has a field.
 */
export function AttributeField({def, value, onChange, ...props}: FieldProps) {
  const label = props.label ?? def.displayName ?? def.name;
  const types = useTypes();
  const kind = attributeKind(types, def.typeName);
  const common = commonOf(def, label);
  const text = value === null || typeof value === 'object' ? '' : String(value ?? '');
  /** What is emptied is not set. */
  const write = (written: string) => onChange(written === '' ? null : written);
  switch (kind.kind) {
    case 'text':
      return (
        <Textarea
          {...common}
          minRows={1}
          maxRows={12}
          value={text}
          onChange={event => write(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <TextInput
          {...common}
          // A text field for numbers, since a field for numbers would round what a long or a
          // decimal can hold.
          inputMode="decimal"
          value={text}
          onChange={event => write(event.currentTarget.value.trim())}
        />
      );
    case 'date':
      return (
        <TimeField
          {...common}
          // Dates that are not set are answered as 0.
          time={Number(value ?? 0) || undefined}
          onChange={ms => onChange(ms ?? null)}
        />
      );
    case 'boolean':
      return (
        <Select
          {...common}
          clearable={def.isOptional}
          data={yesOrNo}
          value={text === '' ? null : text}
          onChange={next => onChange(next === null ? null : next === 'true')}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          searchable
          clearable={def.isOptional}
          data={[...kind.options]}
          value={text === '' ? null : text}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...common}
          searchable
          data={[...kind.options]}
          value={listOf(value)}
          onChange={onChange}
        />
      );
    case 'texts':
      return <TagsInput {...common} value={listOf(value)} onChange={onChange} />;
    case 'reference':
    case 'references':
      return <ReferenceField {...common} kind={kind} value={value} onChange={onChange} />;
    case 'json':
      return <JsonField {...common} value={value} onChange={onChange} note={def.typeName} />;
  }
}

/**
 * Of fields of all kinds; the name as the API has it is told where somebody points at the label.
 */
function commonOf({name, isOptional, description = ''}: FieldProps['def'], label: string) {
  return {
    label,
    labelProps: {title: name},
    required: !isOptional,
    ...(description === '' ? {} : {description}),
  };
}

type CommonProps = {
  readonly label: string;
  readonly labelProps: {readonly title: string};
  readonly required: boolean;
  readonly description?: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

type ReferenceFieldProps = CommonProps & {
  readonly kind: {readonly kind: 'reference' | 'references'; readonly typeName: string};
};

function ReferenceField({kind, value, onChange, ...common}: ReferenceFieldProps) {
  const chosen = [value].flat().filter(isReference);
  if (chosen.length > maxChosen) {
    return (
      <TextInput
        {...common}
        readOnly
        required={false}
        value={`${chosen.length.toLocaleString()} entities: too many to edit here`}
      />
    );
  }
  return (
    <EntityPicker
      {...common}
      typeName={kind.typeName}
      isMany={kind.kind === 'references'}
      value={chosen}
      onChange={next => onChange(kind.kind === 'references' ? next : (next[0] ?? null))}
    />
  );
}

/** Keeps what is typed while it is no JSON yet; only whole values are told. */
function JsonField({value, onChange, note, ...common}: CommonProps & {readonly note: string}) {
  const [text, setText] = useState(
    value === null || value === undefined ? '' : JSON.stringify(value, null, 2),
  );
  const change = (next: string) => {
    setText(next);
    if (next.trim() === '') return onChange(null);
    try {
      onChange(JSON.parse(next));
    } catch {
      // The field itself says that this is no JSON (yet).
    }
  };
  return (
    <JsonInput
      description={`${note}, as JSON`}
      {...common}
      autosize
      minRows={2}
      maxRows={12}
      formatOnBlur
      validationError="Enter valid JSON"
      value={text}
      onChange={change}
    />
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

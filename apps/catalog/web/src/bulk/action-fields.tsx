import {Checkbox, SegmentedControl, Select, Stack, TagsInput, Title} from '@mantine/core';
import {governanceGroups} from '@gazetteer/model/asset';
import type {AttributeDef} from '@gazetteer/model';
import {useState} from 'react';
import {type TypeIndex, useTypes} from '../api/type-index.ts';
import {DomainField, ProductsField} from '../domain/group-fields.tsx';
import {AttributeField} from '../entity/attribute-field.tsx';
import {attributeKind} from '../entity/attribute-kind.ts';
import {businessMetadataOf} from '../entity/business-metadata.ts';
import {
  ClassificationFields,
  classificationNames,
  isWhole,
  newClassification,
} from '../entity/classification-fields.tsx';
import {attributeLabels} from '../entity/display-name.ts';
import {type ChosenTerm, TermPicker} from '../entity/term-picker.tsx';
import {TrustFields} from '../entity/trust-fields.tsx';
import type {BulkAction} from './queries.ts';

/** Of the page, which has one kind for adding and removing; the API's `type` tells both apart. */
export type ActionKind =
  | 'classify'
  | 'terms'
  | 'labels'
  | 'attribute'
  | 'domain'
  | 'products'
  | 'businessMetadata'
  | 'trust'
  | 'delete';

/** In menus, and over the fields. */
export const actionTitles: Readonly<Record<ActionKind, string>> = {
  classify: 'Classify',
  terms: 'Edit terms',
  labels: 'Edit labels',
  attribute: 'Set attribute',
  domain: 'Set domain',
  products: 'Edit data products',
  businessMetadata: 'Set business metadata',
  trust: 'Certify or deprecate',
  delete: 'Delete all results',
};

type FieldsProps = {
  readonly typeNames: readonly string[];
  /** What is entered so far. */
  readonly action: BulkAction | undefined;
  /** Undefined: something is missing. */
  readonly onChange: (action: BulkAction | undefined) => void;
};

/**
 * The fields that say what is done to each entity. Each kind tells the whole action as it is
 * entered, or undefined: what is incomplete cannot be sent.
 */
export function ActionFields({kind, ...fields}: FieldsProps & {readonly kind: ActionKind}) {
  switch (kind) {
    case 'classify':
      return <ClassifyFields {...fields} />;
    case 'terms':
      return <TermFields {...fields} />;
    case 'labels':
      return <LabelFields {...fields} />;
    case 'attribute':
      return <SetAttributeFields {...fields} />;
    case 'businessMetadata':
      return <BusinessFields {...fields} />;
    case 'domain':
      return <DomainFields {...fields} />;
    case 'products':
      return <ProductFields {...fields} />;
    case 'trust':
      return <TrustChoice {...fields} />;
    case 'delete':
      return null;
  }
}

/** Both are one kind on the page, since what is chosen to be added or removed is the same. */
function AddOrRemove({
  isAdding,
  onChange,
}: {
  isAdding: boolean;
  onChange: (isAdding: boolean) => void;
}) {
  return (
    <SegmentedControl
      aria-label="Action"
      data={['Add', 'Remove']}
      value={isAdding ? 'Add' : 'Remove'}
      onChange={value => onChange(value === 'Add')}
    />
  );
}

function ClassifyFields({action, onChange}: FieldsProps) {
  const types = useTypes();
  const [isAdding, setAdding] = useState(action?.type !== 'REMOVE_CLASSIFICATION');
  // Its own state, since what is not whole yet is not told.
  const [value, setValue] = useState(action?.classification ?? newClassification);
  const change = (next: typeof value) => {
    setValue(next);
    onChange(isWhole(types, next) ? {type: 'ADD_CLASSIFICATION', classification: next} : undefined);
  };
  return (
    <>
      <AddOrRemove
        isAdding={isAdding}
        onChange={next => {
          setAdding(next);
          // What was entered to add one says nothing of which to remove.
          setValue(newClassification);
          onChange(undefined);
        }}
      />
      {isAdding ? (
        <ClassificationFields value={value} onChange={next => change(next(value))} />
      ) : (
        <Select
          label="Classification"
          required
          searchable
          data={classificationNames(types)}
          value={action?.typeName ?? null}
          onChange={typeName =>
            onChange(typeName === null ? undefined : {type: 'REMOVE_CLASSIFICATION', typeName})
          }
        />
      )}
    </>
  );
}

/** Terms that are chosen stay when adding becomes removing. */
function TermFields({action, onChange}: FieldsProps) {
  const [isAdding, setAdding] = useState(action?.type !== 'REMOVE_TERMS');
  const [chosen, setChosen] = useState<readonly ChosenTerm[]>([]);
  const tell = (terms: readonly ChosenTerm[], isAdded: boolean) => {
    setAdding(isAdded);
    setChosen(terms);
    const termGuids = terms.map(one => one.guid);
    onChange(
      terms.length === 0 ? undefined : {type: isAdded ? 'ADD_TERMS' : 'REMOVE_TERMS', termGuids},
    );
  };
  return (
    <>
      <AddOrRemove isAdding={isAdding} onChange={next => tell(chosen, next)} />
      <TermPicker label="Terms" isFirst value={chosen} onChange={next => tell(next, isAdding)} />
    </>
  );
}

/** As typed: the server refuses what is no label. */
function LabelFields({action, onChange}: FieldsProps) {
  const [isAdding, setAdding] = useState(action?.type !== 'REMOVE_LABELS');
  const labels = action?.labels ?? [];
  const [entered, setEntered] = useState<string[]>([...labels]);
  const tell = (next: string[], isAdded: boolean) => {
    setAdding(isAdded);
    setEntered(next);
    onChange(
      next.length === 0
        ? undefined
        : {type: isAdded ? 'ADD_LABELS' : 'REMOVE_LABELS', labels: next},
    );
  };
  return (
    <>
      <AddOrRemove isAdding={isAdding} onChange={next => tell(entered, next)} />
      <TagsInput
        label="Labels"
        description="Letters, digits, _ and -. Press Enter to add."
        data-autofocus
        value={entered}
        onChange={next => tell(next, isAdding)}
      />
    </>
  );
}

/** No domain is an answer, too: then null is sent. */
function DomainFields({action, onChange}: FieldsProps) {
  const domainGuid = action?.domainGuid ?? null;
  const set = (guid: string | null) => onChange({type: 'SET_DOMAIN', domainGuid: guid});
  return (
    <>
      <DomainField label="Domain" isFirst value={domainGuid} onChange={set} />
      <Checkbox
        label="Remove from their domains"
        checked={action?.type === 'SET_DOMAIN' && domainGuid === null}
        onChange={event => (event.currentTarget.checked ? set(null) : onChange(undefined))}
      />
    </>
  );
}

/** An entity may be in several products, so they are added and removed, not set. */
function ProductFields({action, onChange}: FieldsProps) {
  const [isAdding, setAdding] = useState(action?.type !== 'REMOVE_FROM_PRODUCTS');
  const chosen = action?.productGuids ?? [];
  const tell = (productGuids: string[], isAdded: boolean) => {
    setAdding(isAdded);
    const type = isAdded ? 'ADD_TO_PRODUCTS' : 'REMOVE_FROM_PRODUCTS';
    onChange(productGuids.length === 0 ? undefined : {type, productGuids});
  };
  return (
    <>
      <AddOrRemove isAdding={isAdding} onChange={next => tell([...chosen], next)} />
      <ProductsField
        label="Data products"
        isFirst
        value={chosen}
        onChange={next => tell(next, isAdding)}
      />
    </>
  );
}

/** Only what is chosen is changed. What is to be cleared is null, and has a box of its own. */
function TrustChoice({action, onChange}: FieldsProps) {
  const trust = action?.trust ?? {};
  const removable = [
    ['certification', 'Remove certification'],
    ['tier', 'Remove tier'],
    ['announcement', 'Remove announcement'],
  ] as const;
  const tell = (next: typeof trust) => {
    const said = Object.fromEntries(
      Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
    );
    onChange(Object.keys(said).length === 0 ? undefined : {type: 'SET_TRUST', trust: said});
  };
  return (
    <>
      <TrustFields
        value={trust}
        // What is chosen no longer is to stay as it is.
        onChange={next => tell(withoutNull(next))}
        none="Keep as it is"
      />
      {removable.map(([name, label]) => (
        <Checkbox
          key={name}
          label={label}
          checked={trust[name] === null}
          onChange={event => {
            const {[name]: _old, ...others} = trust;
            tell(event.currentTarget.checked ? {...others, [name]: null} : others);
          }}
        />
      ))}
    </>
  );
}

/** Null clears a value for the API; what is chosen here only sets some. */
function withoutNull<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as T;
}

/** One attribute at a time: all entities get the same value. */
function SetAttributeFields({typeNames, action, onChange}: FieldsProps) {
  const types = useTypes();
  const defs = settable(types, typeNames);
  const labelOf = attributeLabels(types, typeNames[0] ?? 'Asset');
  const [name, setName] = useState(action?.name ?? null);
  const def = defs.find(one => one.name === name);
  return (
    <>
      <Select
        label="Attribute"
        required
        searchable
        data-autofocus
        data={defs.map(one => ({value: one.name, label: labelOf(one.name)}))}
        value={name}
        onChange={next => {
          setName(next);
          onChange(next === null ? undefined : {type: 'SET_ATTRIBUTE', name: next, value: null});
        }}
      />
      {def !== undefined && (
        <AttributeField
          key={def.name}
          def={{...def, isOptional: true, description: 'Leave empty to clear the attribute'}}
          label="Value"
          value={action?.value}
          onChange={value => onChange({type: 'SET_ATTRIBUTE', name: def.name, value})}
        />
      )}
    </>
  );
}

/** All groups that apply to one of the types; what is left empty stays as it is. */
function BusinessFields({typeNames, action, onChange}: FieldsProps) {
  const types = useTypes();
  const values = (action?.values ?? {}) as Record<string, Record<string, unknown>>;
  // Where types are not known (a query of the DSL finds anything) all of them are offered, and the
  // server refuses those that do not apply, entity by entity.
  const groups = new Map<string, readonly AttributeDef[]>(
    typeNames.length === 0
      ? [...types.businessMetadata.values()]
          .filter(def => !governanceGroups.has(def.name))
          .map(def => [def.name, def.attributeDefs])
      : typeNames.flatMap(name => [...businessMetadataOf(types, name)]),
  );
  if (groups.size === 0) return <>No business metadata applies to these entities.</>;
  return [...groups].map(([group, defs]) => (
    <Stack key={group} gap="sm">
      <Title order={3} size="h5">
        <bdi>{group}</bdi>
      </Title>
      {defs.map(def => (
        <AttributeField
          key={def.name}
          def={{...def, isOptional: true}}
          value={values[group]?.[def.name]}
          onChange={value =>
            onChange({
              type: 'SET_BUSINESS_METADATA',
              values: {...values, [group]: {...values[group], [def.name]: value}},
            })
          }
        />
      ))}
    </Stack>
  ));
}

/** What one field holds: lists and references would need an answer to whether to add or replace. */
const single = new Set(['text', 'number', 'date', 'boolean', 'choice']);
/** What people set most, at the top of the list. */
const first = ['owner', 'description', 'displayName'];

/**
 * Attributes of any of the types that hold one plain value and are not unique, those that people
 * set most first.
 */
function settable(types: TypeIndex, typeNames: readonly string[]): readonly AttributeDef[] {
  const all = (typeNames.length === 0 ? ['Asset'] : typeNames).flatMap(name =>
    types.attributesOf(name),
  );
  const fit = all.filter(
    def => !def.isUnique && single.has(attributeKind(types, def.typeName).kind),
  );
  const rank = ({name}: AttributeDef) =>
    first.includes(name) ? first.indexOf(name) : first.length;
  return [...new Map(fit.map(def => [def.name, def])).values()].toSorted(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name),
  );
}

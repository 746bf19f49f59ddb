import {
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import {propagateTagsValues, type PropagateTags, type RelationshipCategory} from '@gazetteer/model';
import {EmptyState, Page, Problem, toast} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {Lock, Plus, Shapes, Trash2} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {useMay} from '../../api/may.tsx';
import {queries} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {AttributeRow} from './attribute-row.tsx';
import {
  draftOf,
  type EndDraft,
  newAttribute,
  newElement,
  newType,
  problemsOf,
  type TypeDraft,
  typesDefOf,
} from './type-draft.ts';
import {categoryNames, isCategory, typeNamed, typesOf} from './type-kinds.ts';
import {type AnyType} from './type-parts.ts';
import classes from './types.module.css';

const newRoute = getRouteApi('/newType');
const editRoute = getRouteApi('/types/$name/edit');

/** A new type of the kind that the address names. */
export function NewTypePage() {
  const {category, under} = newRoute.useSearch();
  const kind = isCategory(category) ? category : 'CLASSIFICATION';
  if (!useMay()('type-create')) return <Refused what="create types" />;
  return (
    <Page title={`New ${categoryNames[kind].one}`}>
      <TypeForm key={kind} initial={newType(kind, under)} />
    </Page>
  );
}

/** Changes of a type that there is. */
export function EditTypePage() {
  const {name} = editRoute.useParams();
  const def = typeNamed(useTypes(), name);
  if (!useMay()('type-update')) return <Refused what="edit types" />;
  return (
    <Page title={def === undefined ? name : `Edit ${name}`}>
      {def === undefined ? (
        <EmptyState title="No such type" icon={<Shapes size={40} strokeWidth={1.5} />}>
          <Link to="/types">All types</Link>
        </EmptyState>
      ) : (
        <TypeForm key={`${def.name} ${def.version}`} initial={draftOf(def)} />
      )}
    </Page>
  );
}

/** Who types the address is told before they fill in a form that would be refused. */
function Refused({what}: {what: string}) {
  return (
    <Page title="Types">
      <EmptyState
        title="You don’t have permission to view this"
        icon={<Lock size={40} strokeWidth={1.5} />}
      >
        <Text>You can’t {what}. Ask your administrator for access.</Text>
        <Link to="/types">All types</Link>
      </EmptyState>
    </Page>
  );
}

/**
 * The same form for a new type and for one that is there; what the API does not let change is
 * locked.
 */
function TypeForm({initial}: {initial: TypeDraft}) {
  const [draft, setDraft] = useState(initial);
  // Problems are told once somebody has tried to save, not while they type.
  const [isTried, setTried] = useState(false);
  const navigate = useNavigate();
  const isNew = initial.stored === undefined;
  const save = useMutation({
    mutationFn: async () =>
      await client.call(isNew ? 'POST /v2/types/typedefs' : 'PUT /v2/types/typedefs', {
        body: typesDefOf(draft),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({queryKey: ['types']});
      toast({kind: 'done', title: `${draft.name.trim()} was saved`});
      await navigate({to: '/types/$name', params: {name: draft.name.trim()}});
    },
  });
  const problems = problemsOf(draft);
  const change = (part: Partial<TypeDraft>) => setDraft({...draft, ...part});
  const {category} = draft;
  return (
    <form
      className={classes['form']}
      // The browser would tell one problem at a time, and in words of its own.
      noValidate
      onSubmit={event => {
        event.preventDefault();
        setTried(true);
        if (problems.length === 0) save.mutate();
      }}
    >
      <TitledCard title="General">
        <div className={classes['attribute']} style={{border: 0, padding: 0}}>
          <TextInput
            label="Name"
            required
            disabled={!isNew}
            value={draft.name}
            onChange={event => change({name: event.currentTarget.value})}
          />
          {category === 'ENTITY' && (
            <TextInput
              label="Service"
              description="Groups types, such as hive"
              disabled={!isNew}
              value={draft.serviceType}
              onChange={event => change({serviceType: event.currentTarget.value})}
            />
          )}
          <Textarea
            label="Description"
            className={classes['wide']}
            value={draft.description}
            onChange={event => change({description: event.currentTarget.value})}
          />
          <SuperTypes draft={draft} change={change} />
        </div>
      </TitledCard>
      {category === 'RELATIONSHIP' && <EndsCard draft={draft} change={change} />}
      {category === 'ENUM' && <ElementsCard draft={draft} change={change} />}
      {category !== 'ENUM' && <AttributesCard draft={draft} change={change} />}
      {isTried && <Problem error={problems.length === 0 ? save.error : problemOf(problems)} />}
      <Group>
        <Button type="submit" loading={save.isPending}>
          {isNew ? `Create ${categoryNames[category].one}` : 'Save changes'}
        </Button>
        <Button
          variant="default"
          renderRoot={own =>
            isNew ? (
              <Link {...own} to="/types" search={{category}} />
            ) : (
              <Link {...own} to="/types/$name" params={{name: draft.name}} />
            )
          }
        >
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** In the shape of the server's own refusals. */
function problemOf(issues: readonly string[]): Error {
  return Object.assign(new Error(issues[0]), {issues});
}

type PartProps = {readonly draft: TypeDraft; readonly change: (part: Partial<TypeDraft>) => void};

function SuperTypes({draft, change}: PartProps) {
  const types = useTypes();
  const {category, stored} = draft;
  if (category !== 'ENTITY' && category !== 'CLASSIFICATION') return null;
  const kept = new Set(stored !== undefined && 'superTypes' in stored ? stored.superTypes : []);
  const keptTypes = new Set(
    stored !== undefined && 'entityTypes' in stored ? stored.entityTypes : [],
  );
  const isFixed = stored !== undefined && keptTypes.size === 0;
  return (
    <>
      <MultiSelect
        label="Supertypes"
        description={
          kept.size > 0
            ? 'You can add more; existing ones can’t be removed'
            : 'It inherits their attributes'
        }
        searchable
        data={namesOf(typesOf(types, category)).filter(name => name !== draft.name)}
        value={[...draft.superTypes]}
        // The server takes none away from a type that is there: entities may have their attributes.
        onChange={superTypes => change({superTypes: [...new Set([...kept, ...superTypes])]})}
      />
      {category === 'CLASSIFICATION' && (
        <MultiSelect
          label="Applies to"
          description={isFixed ? 'Any entity' : 'Nothing chosen: any entity'}
          searchable
          disabled={isFixed}
          data={namesOf(typesOf(types, 'ENTITY'))}
          value={[...draft.entityTypes]}
          onChange={entityTypes =>
            change({entityTypes: [...new Set([...keptTypes, ...entityTypes])]})
          }
        />
      )}
    </>
  );
}

function namesOf(defs: readonly AnyType[]): string[] {
  return defs.map(def => def.name);
}

function AttributesCard({draft, change}: PartProps) {
  const set = (key: number, next: TypeDraft['attributes'][number] | undefined) =>
    change({
      attributes: draft.attributes.flatMap(one =>
        one.key !== key ? [one] : next === undefined ? [] : [next],
      ),
    });
  return (
    <TitledCard title="Attributes" count={draft.attributes.length}>
      <div className={classes['cards']}>
        {draft.attributes.map((one, n) => (
          <AttributeRow
            key={one.key}
            place={n + 1}
            attribute={one}
            category={draft.category}
            isTypeStored={draft.stored !== undefined}
            onChange={next => set(one.key, next)}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<Plus size={16} />}
            onClick={() => change({attributes: [...draft.attributes, newAttribute()]})}
          >
            Add an attribute
          </Button>
        </div>
      </div>
    </TitledCard>
  );
}

function ElementsCard({draft, change}: PartProps) {
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

const kinds = [
  {value: 'ASSOCIATION', label: 'Association: each lives on its own'},
  {value: 'AGGREGATION', label: 'Aggregation: one holds others, which live on their own'},
  {value: 'COMPOSITION', label: 'Composition: one holds others, which go with it'},
];
const passes: Readonly<Record<PropagateTags, string>> = {
  NONE: 'Don’t propagate',
  ONE_TO_TWO: 'Propagate to the second end',
  TWO_TO_ONE: 'Propagate to the first end',
  BOTH: 'Propagate in both directions',
};

function EndsCard({draft, change}: PartProps) {
  const isStored = draft.stored !== undefined;
  const setEnd = (n: 0 | 1, part: Partial<EndDraft>) => {
    const [one, two] = draft.ends;
    change({ends: n === 0 ? [{...one, ...part}, two] : [one, {...two, ...part}]});
  };
  return (
    <TitledCard title="Ends">
      <div className={classes['cards']}>
        <NativeSelect
          label="Kind"
          disabled={isStored}
          data={kinds}
          value={draft.relationshipCategory}
          onChange={event =>
            change({relationshipCategory: event.currentTarget.value as RelationshipCategory})
          }
        />
        <NativeSelect
          label="Classifications"
          data={propagateTagsValues.map(value => ({value, label: passes[value]}))}
          value={draft.propagateTags}
          onChange={event => change({propagateTags: event.currentTarget.value as PropagateTags})}
        />
        {([0, 1] as const).map(n => (
          <EndFields
            key={n}
            title={n === 0 ? 'First end' : 'Second end'}
            end={draft.ends[n]}
            isStored={isStored}
            onChange={part => setEnd(n, part)}
          />
        ))}
      </div>
    </TitledCard>
  );
}

function EndFields({
  title,
  end,
  isStored,
  onChange,
}: {
  title: string;
  end: EndDraft;
  isStored: boolean;
  onChange: (part: Partial<EndDraft>) => void;
}) {
  const types = useTypes();
  return (
    <fieldset className={classes['attribute']} disabled={isStored}>
      <legend>{title}</legend>
      <Select
        label="Entity type"
        required
        searchable
        disabled={isStored}
        data={namesOf(typesOf(types, 'ENTITY'))}
        value={end.type === '' ? null : end.type}
        onChange={type => onChange({type: type ?? ''})}
      />
      <TextInput
        label="Its attribute"
        description="By which the other end is found"
        required
        value={end.name}
        onChange={event => onChange({name: event.currentTarget.value})}
      />
      <NativeSelect
        label="Holds"
        data={[
          {value: 'SINGLE', label: 'one'},
          {value: 'SET', label: 'a set'},
          {value: 'LIST', label: 'a list'},
        ]}
        value={end.cardinality}
        onChange={event =>
          onChange({cardinality: event.currentTarget.value as EndDraft['cardinality']})
        }
      />
      <div className={classes['switches']}>
        <Switch
          label="Contains the other"
          checked={end.isContainer}
          onChange={event => onChange({isContainer: event.currentTarget.checked})}
        />
      </div>
    </fieldset>
  );
}

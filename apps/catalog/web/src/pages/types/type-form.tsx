import {Button, Group, MultiSelect, Textarea, TextInput} from '@mantine/core';
import {Problem, toast} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {Plus} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {AttributeRow} from './attribute-row.tsx';
import {ElementsCard} from './elements-card.tsx';
import {EndsCard} from './ends-card.tsx';
import {
  newAttribute,
  problemsOf,
  type TypeDraft,
  type TypePartProps,
  typesDefOf,
} from './type-draft.ts';
import {categoryNames, namesOf, typesOf} from './type-kinds.ts';
import classes from './types.module.css';

/**
 * The same form for a new type and for one that is there; what the API does not let change is
 * locked.
 */
export function TypeForm({initial}: {initial: TypeDraft}) {
  const [draft, setDraft] = useState(initial);
  // Problems are told once somebody has tried to save, not while they type.
  const [isTried, setTried] = useState(false);
  const isNew = initial.stored === undefined;
  // What only the server can know comes as its answer.
  const save = useSave(draft);
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

/** Sends the draft, and shows the type as the server has it now. */
function useSave(draft: TypeDraft) {
  const navigate = useNavigate();
  const isNew = draft.stored === undefined;
  return useMutation({
    mutationFn: async () =>
      await client.call(isNew ? 'POST /v2/types/typedefs' : 'PUT /v2/types/typedefs', {
        body: typesDefOf(draft),
      }),
    onSuccess: async () => {
      // Before going there: the page would not find it.
      await queries.invalidateQueries({queryKey: ['types']});
      toast({kind: 'done', title: `${draft.name.trim()} was saved`});
      await navigate({to: '/types/$name', params: {name: draft.name.trim()}});
    },
  });
}

/** In the shape of the server's own refusals. */
function problemOf(issues: readonly string[]): Error {
  return Object.assign(new Error(issues[0]), {issues});
}

function SuperTypes({draft, change}: TypePartProps) {
  const types = useTypes();
  const {category, stored} = draft;
  if (category !== 'ENTITY' && category !== 'CLASSIFICATION') return null;
  const kept = new Set(stored !== undefined && 'superTypes' in stored ? stored.superTypes : []);
  const keptTypes = new Set(
    stored !== undefined && 'entityTypes' in stored ? stored.entityTypes : [],
  );
  // A type for any entity cannot be narrowed later.
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

function AttributesCard({draft, change}: TypePartProps) {
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

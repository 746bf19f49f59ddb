import {Select, Textarea} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {deprecated, trustChoices} from '@gazetteer/model/asset';
import {useState} from 'react';
import {type TypeIndex, useTypes} from '../api/type-index.ts';
import type {ObjectRef} from '../api/wire.ts';
import {EntityPicker} from './entity-picker.tsx';

export type TrustInput = Schemas['TrustInput'];

type TrustFieldsProps = {
  readonly value: TrustInput;
  readonly onChange: (value: TrustInput) => void;
  /** The entity that is named as successor. */
  readonly successor?: ObjectRef | undefined;
  /** The first choice of each field, for what is not said. */
  readonly none: string;
};

/** Certification with what belongs to a deprecation, tier, and announcement. */
export function TrustFields({value, onChange, successor, none}: TrustFieldsProps) {
  const types = useTypes();
  // With its name, which the value has not.
  const [next, setNext] = useState<readonly ObjectRef[]>(
    successor === undefined ? [] : [successor],
  );
  const text = (name: keyof TrustInput) => value[name] ?? '';
  const set = (changes: TrustInput) => onChange({...value, ...changes});
  return (
    <>
      <Select
        label="Certification"
        data-autofocus
        openOnFocus={false}
        placeholder={none}
        clearable
        data={choicesOf(types, 'AssetCertification')}
        value={value.certification ?? null}
        onChange={certification => set({certification})}
      />
      {value.certification === deprecated && (
        <>
          <Textarea
            label="Reason"
            autosize
            maxLength={2000}
            value={text('deprecationReason')}
            onChange={event => set({deprecationReason: event.currentTarget.value})}
          />
          <EntityPicker
            label="Successor"
            description="What to use instead"
            typeName="Referenceable"
            isMany={false}
            value={next}
            onChange={chosen => {
              setNext(chosen);
              set({successorGuid: chosen[0]?.guid ?? null});
            }}
          />
        </>
      )}
      <Select
        label="Tier"
        placeholder={none}
        clearable
        data={choicesOf(types, 'AssetTier')}
        value={value.tier ?? null}
        onChange={tier => set({tier})}
      />
      <Textarea
        label="Announcement"
        description="Shown wherever the asset is listed, until you remove it"
        autosize
        maxLength={2000}
        value={text('announcement')}
        onChange={event => set({announcement: event.currentTarget.value})}
      />
      {text('announcement').trim() !== '' && (
        <Select
          label="Kind of announcement"
          allowDeselect={false}
          data={choicesOf(types, 'AnnouncementType')}
          value={value.announcementType ?? trustChoices.AnnouncementType[0]}
          onChange={announcementType => set({announcementType})}
        />
      )}
    </>
  );
}

/** Administrators can have added some; before the first of it is said there are no enumerations. */
function choicesOf(types: TypeIndex, name: keyof typeof trustChoices): string[] {
  const def = types.enums.get(name);
  return def === undefined ? [...trustChoices[name]] : def.elementDefs.map(one => one.value);
}

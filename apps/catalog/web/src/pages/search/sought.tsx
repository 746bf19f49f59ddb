import {createContext, useContext} from 'react';
import type {EntityHeader} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {Marked} from '../../entity/marked.tsx';
import {useTypes} from '../../api/type-index.ts';
import classes from './search.module.css';

/** The words whose hits a table shows: cells mark them. */
export const Sought = createContext('');

/** A text of a hit with the words marked. */
export function SoughtText({text}: {readonly text: string}) {
  const sought = useContext(Sought);
  return (
    <bdi>
      <Marked text={text} sought={sought} />
    </bdi>
  );
}

type Match = NonNullable<EntityHeader['matches']>[number];

const kinds: Readonly<Record<Match['kind'], string>> = {
  attribute: '',
  label: 'Label',
  custom: 'Custom property',
  business: 'Business metadata',
  classification: 'Classification',
  term: 'Term',
  type: 'Type',
};

/** Shown with their text in columns of their own. */
const inSight: ReadonlySet<string> = new Set(['name', 'qualifiedName']);

/** Why the entity is among the hits, where its names do not tell. */
export function MatchNote({entity}: {readonly entity: EntityHeader}) {
  const types = useTypes();
  const matches = (entity.matches ?? []).filter(
    one => one.kind !== 'attribute' || !inSight.has(one.field),
  );
  if (matches.length === 0) return null;
  return (
    <div className={classes['match']}>
      {matches.map(one => (
        <div key={`${one.kind} ${one.field}`}>
          <span>{titleOf(one, attributeLabels(types, entity.typeName))}</span>{' '}
          <SoughtText text={one.text} />
        </div>
      ))}
    </div>
  );
}

function titleOf({kind, field}: Match, labelOf: (name: string) => string): string {
  if (kind === 'attribute') return `${labelOf(field)}:`;
  return kind === 'business' ? `${field.replace('.', ': ')}:` : `${kinds[kind]}:`;
}

import {createContext, useContext} from 'react';
import type {EntityHeader} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {Marked} from '../../entity/marked.tsx';
import {useTypes} from '../../api/type-index.ts';
import classes from './search.module.css';

/**
 * The words whose hits a table shows, which cells mark, and the columns that it has. Cells are
 * drawn by columns, which know an entity and nothing of the search.
 */
export const Sought = createContext<{
  readonly words: string;
  readonly columns: readonly string[];
}>({words: '', columns: []});

/** A text of a hit with the words marked. */
export function SoughtText({text}: {readonly text: string}) {
  const {words} = useContext(Sought);
  return (
    <bdi>
      <Marked text={text} sought={words} />
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

/**
 * Shown whole and marked by the column of this name; a qualified name is below the name as well.
 */
const columnOf = new Map([
  ['name', 'name'],
  ['qualifiedName', 'name'],
  ['owner', 'owner'],
]);

/** Why the entity is among the hits, where its row does not tell. */
export function MatchNote({entity}: {readonly entity: EntityHeader}) {
  const types = useTypes();
  const {columns} = useContext(Sought);
  // What a cell shows and marks needs no note.
  const matches = (entity.matches ?? []).filter(
    one => one.kind !== 'attribute' || !columns.includes(columnOf.get(one.field) ?? ''),
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

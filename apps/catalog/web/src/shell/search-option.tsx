import {Combobox, Text} from '@mantine/core';
import {BookOpen, FileText, History, Save, Sparkles, SquareTerminal, Tag, User} from 'lucide-react';
import {Marked} from '../entity/marked.tsx';
import {TypeIcon} from '../entity/type-icon.tsx';
import {TypeLabel} from '../entity/type-label.tsx';
import classes from './search-box.module.css';
import type {Choice} from './search-choices.ts';

const icons = {
  term: BookOpen,
  classification: Tag,
  owner: User,
  saved: Save,
  page: FileText,
  words: Sparkles,
  query: SquareTerminal,
  statement: History,
};

/** One line of the list; columns stand in from their table. */
export function ChoiceOption({choice, sought}: {choice: Choice; sought: string}) {
  const {id, kind, label, typeName, place} = choice;
  // Entities have the icon of their type.
  const Icon = kind === 'entity' || kind === 'column' ? undefined : icons[kind];
  return (
    <Combobox.Option value={id}>
      <span className={classes['option']} data-kind={kind}>
        {Icon === undefined ? (
          <TypeIcon typeName={typeName ?? ''} />
        ) : (
          <Icon size={14} aria-hidden />
        )}
        <bdi className={classes['ellipsis']}>
          <Marked text={label} sought={kind === 'words' ? '' : sought} />
        </bdi>
        {typeName !== undefined && (
          <Text span size="xs" c="dimmed">
            <TypeLabel name={typeName} />
          </Text>
        )}
        {place !== undefined && (
          <small className={classes['place']}>
            <bdi>{place}</bdi>
          </small>
        )}
      </span>
    </Combobox.Option>
  );
}

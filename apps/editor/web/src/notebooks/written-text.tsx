import {Text, Textarea} from '@mantine/core';
import {Markdown} from '@gazetteer/ui/markdown';
import classes from './notebooks.module.css';

type WrittenTextProps = {
  readonly text: string;
  readonly label: string;
  readonly isEditing: boolean;
  readonly onChange: (text: string) => void;
  readonly onEdit: () => void;
};

/** A text as it is read, or as it is written. */
export function WrittenText({text, label, isEditing, onChange, onEdit}: WrittenTextProps) {
  if (isEditing)
    return (
      <Textarea
        aria-label={label}
        description="Markdown: **bold**, *italic*, `code`, # heading, - list, [text](address). HTML is shown as text."
        autoFocus
        autosize
        minRows={3}
        maxRows={30}
        dir="auto"
        styles={{input: {fontFamily: 'var(--mantine-font-family-monospace)'}}}
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  return (
    <div className={classes['written']} data-written onDoubleClick={onEdit}>
      {text.trim() === '' ? (
        <Text size="sm" c="dimmed">
          Empty text
        </Text>
      ) : (
        <Markdown text={text} />
      )}
    </div>
  );
}

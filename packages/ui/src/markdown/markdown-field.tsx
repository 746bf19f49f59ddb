import {Box, SegmentedControl, Stack, Text, Textarea} from '@mantine/core';
import {useState} from 'react';
import {Markdown} from './markdown.tsx';
import type {Mention} from './mention.ts';
import {MentionArea} from './mention-area.tsx';

type MarkdownFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly minRows?: number;
  /** What can be named by `@` and the beginning of its name. */
  readonly findMentions?: (text: string) => Promise<readonly Mention[]>;
};

/** A text in Markdown to be written, and how it will look. */
export function MarkdownField({
  label,
  value,
  onChange,
  minRows = 8,
  findMentions,
}: MarkdownFieldProps) {
  const [view, setView] = useState<string>('write');
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        style={{alignSelf: 'start'}}
        aria-label="View"
        data={[
          {value: 'write', label: 'Write'},
          {value: 'preview', label: 'Preview'},
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'write' ? (
        <MentionArea value={value} onChange={onChange} find={findMentions}>
          {own => (
            <Textarea
              {...own}
              aria-label={label}
              data-autofocus
              autosize
              minRows={minRows}
              maxRows={30}
              dir="auto"
              styles={{input: {fontFamily: 'var(--mantine-font-family-monospace)'}}}
              value={value}
            />
          )}
        </MentionArea>
      ) : (
        <Box mih={`${minRows * 1.55}em`}>
          {value.trim() === '' ? (
            <Text size="sm" c="dimmed">
              Nothing to preview
            </Text>
          ) : (
            <Markdown text={value} />
          )}
        </Box>
      )}
      <Text size="xs" c="dimmed">
        Markdown: **bold**, *italic*, `code`, # heading, - list, [text](address)
        {findMentions !== undefined && ', @name of an asset'}. HTML is shown as text.
      </Text>
    </Stack>
  );
}

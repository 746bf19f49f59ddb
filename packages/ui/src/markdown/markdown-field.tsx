import {Box, SegmentedControl, Stack, Text, Textarea} from '@mantine/core';
import {useState} from 'react';
import {Markdown} from './markdown.tsx';

type MarkdownFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly minRows?: number;
};

/** A text in Markdown to be written, and how it will look. */
export function MarkdownField({label, value, onChange, minRows = 8}: MarkdownFieldProps) {
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
        <Textarea
          aria-label={label}
          data-autofocus
          autosize
          minRows={minRows}
          maxRows={30}
          dir="auto"
          styles={{input: {fontFamily: 'var(--mantine-font-family-monospace)'}}}
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
        />
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
        Markdown: **bold**, *italic*, `code`, # heading, - list, [text](address). HTML is shown as
        text.
      </Text>
    </Stack>
  );
}

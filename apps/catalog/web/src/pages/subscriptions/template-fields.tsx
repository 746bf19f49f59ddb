import {Code, Fieldset, Stack, Text, TextInput} from '@mantine/core';
import {filledTemplate, maxTemplateLength, placeholders, templateProblem} from '@gazetteer/model';

/** Empty for the usual words. */
export type TemplateDraft = {readonly title: string; readonly line: string};

type TemplateFieldsProps = {
  readonly template: TemplateDraft;
  /** Of the subscription. */
  readonly name: string;
  readonly onChange: (template: TemplateDraft) => void;
};

/** What messages look like without a template. */
const usual = {
  title: '{{subscription}}: {{count}}',
  line: '{{what}} {{name}} ({{type}}) by {{user}}',
} as const;

/** Of the preview. */
const example = {
  count: 'one change',
  what: 'Deleted',
  name: 'orders',
  type: 'hive_table',
  user: 'ann',
  time: '2026-03-01 09:30 UTC',
  times: '',
  details: '',
  link: 'https://catalog.example/n/index.html#!/detailPage/…',
};

/** Words of messages to people, with an example of what becomes of them. */
export function TemplateFields({template, name, onChange}: TemplateFieldsProps) {
  const values = {...example, subscription: name.trim() === '' ? 'Name' : name.trim()};
  const shown = (part: 'title' | 'line') =>
    filledTemplate(template[part] === '' ? usual[part] : template[part], values);
  return (
    <Fieldset legend="Message">
      <Stack gap="xs">
        <TemplateField part="title" label="Title" template={template} onChange={onChange} />
        <TemplateField
          part="line"
          label="Line of each change"
          template={template}
          onChange={onChange}
        />
        <div role="group" aria-label="Preview of a message">
          <Text size="sm" c="dimmed">
            Preview
          </Text>
          <Text size="sm" fw={600} dir="auto">
            {shown('title')}
          </Text>
          <Text size="sm" dir="auto" style={{overflowWrap: 'anywhere'}}>
            • {shown('line')}
          </Text>
        </div>
      </Stack>
    </Fieldset>
  );
}

type TemplateFieldProps = Pick<TemplateFieldsProps, 'template' | 'onChange'> & {
  readonly part: keyof TemplateDraft;
  readonly label: string;
};

function TemplateField({part, label, template, onChange}: TemplateFieldProps) {
  const text = template[part];
  const isWrong = text !== '' && templateProblem(part, text) !== undefined;
  return (
    <TextInput
      label={label}
      description={
        <>
          {Object.keys(placeholders[part]).map(one => (
            <span key={one}>
              <Code>{`{{${one}}}`}</Code>{' '}
            </span>
          ))}
        </>
      }
      placeholder={usual[part]}
      maxLength={maxTemplateLength}
      spellCheck={false}
      error={isWrong && 'Only the placeholders above can be in double braces.'}
      value={text}
      onChange={event => onChange({...template, [part]: event.currentTarget.value})}
    />
  );
}

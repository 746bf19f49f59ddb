import {Stack, TagsInput, Text, Textarea, TextInput} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import type {Category, Glossary, Term} from '../../api/wire.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {PairsField} from '../../entity/pairs-field.tsx';
import {create, type Draft, draftOf, type GlossaryParent, save, textFields} from './changes.ts';
import type {Kind} from './glossary-link.ts';

type DraftDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly kind: Kind;
  /** To be changed; without it one is made. */
  readonly existing?: (Glossary | Category | Term) | undefined;
  readonly place?: GlossaryParent;
  /** With the guid of what was made or changed. */
  readonly onDone?: (guid: string) => void;
};

/** Everything that people write about a glossary, a category or a term, new or there already. */
export function DraftDialog({isOpen, onClose, ...form}: DraftDialogProps) {
  const title =
    form.existing === undefined ? `New ${form.kind}` : `Edit ${form.existing.name ?? form.kind}`;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size="lg">
      <DraftForm onClose={onClose} {...form} />
    </Dialog>
  );
}

const nowhere: GlossaryParent = {};

function DraftForm({
  kind,
  existing,
  place = nowhere,
  onClose,
  onDone,
}: Omit<DraftDialogProps, 'isOpen'>) {
  // As it was when the dialog was opened: what others save meanwhile is no change made here.
  const [before] = useState<Draft>(() => draftOf(kind, existing));
  const [draft, setDraft] = useState<Draft>(before);
  const [pairs, setPairs] = useState<readonly (readonly [string, string])[]>(
    Object.entries(before.additionalAttributes),
  );
  const now = {...draft, additionalAttributes: fromPairs(pairs)};
  const send = async () => {
    if (existing === undefined) return await create(kind, now, place);
    await save(kind, existing.guid ?? '', before, now);
    return existing.guid ?? '';
  };
  // Other systems know terms by their qualified names.
  const isRenamed = existing !== undefined && now.name.trim() !== before.name;
  return (
    <ChangeForm
      action={existing === undefined ? `Create ${kind}` : 'Save'}
      send={send}
      done={existing === undefined ? `${now.name} created` : `${now.name} changed`}
      onDone={onDone}
      onClose={onClose}
      isReady={
        now.name.trim() !== '' &&
        (existing === undefined || JSON.stringify(now) !== JSON.stringify(before))
      }
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={draft.name}
        error={/[@.]/.test(draft.name) ? 'Names can’t contain @ or a period' : undefined}
        onChange={event => setDraft({...draft, name: event.currentTarget.value})}
      />
      {isRenamed && (
        <Text size="sm" c="dimmed">
          The qualified name stays <bdi>{existing.qualifiedName}</bdi>, so existing references keep
          working.
        </Text>
      )}
      <TextsOf kind={kind} texts={draft.texts} onChange={texts => setDraft({...draft, texts})} />
      {kind === 'term' && (
        <TagsInput
          label="Examples"
          description="Enter after each"
          splitChars={[]}
          value={[...draft.examples]}
          onChange={examples => setDraft({...draft, examples})}
        />
      )}
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          Additional attributes
        </Text>
        <PairsField value={pairs} onChange={setPairs} add="Attribute" />
      </Stack>
    </ChangeForm>
  );
}

type TextsProps = {
  readonly kind: DraftDialogProps['kind'];
  readonly texts: Draft['texts'];
  readonly onChange: (texts: Draft['texts']) => void;
};

/** A field for each text that its kind has. */
function TextsOf({kind, texts, onChange}: TextsProps) {
  return textFields[kind].map(({name, label}) => {
    const set = (text: string) => onChange({...texts, [name]: text});
    const props = {label, value: texts[name] ?? ''};
    // These are single words.
    return name === 'language' || name === 'abbreviation' ? (
      <TextInput key={name} {...props} onChange={event => set(event.currentTarget.value)} />
    ) : (
      <Textarea
        key={name}
        {...props}
        minRows={name === 'longDescription' ? 3 : 1}
        maxRows={14}
        onChange={event => set(event.currentTarget.value)}
      />
    );
  });
}

/** Of two with one name the later one counts. */
function fromPairs(
  pairs: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> {
  const named = pairs
    .map(([name, value]) => [name.trim(), value] as const)
    .filter(([name]) => name !== '');
  return Object.fromEntries(named);
}

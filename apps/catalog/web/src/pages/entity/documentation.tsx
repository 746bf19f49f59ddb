import {Button, Group, Stack, Text} from '@mantine/core';
import {documentationAttribute, documentationOf} from '@gazetteer/model/asset';
import {isPressed, Problem, toast} from '@gazetteer/ui';
import {Markdown, MarkdownField} from '@gazetteer/ui/markdown';
import {useMutation} from '@tanstack/react-query';
import {Pencil} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {useMay} from '../../api/may.tsx';
import {type TypeIndex, useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {groupKind} from '../../domain/queries.ts';
import {findAssets} from '../../entity/find-assets.ts';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {undoable} from '../../entity/undoable.ts';
import {sendKey} from '../../shell/keys.ts';
import classes from './entity.module.css';

/** What people say about the asset, in Markdown, written where it is read. */
export function Documentation({entity}: {entity: Entity}) {
  const name = documentationName(useTypes(), entity.typeName);
  const mayEdit = useMay()('entity-update') && entity.status === 'ACTIVE' && name !== undefined;
  // Undefined while nobody writes: an empty text is one, too.
  const [draft, setDraft] = useState<string>();
  const text = documentationOf(entity.attributes);
  const isEditing = draft !== undefined;
  // An invitation is for those who can follow it.
  if (text === '' && !mayEdit) return null;
  return (
    <TitledCard
      title="Documentation"
      actions={
        mayEdit &&
        !isEditing && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Pencil size={14} />}
            aria-label="Edit documentation"
            onClick={() => setDraft(text)}
          >
            Edit
          </Button>
        )
      }
    >
      {isEditing && name !== undefined ? (
        <DocumentationForm
          guid={entity.guid}
          name={name}
          value={draft}
          onChange={setDraft}
          onClose={() => setDraft(undefined)}
        />
      ) : text === '' ? (
        <Text size="sm" c="dimmed">
          Not documented yet. Say what the data is, where it comes from and what to know before
          using it.
        </Text>
      ) : (
        <LongText text={text} />
      )}
    </TitledCard>
  );
}

type DocumentationFormProps = {
  readonly guid: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onClose: () => void;
};

function DocumentationForm({guid, name, value, onChange, onClose}: DocumentationFormProps) {
  const save = useSaveText(guid, name, onClose);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        save.mutate(value);
      }}
      onKeyDown={event => {
        if (isPressed(sendKey, event)) save.mutate(value);
      }}
    >
      <Stack gap="sm">
        <MarkdownField
          label="Documentation"
          value={value}
          onChange={onChange}
          findMentions={findAssets}
        />
        <Problem error={save.error} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={save.isPending}>
            Save documentation
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Sends one text of an entity; what is shown of it is read again. */
export function useSaveText(guid: string, name: string, onSaved: () => void) {
  return useMutation({
    mutationFn: (text: string) =>
      undoable(() =>
        client.call('PUT /v2/entity/guid/{guid}', {path: {guid}, query: {name}, body: text}),
      ),
    onSuccess: async ({undo}) => {
      await refresh();
      toast({kind: 'done', title: 'Documentation saved', action: undo});
      onSaved();
    },
  });
}

/** The attribute that documentation of entities of the type is stored in. */
export function documentationName(types: TypeIndex, typeName: string) {
  // No source describes them: the API of domains has the same text.
  if (groupKind(types, typeName) !== undefined) return 'description';
  return documentationAttribute(new Set(types.attributesOf(typeName).map(def => def.name)));
}

/** What fits on a screen beside the rest of the page. */
const longText = 1200;

/** The beginning of a long text, and the rest of it for who wants to read on. */
function LongText({text}: {text: string}) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > longText || text.split('\n').length > 14;
  return (
    <>
      <div className={isLong && !isWhole ? classes['folded'] : undefined}>
        <Markdown text={text} />
      </div>
      {isLong && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}

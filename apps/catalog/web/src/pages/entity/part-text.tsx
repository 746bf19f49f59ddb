import {ActionIcon, Button, Group, Stack, Textarea} from '@mantine/core';
import {documentationOf} from '@gazetteer/model/asset';
import {isPressed, Problem} from '@gazetteer/ui';
import {Markdown, MentionArea} from '@gazetteer/ui/markdown';
import {Pencil} from 'lucide-react';
import {useSyncExternalStore} from 'react';
import {useMay} from '../../api/may.tsx';
import {useTypes} from '../../api/type-index.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {findAssets} from '../../entity/find-assets.ts';
import {nameOf} from '../../entity/name-of.ts';
import {sendKey} from '../../shell/keys.ts';
import {documentationName, useSaveText} from './documentation.tsx';
import {drafts} from './drafts.ts';
import classes from './entity.module.css';

/** What a part is about, written in its row. */
export function PartText({row}: {row: EntityHeader}) {
  const name = documentationName(useTypes(), row.typeName);
  // Not a state of the row, see `drafts`.
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.of(row.guid));
  const mayEdit = useMay()('entity-update') && row.status === 'ACTIVE' && name !== undefined;
  const text = documentationOf(row.attributes);
  if (draft !== undefined && name !== undefined)
    return <PartTextForm row={row} name={name} value={draft} />;
  return (
    <div className={classes['text']}>
      {text !== '' && <Markdown text={text} />}
      {mayEdit && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          ms="auto"
          aria-label={`Edit the description of ${nameOf(row)}`}
          onClick={() => drafts.set(row.guid, text)}
        >
          <Pencil size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

function PartTextForm({row, name, value}: {row: EntityHeader; name: string; value: string}) {
  const close = () => drafts.set(row.guid, undefined);
  const save = useSaveText(row.guid, name, close);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        save.mutate(value);
      }}
      onKeyDown={event => {
        // Nothing but the row closes: the table has no use for the key.
        if (event.key === 'Escape') close();
        if (isPressed(sendKey, event)) save.mutate(value);
      }}
    >
      <Stack gap={6}>
        <MentionArea value={value} onChange={text => drafts.set(row.guid, text)} find={findAssets}>
          {own => (
            <Textarea
              {...own}
              aria-label={`Description of ${nameOf(row)}`}
              autoFocus
              autosize
              minRows={2}
              maxRows={12}
              dir="auto"
              value={value}
            />
          )}
        </MentionArea>
        <Problem error={save.error} />
        <Group gap={6}>
          <Button type="submit" size="compact-xs" loading={save.isPending}>
            Save description
          </Button>
          <Button size="compact-xs" variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

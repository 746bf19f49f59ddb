import {ActionIcon, Menu, TextInput} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Dialog, DialogForm, toast, useConfirm} from '@gazetteer/ui';
import {useMutation, useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {EllipsisVertical, Link2, Pencil, Trash2} from 'lucide-react';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {queries, savedSearchesQuery} from '../api/queries.ts';
import {shareLink} from '../share-link.ts';
import {stringifyParams} from '../search-params.ts';
import {linkOfSaved} from '../pages/search/search-link.ts';
import {Nothing} from './nothing.tsx';
import {Tree} from './tree.tsx';

type SavedSearch = Schemas['SavedSearch'];

/** Searches that somebody has saved; a click does them again. */
export function SavedSearchSection() {
  const saved = useSuspenseQuery(savedSearchesQuery).data;
  const [renamed, setRenamed] = useState<SavedSearch>();
  // A node of the tree has no more than a name and an id.
  const byGuid = new Map(saved.map(one => [one.guid ?? '', one]));
  const nodes = saved
    .map(({guid = '', name = ''}) => ({id: guid, label: name}))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <Tree
        name="saved"
        label="saved searches"
        nodes={nodes}
        empty={<Nothing>No saved searches yet. Save one from its page.</Nothing>}
        link={(node, content, className) => (
          <Link
            to="/search/searchResult"
            search={linkOfSaved(byGuid.get(node.id) ?? {})}
            className={className}
          >
            {content}
          </Link>
        )}
        menu={node => <SavedMenu search={byGuid.get(node.id) ?? {}} onRename={setRenamed} />}
      />
      <Dialog
        isOpen={renamed !== undefined}
        onClose={() => setRenamed(undefined)}
        title="Rename the search"
      >
        {renamed !== undefined && (
          <RenameForm search={renamed} onDone={() => setRenamed(undefined)} />
        )}
      </Dialog>
    </>
  );
}

/** The search itself, since nobody sees the saved searches of others. */
function linkTo(search: SavedSearch): string {
  const page = `#!/search/searchResult${stringifyParams(linkOfSaved(search))}`;
  return new URL(page, document.baseURI).href;
}

/** What can be done with a saved search beside doing it again. */
function SavedMenu({
  search,
  onRename,
}: {
  search: SavedSearch;
  onRename: (search: SavedSearch) => void;
}) {
  const confirm = useConfirm();
  const remove = async () => {
    const isWanted = await confirm({
      title: `Delete the search ${search.name}?`,
      text: 'Only the saved search is deleted, nothing that it finds.',
      action: 'Delete',
      isDangerous: true,
    });
    if (!isWanted) return;
    try {
      // The endpoint of Apache Atlas takes the guid where it says name.
      await client.call('DELETE /v2/search/saved/{name}', {path: {name: search.guid ?? ''}});
      // The home page and the search box have them as well.
      await queries.invalidateQueries({queryKey: ['saved-searches']});
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t delete the search', error});
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Actions for ${search.name}`}
        >
          <EllipsisVertical size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={14} />} onClick={() => onRename(search)}>
          Rename
        </Menu.Item>
        <Menu.Item leftSection={<Link2 size={14} />} onClick={() => void shareLink(linkTo(search))}>
          Copy a link to it
        </Menu.Item>
        <Menu.Item leftSection={<Trash2 size={14} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Its guid stays, so links to it go on to work. */
function RenameForm({search, onDone}: {search: SavedSearch; onDone: () => void}) {
  const [name, setName] = useState(search.name ?? '');
  const rename = useMutation({
    // The whole search goes along, since the endpoint replaces it.
    mutationFn: () => client.call('PUT /v2/search/saved', {body: {...search, name: name.trim()}}),
    onSuccess: async () => {
      await queries.invalidateQueries({queryKey: ['saved-searches']});
      onDone();
    },
  });
  return (
    <DialogForm
      action="Rename"
      onSubmit={() => rename.mutate()}
      onCancel={onDone}
      isBusy={rename.isPending}
      isReady={name.trim() !== ''}
      error={rename.error}
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

import {Button} from '@mantine/core';
import {toast, useConfirm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {Pencil, Plus, Search, Trash2} from 'lucide-react';
import {client} from '../../api/client.ts';
import {May, useMay} from '../../api/may.tsx';
import {queries} from '../../api/queries.ts';
import {FollowButton} from '../../follow/follow-button.tsx';
import {searchLink} from '../search/search-link.ts';
import type {AnyType} from './type-parts.ts';

/** What can be done with a type, for whom it is allowed. */
export function TypeActions({def}: {readonly def: AnyType}) {
  const removal = useRemoval(def);
  const may = useMay();
  // Only of these does anything carry the type itself.
  const isTree = def.category === 'ENTITY' || def.category === 'CLASSIFICATION';
  return (
    <>
      {isTree && (
        <Button
          variant="default"
          leftSection={<Search size={16} />}
          renderRoot={own => (
            <Link
              {...own}
              to="/search/searchResult"
              search={searchLink(def.category === 'ENTITY' ? {type: def.name} : {tag: def.name})}
            />
          )}
        >
          {def.category === 'ENTITY' ? 'View entities' : 'View classified entities'}
        </Button>
      )}
      {isTree && may('type-create') && (
        <Button
          variant="default"
          leftSection={<Plus size={16} />}
          renderRoot={own => (
            <Link {...own} to="/newType" search={{category: def.category, under: def.name}} />
          )}
        >
          Subtype
        </Button>
      )}
      <May to="type-update">
        <Button
          variant="default"
          leftSection={<Pencil size={16} />}
          renderRoot={own => <Link {...own} to="/types/$name/edit" params={{name: def.name}} />}
        >
          Edit
        </Button>
      </May>
      <May to="type-delete">
        <Button
          variant="default"
          leftSection={<Trash2 size={16} />}
          loading={removal.isPending}
          onClick={() => void removal.ask()}
        >
          Delete
        </Button>
      </May>
      {def.category === 'CLASSIFICATION' && (
        <FollowButton target={{classification: def.name}} name={def.name} size="sm" />
      )}
    </>
  );
}

function useRemoval(def: AnyType): {
  readonly isPending: boolean;
  readonly ask: () => Promise<void>;
} {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () =>
      client.call('DELETE /v2/types/typedef/name/{name}', {path: {name: def.name}, query: {}}),
    onSuccess: async () => {
      // First, as the page of the type would ask for what is gone.
      await navigate({to: '/types', search: {category: def.category}});
      await Promise.all([
        queries.invalidateQueries({queryKey: ['types']}),
        // Types are counted as well.
        queries.invalidateQueries({queryKey: ['metrics']}),
      ]);
      toast({kind: 'done', title: `${def.name} was deleted`});
    },
    onError: error => toast({kind: 'problem', title: `Couldn’t delete ${def.name}`, error}),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete ${def.name}?`,
      text: 'Types in use can’t be deleted.',
      action: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  return {isPending: remove.isPending, ask};
}

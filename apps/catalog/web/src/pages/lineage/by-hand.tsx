import {Badge, Button, Group} from '@mantine/core';
import {isManual, manualEnds} from '@gazetteer/model/asset';
import {toast, useConfirm} from '@gazetteer/ui';
import {Hand} from 'lucide-react';
import {client} from '../../api/client.ts';
import {useMay} from '../../api/may.tsx';
import type {Entity, EntityHeader} from '../../api/wire.ts';
import {refresh} from '../../entity/refresh.ts';
import {undoable} from '../../entity/undoable.ts';
import {useLineageActions} from './lineage-actions.ts';

/** That somebody has put the process there, and the way to remove it. */
export function ByHand({entity}: {entity: Entity | EntityHeader}) {
  const may = useMay();
  const confirm = useConfirm();
  const {select} = useLineageActions();
  // The process has both ends in its qualified name, so nothing has to be read.
  const ends = manualEnds(entity.attributes['qualifiedName']);
  if (!isManual(entity) || ends === undefined) return null;
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove this lineage?',
      text: 'The process between the two data sets is deleted. You can add it again.',
      action: 'Remove lineage',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const path = {guid: ends.to, inputGuid: ends.from};
      const {undo} = await undoable(() =>
        client.call('DELETE /v2/lineage/{guid}/inputs/{inputGuid}', {path}),
      );
      // What the details are about is gone.
      select(undefined);
      await refresh();
      toast({kind: 'done', title: 'Lineage removed', action: undo});
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t remove the lineage', error});
    }
  };
  return (
    <Group gap="xs">
      <Badge variant="default" tt="none" leftSection={<Hand size={12} aria-hidden />}>
        Added by hand
      </Badge>
      {may('entity-delete') && entity.status === 'ACTIVE' && (
        <Button size="compact-xs" variant="subtle" onClick={() => void remove()}>
          Remove lineage
        </Button>
      )}
    </Group>
  );
}

import {Button, SegmentedControl, Textarea} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {Plus} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {useMay} from '../../api/may.tsx';
import {useTypes} from '../../api/type-index.ts';
import type {Entity, ObjectRef} from '../../api/wire.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {EntityPicker} from '../../entity/entity-picker.tsx';
import {ColumnPicker, type ColumnPair, noColumns} from './column-picker.tsx';

/** Says by hand what a data set is made from, or what is made from it. */
export function AddLineage({entity}: {entity: Entity}) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  const isDataSet = useTypes().isA(entity.typeName, 'DataSet');
  // Processes connect data sets; only these can be ends.
  if (!isDataSet || entity.status !== 'ACTIVE' || !may('entity-create')) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Plus size={14} />}
        onClick={() => setOpen(true)}
      >
        Add lineage
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Add lineage">
        <LineageForm entity={entity} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function LineageForm({entity, onClose}: {entity: Entity; onClose: () => void}) {
  const [isUpstream, setUpstream] = useState(true);
  const [other, setOther] = useState<readonly ObjectRef[]>([]);
  const [reason, setReason] = useState('');
  const [columns, setColumns] = useState<ColumnPair>(noColumns);
  const guid = other[0]?.guid;
  const send = async () => {
    // Between columns where both are chosen, else between the tables.
    const [own, found] = [columns.own ?? entity.guid, columns.other ?? guid ?? ''];
    const [from, to] = isUpstream ? [found, own] : [own, found];
    await client.call('POST /v2/lineage/{guid}/inputs', {
      path: {guid: to},
      body: {inputGuid: from, reason},
    });
  };
  return (
    <ChangeForm
      action="Add lineage"
      send={send}
      done="Lineage added"
      onClose={onClose}
      isReady={
        guid !== undefined &&
        reason.trim() !== '' &&
        // One column alone says nothing: lineage is from column to column or from table to table.
        (columns.own === null) === (columns.other === null)
      }
    >
      <SegmentedControl
        aria-label="Direction"
        data={['Upstream', 'Downstream']}
        value={isUpstream ? 'Upstream' : 'Downstream'}
        onChange={value => setUpstream(value === 'Upstream')}
      />
      <EntityPicker
        label={isUpstream ? 'Made from' : 'Used by'}
        required
        typeName="DataSet"
        isMany={false}
        value={other}
        // The columns of one table are none of another.
        onChange={next => {
          setOther(next);
          setColumns(noColumns);
        }}
      />
      {guid !== undefined && (
        <ColumnPicker
          entity={entity}
          otherGuid={guid}
          isUpstream={isUpstream}
          value={columns}
          onChange={setColumns}
        />
      )}
      <Textarea
        label="Reason"
        description="Shown in the lineage, with your name"
        required
        autosize
        maxLength={2000}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </ChangeForm>
  );
}

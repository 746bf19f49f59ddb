import {deprecated, trustOf} from '@gazetteer/model/asset';
import {Dialog} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {entityQuery, queries} from '../api/queries.ts';
import type {Entity} from '../api/wire.ts';
import {ChangeForm} from './change-form.tsx';
import {DeprecationReach} from './deprecation-reach.tsx';
import {nameOf} from './name-of.ts';
import {TrustFields, type TrustInput} from './trust-fields.tsx';

type TrustDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly entity: Entity;
};

/** Sets how far one asset can be relied on. */
export function TrustDialog({isOpen, onClose, entity}: TrustDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Certification and announcement">
      <WithSuccessor entity={entity} onClose={onClose} />
    </Dialog>
  );
}

type FormProps = Omit<TrustDialogProps, 'isOpen'>;

/**
 * A successor that may not be read is kept without its name. The form waits for it: a field that
 * got its value later would look as if somebody had changed it.
 */
function WithSuccessor(props: FormProps) {
  const {successor} = trustOf(props.entity);
  const found = useQuery({
    ...entityQuery(successor ?? ''),
    enabled: successor !== undefined,
    retry: false,
  });
  if (successor !== undefined && found.isPending) return null;
  return <TrustForm {...props} successor={found.data?.entity} />;
}

function TrustForm({entity, onClose, successor}: FormProps & {successor: Entity | undefined}) {
  const [before] = useState(() => inputOf(entity));
  const [value, setValue] = useState(before);
  // Only that: what is sent is audited, and an unchanged announcement would be announced anew.
  const changed = Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => (one ?? '') !== (before[name as keyof TrustInput] ?? ''),
    ),
  );
  const send = async () => {
    await client.call('PUT /v2/entity/guid/{guid}/trust', {
      path: {guid: entity.guid},
      body: changed,
    });
    // With the first of it come the types that it is stored in.
    await queries.invalidateQueries({queryKey: ['types']});
  };
  return (
    <ChangeForm
      send={send}
      done="Certification and announcement saved"
      onClose={onClose}
      isReady={Object.keys(changed).length > 0}
    >
      <TrustFields
        value={value}
        onChange={setValue}
        none="None"
        successor={
          successor && {
            guid: successor.guid,
            typeName: successor.typeName,
            displayText: nameOf(successor),
          }
        }
      />
      {value.certification === deprecated && before.certification !== deprecated && (
        <DeprecationReach guid={entity.guid} />
      )}
    </ChangeForm>
  );
}

/** Who announced it and when is said by the server. */
function inputOf(entity: Entity): TrustInput {
  const {successor, announcedBy: _by, announcedTime: _time, ...said} = trustOf(entity);
  return {...said, ...(successor === undefined ? {} : {successorGuid: successor})};
}

import {membershipOf} from '@gazetteer/model/asset';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import type {Entity} from '../api/wire.ts';
import {ChangeForm} from '../entity/change-form.tsx';
import {DomainField, ProductsField} from './group-fields.tsx';

type MembershipDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly entity: Entity;
};

/** Sets what one asset belongs to. */
export function MembershipDialog({isOpen, onClose, entity}: MembershipDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Domain and data products">
      <MembershipForm entity={entity} onClose={onClose} />
    </Dialog>
  );
}

function MembershipForm({entity, onClose}: Omit<MembershipDialogProps, 'isOpen'>) {
  const before = membershipOf(entity);
  const [domain, setDomain] = useState(before.domain ?? null);
  const [products, setProducts] = useState<readonly string[]>(before.products);
  const body = {guids: [entity.guid]};
  const added = products.filter(guid => !before.products.includes(guid));
  const removed = before.products.filter(guid => !products.includes(guid));
  const isMoved = domain !== (before.domain ?? null);
  // By the API of domains and products, which checks what somebody may group, and not by
  // business metadata, where both are stored. One request for each that changes; all have answered
  // before a refusal is told.
  const send = async () => {
    const answers = [];
    if (isMoved && domain !== null) {
      const path = {guid: domain};
      answers.push(await client.call('POST /v2/domains/{guid}/assets', {path, body}));
    } else if (isMoved) {
      const path = {guid: before.domain ?? ''};
      const query = {asset: [entity.guid]};
      answers.push(await client.call('DELETE /v2/domains/{guid}/assets', {path, query}));
    }
    for (const guid of added)
      answers.push(await client.call('POST /v2/products/{guid}/assets', {path: {guid}, body}));
    for (const guid of removed)
      answers.push(
        await client.call('DELETE /v2/products/{guid}/assets', {
          path: {guid},
          query: {asset: [entity.guid]},
        }),
      );
    // Such requests take many assets and answer 200 with those that they leave alone; here it is
    // the only one.
    const reason = answers.flatMap(one => one.refused).at(0)?.reason;
    if (reason !== undefined) throw new Error(reason);
  };
  return (
    <ChangeForm
      send={send}
      done="Domain and data products saved"
      onClose={onClose}
      isReady={isMoved || added.length + removed.length > 0}
    >
      <DomainField label="Domain" isFirst value={domain} onChange={setDomain} />
      <ProductsField label="Data products" value={products} onChange={setProducts} />
    </ChangeForm>
  );
}

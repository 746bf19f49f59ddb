import {Kbd, Modal, Table} from '@mantine/core';
import {Fragment} from 'react';
import {type KeyHelp, keyText} from './keys.ts';

type KeysDialogProps = {readonly keys: readonly KeyHelp[]; readonly onClose: () => void};

/** What the keyboard can do. */
export function KeysDialog({keys: all, onClose}: KeysDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg">
      <Table>
        <Table.Tbody>
          {all.map(({keys, what}) => (
            <Table.Tr key={what}>
              <Table.Td>{what}</Table.Td>
              <Table.Td>
                {keys.map((key, n) => (
                  <Fragment key={key}>
                    {/* Several keys of a line do the same. */}
                    {n > 0 && ' or '}
                    <KeyText keyName={key} />
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function KeyText({keyName}: {keyName: string}) {
  return (
    <span dir="ltr" style={{whiteSpace: 'nowrap'}}>
      {keyText(keyName).map((part, n) => (
        <Fragment key={part}>
          {n > 0 && '+'}
          <Kbd>{part}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}

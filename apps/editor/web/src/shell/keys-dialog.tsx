import {Kbd, Modal, Table} from '@mantine/core';
import {Fragment} from 'react';
import {keyHelp, keyText} from '../editor/commands.ts';

/** What the keyboard can do. */
export function KeysDialog({onClose}: {onClose: () => void}) {
  return (
    <Modal opened onClose={onClose} title="Keys" size="lg">
      <Table>
        <Table.Tbody>
          {keyHelp.map(({keys, what}) => (
            <Table.Tr key={what}>
              <Table.Td>{what}</Table.Td>
              <Table.Td>
                {keys.map((key, n) => (
                  <Fragment key={key}>
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
    <span dir="ltr">
      {keyText(keyName).map((part, n) => (
        <Fragment key={part}>
          {n > 0 && '+'}
          <Kbd>{part}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}

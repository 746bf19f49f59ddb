import {Group, Loader, Modal} from '@mantine/core';
import {CopyButton} from '@gazetteer/ui';
import {explanation, type Explanation} from '../editor/explanation.ts';
import classes from '../result/result.module.css';

/**
 * A plan, or that it is awaited. It is the page's own and not a sheet's: it goes when it is closed.
 */
export function ExplanationDialog({shown}: {shown: Explanation}) {
  return (
    <Modal
      opened
      onClose={() => explanation.set(undefined)}
      title="How the server would run this"
      size="xl"
    >
      {shown.text === undefined ? (
        <Loader aria-label="Loading" />
      ) : (
        <>
          <Group justify="flex-end">
            <CopyButton text={shown.text} label="Copy the plan" />
          </Group>
          <pre className={classes['plan']} tabIndex={0} role="region" aria-label="Plan">
            {shown.text}
          </pre>
        </>
      )}
    </Modal>
  );
}

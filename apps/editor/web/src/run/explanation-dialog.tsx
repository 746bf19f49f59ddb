import {Group, Loader, Modal} from '@mantine/core';
import {CopyButton} from '@gazetteer/ui';
import {explanation, type Explanation} from '../editor/explanation.ts';
import classes from '../result/result.module.css';

export function ExplanationDialog({shown}: {shown: Explanation}) {
  return (
    <Modal opened onClose={explanation.close} title="How the server would run this" size="xl">
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

import {Group, Loader, Modal} from '@mantine/core';
import {planOf} from '@gazetteer/sql';
import {CopyButton} from '@gazetteer/ui';
import {useMemo} from 'react';
import {explanation, type Explanation} from '../editor/explanation.ts';
import result from '../result/result.module.css';
import {PlanPicture} from './plan-picture.tsx';
import classes from './plan.module.css';

/**
 * A plan as a picture beside its text, or that it is awaited. It is the page's own and not a
 * sheet's: it goes when it is closed.
 */
export function ExplanationDialog({shown}: {shown: Explanation}) {
  const {text, plan = ''} = shown;
  const steps = useMemo(() => planOf(plan, text ?? ''), [plan, text]);
  const written = (
    <pre className={result['plan']} tabIndex={0} role="region" aria-label="Plan">
      {text}
    </pre>
  );
  return (
    <Modal
      opened
      onClose={() => explanation.set(undefined)}
      title="How the server would run this"
      size={steps === undefined ? 'xl' : '90rem'}
    >
      {text === undefined ? (
        <Loader role="status" aria-label="Loading" />
      ) : (
        <>
          <Group justify="flex-end">
            <CopyButton text={text} label="Copy the plan" />
          </Group>
          {steps === undefined ? (
            written
          ) : (
            <div className={classes['sides']}>
              <div className={classes['side']} tabIndex={0} role="region" aria-label="Diagram">
                <PlanPicture plan={steps} />
              </div>
              <div className={classes['side']}>{written}</div>
            </div>
          )}
        </>
      )}
    </Modal>
  );
}

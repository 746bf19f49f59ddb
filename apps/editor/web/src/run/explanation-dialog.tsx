import {Button, Group, Loader, Modal, Text} from '@mantine/core';
import {planOf} from '@gazetteer/sql';
import {CopyButton} from '@gazetteer/ui';
import {useMemo} from 'react';
import type {Explanation} from '../editor/explanation.ts';
import {closeExplanation, showExplanation} from './explain.ts';
import result from '../result/result.module.css';
import {PlanPicture} from './plan-picture.tsx';
import classes from './plan.module.css';

/**
 * A plan as a picture beside its text, or that it is awaited. It is the page's own and not a
 * sheet's: it goes when it is closed. The engine's own words are always there, beside the picture
 * where its plan can be read as one: what the picture leaves out is not lost. To run for a plan is
 * offered and never done by itself, since the statement may take as long as it takes.
 */
export function ExplanationDialog({shown}: {shown: Explanation}) {
  const {request, text, plan = '', analysis} = shown;
  const steps = useMemo(() => planOf(plan, text ?? ''), [plan, text]);
  const written = (
    <pre className={result['plan']} tabIndex={0} role="region" aria-label="Plan">
      {text}
    </pre>
  );
  return (
    <Modal
      opened
      onClose={closeExplanation}
      title={analysis === 'done' ? 'How the server ran this' : 'How the server would run this'}
      size={steps === undefined ? 'xl' : '90rem'}
    >
      {text === undefined ? (
        <Loader role="status" aria-label="Loading" />
      ) : (
        <>
          <Group justify="flex-end">
            {analysis === 'nothing told' && (
              <Text size="sm" c="dimmed">
                No times are available for this statement.
              </Text>
            )}
            {analysis === 'possible' && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void showExplanation(request, true)}
              >
                Run and measure
              </Button>
            )}
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

import {Alert, List, Text} from '@mantine/core';
import {CircleAlert, CircleCheck, CircleHelp} from 'lucide-react';
import type {Diagnosis} from '../api/wire.ts';
import classes from '../result/result.module.css';
import type {Failure} from './run.ts';

/**
 * Why it did not work, in the server's words, and where no connection was made what is known of the
 * cause.
 */
export function FailurePanel({failure: {message, diagnosis}}: {failure: Failure}) {
  return (
    <div className={classes['failure']}>
      <Alert color="red" variant="light" role="alert" icon={<CircleAlert />} title="Query failed">
        <Text component="pre" className={classes['message']} dir="auto">
          {message}
        </Text>
      </Alert>
      {diagnosis !== undefined && <DiagnosisPanel diagnosis={diagnosis} />}
    </div>
  );
}

/**
 * Why a server could not be reached or did not let somebody in, as far as the editor found out, and
 * what helps.
 */
export function DiagnosisPanel({diagnosis}: {diagnosis: Diagnosis}) {
  const {contacted, principal, failure, findings, advice} = diagnosis;
  return (
    <section className={classes['diagnosis']} aria-label="Diagnosis">
      <h2>What was tried</h2>
      <dl>
        <dt>Contacted</dt>
        <dd>{contacted}</dd>
        {principal !== undefined && (
          <>
            <dt>Principal</dt>
            <dd>{principal}</dd>
          </>
        )}
        <dt>Failure</dt>
        <dd>{failure}</dd>
      </dl>
      {findings.length > 0 && (
        <>
          <h2>What was found</h2>
          <List spacing={4} size="sm">
            {findings.map(({check, isFine, text}) => (
              <List.Item key={`${check} ${text}`} icon={<FindingIcon isFine={isFine} />}>
                {text}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {advice.length > 0 && (
        <>
          <h2>What to try</h2>
          <List type="ordered" spacing={4} size="sm">
            {advice.map(text => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </>
      )}
    </section>
  );
}

/** Three outcomes: what could not be checked is neither fine nor wrong. */
function FindingIcon({isFine}: {isFine: boolean | undefined}) {
  if (isFine === true)
    return <CircleCheck size={16} className={classes['good']} aria-label="fine" />;
  if (isFine === false)
    return <CircleAlert size={16} className={classes['bad']} aria-label="wrong" />;
  return <CircleHelp size={16} aria-label="unknown" />;
}

import {Alert} from '@mantine/core';
import {messageOf} from '@gazetteer/ui';

type ConnectionResultProps = {
  /** The test of a source's connection; nothing is shown before it has ended. */
  readonly tested: {
    readonly data: {readonly message: string} | undefined;
    readonly error: Error | null;
  };
};

/** What a test of a connection has found. */
export function ConnectionResult({tested: {data, error}}: ConnectionResultProps) {
  if (error !== null)
    return (
      <Alert color="red" role="alert" title="Couldn’t connect">
        <span dir="auto">{messageOf(error)}</span>
      </Alert>
    );
  return (
    data !== undefined && (
      <Alert role="status" title="Connected">
        <span dir="auto">{data.message}</span>
      </Alert>
    )
  );
}

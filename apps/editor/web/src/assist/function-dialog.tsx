import {Code, Modal, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {functionQuery} from '../api/queries.ts';
import classes from './assist.module.css';

/** What is known of a function, or what the engine says about it. */
export function FunctionDialog({
  engine,
  name,
  described,
  onClose,
}: {
  engine: string;
  name: string;
  described: string | undefined;
  onClose: () => void;
}) {
  const {data, error, refetch} = useQuery({
    ...functionQuery(engine, name),
    enabled: described === undefined,
  });
  return (
    <Modal opened onClose={onClose} title={name} size="lg">
      {described !== undefined ? (
        <Code block>{described}</Code>
      ) : error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading" />
      ) : (
        <>
          {data.signature !== '' && <Code block>{data.signature}</Code>}
          {(data.description !== '' || data.signature === '') && (
            <Text component="pre" mt="sm" className={classes['plan']}>
              {data.description === '' ? 'No documentation available' : data.description}
            </Text>
          )}
        </>
      )}
    </Modal>
  );
}

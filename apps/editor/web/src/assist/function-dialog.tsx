import {Code, Modal, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {functionQuery} from '../api/queries.ts';
import classes from './assist.module.css';

/** What the engine says about a function. */
export function FunctionDialog({
  engine,
  name,
  onClose,
}: {
  engine: string;
  name: string;
  onClose: () => void;
}) {
  const {data, error, refetch} = useQuery(functionQuery(engine, name));
  return (
    <Modal opened onClose={onClose} title={name} size="lg">
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading" />
      ) : (
        <>
          {data.signature !== '' && <Code block>{data.signature}</Code>}
          <Text component="pre" mt="sm" className={classes['plan']}>
            {data.description === '' ? 'No documentation available' : data.description}
          </Text>
        </>
      )}
    </Modal>
  );
}

import {Alert, List, Text} from '@mantine/core';
import {explainError} from './explain-error.ts';
import {messageOf} from './states.tsx';

/**
 * What went wrong with something that somebody has asked for, and what to do about it; below, all
 * that the server tells. Nothing for null.
 */
export function Problem({error, title}: {error: unknown; title?: string}) {
  if (error === null || error === undefined) return null;
  const explained = explainError(error);
  const heading = title ?? explained?.title;
  // The server lists what is wrong with each field; one alone is the message itself.
  const issues = (error as {readonly issues?: readonly string[]}).issues ?? [];
  return (
    <Alert color="red" role="alert" {...(heading === undefined ? {} : {title: heading})}>
      {explained !== undefined && (
        <Text size="sm" mb={4}>
          {title !== undefined && `${explained.title}. `}
          {explained.hint}
        </Text>
      )}
      {issues.length < 2 ? (
        <Text size={explained === undefined ? 'sm' : 'xs'} dir="auto">
          {messageOf(error)}
        </Text>
      ) : (
        <List size="xs">
          {issues.map((issue, n) => (
            <List.Item key={n}>
              <span dir="auto">{issue}</span>
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

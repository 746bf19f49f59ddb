import {Alert, List} from '@mantine/core';
import {deniedHint, isDenied, messageOf} from './states.tsx';

/**
 * What went wrong with something that somebody has asked for; all of it, when the server tells
 * several things. Nothing for null.
 */
export function Problem({error, title}: {error: unknown; title?: string}) {
  if (error === null || error === undefined) return null;
  const isRefused = isDenied(error);
  const heading = title ?? (isRefused ? 'You don’t have permission' : undefined);
  // The server lists what is wrong with each field; one alone is the message itself.
  const issues = (error as {readonly issues?: readonly string[]}).issues ?? [];
  return (
    <Alert color="red" role="alert" {...(heading === undefined ? {} : {title: heading})}>
      {issues.length < 2 ? (
        <span dir="auto">{messageOf(error)}</span>
      ) : (
        <List size="sm">
          {issues.map((issue, n) => (
            <List.Item key={n}>
              <span dir="auto">{issue}</span>
            </List.Item>
          ))}
        </List>
      )}
      {isRefused && <p>{deniedHint}</p>}
    </Alert>
  );
}

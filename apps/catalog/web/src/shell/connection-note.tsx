import {Text} from '@mantine/core';
import {useQueryClient} from '@tanstack/react-query';
import {useEffect, useState, useSyncExternalStore} from 'react';
import classes from './connection-note.module.css';

/** An answer that takes longer is told of. */
const slowMs = 8000;

/** Says that the browser has no network, or that the server is slow, as long as it is so. */
export function ConnectionNote() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  const isSlow = useSlow();
  return (
    <div role="status" className={classes['note']}>
      {isOnline ? (
        isSlow && <Text size="sm">The server is taking longer than usual to answer.</Text>
      ) : (
        <Text size="sm">
          You’re offline. Pages show what was loaded, and changes can’t be saved.
        </Text>
      )}
    </div>
  );
}

/** React reads the browser's own state, which may have changed before the page was there. */
function follow(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** Whether a page has waited so long for an answer that it has never had. */
function useSlow(): boolean {
  const queries = useQueryClient();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      // A page that shows something and asks again is not waiting.
      const isWaiting = queries.isFetching({predicate: one => one.state.status === 'pending'}) > 0;
      if (isWaiting) timer ??= setTimeout(() => setSlow(true), slowMs);
      else {
        clearTimeout(timer);
        timer = undefined;
        setSlow(false);
      }
    };
    const stop = queries.getQueryCache().subscribe(look);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries]);
  return isSlow;
}

import {useEffect, useState} from 'react';

/**
 * The browser's full screen where it allows it; over the whole window in any case. Escape ends it.
 */
export function useFullScreen(): [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () => {
      // Ended by the browser's own keys.
      if (document.fullscreenElement === null) setFull(false);
    };
    const press = (event: KeyboardEvent) => {
      // In a menu or a list it closes that.
      const isElsewhere =
        (event.target as HTMLElement).closest('[role=dialog], [role=menu], [role=listbox]') !==
        null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) setFull(false);
    };
    document.addEventListener('fullscreenchange', follow);
    // While nothing is full Escape is not ours.
    if (isFull) document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      document.removeEventListener('keydown', press);
    };
  }, [isFull]);
  const set = (next: boolean) => {
    setFull(next);
    // Refused in frames and by some devices: then the window is what there is.
    if (next) document.documentElement.requestFullscreen().catch(() => undefined);
    else if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
  };
  return [isFull, set];
}

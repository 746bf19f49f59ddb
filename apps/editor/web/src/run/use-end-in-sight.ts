import {type RefObject, useEffect, useRef} from 'react';

/** Where the end counts as in sight: less than half a line may be missing. */
const nearPx = 8;

/**
 * A log follows its end as long as the end is in sight; who has scrolled back to read something is
 * not taken away from it.
 */
export function useEndInSight(text: string): {
  readonly box: RefObject<HTMLPreElement | null>;
  readonly onScroll: () => void;
} {
  const box = useRef<HTMLPreElement>(null);
  // No state: drawing is not to wait for it, nor to happen for it.
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  const onScroll = () => {
    if (box.current === null) return;
    const {scrollTop, clientHeight, scrollHeight} = box.current;
    isAtEnd.current = scrollTop + clientHeight > scrollHeight - nearPx;
  };
  return {box, onScroll};
}

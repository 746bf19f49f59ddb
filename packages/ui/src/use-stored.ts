import {useCallback, useState} from 'react';

/** Other pages of the same host have storage, too. */
const prefix = 'gazetteer.';

/**
 * State that a reload keeps, for what somebody likes to see and how. Not for anything secret or
 * shared.
 */
export function useStored<Value>(name: string, initial: Value): [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(name, initial));
  const set = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(prefix + name, JSON.stringify(next));
      } catch {
        // Storage may be forbidden or full; the choice then lasts as long as the page.
      }
    },
    [name],
  );
  return [value, set];
}

/** Another version may have written it; what cannot be read is as nothing. */
function read<Value>(name: string, initial: Value): Value {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? initial : (JSON.parse(text) as Value);
  } catch {
    return initial;
  }
}

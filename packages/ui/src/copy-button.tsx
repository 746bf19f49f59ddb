import {Check, Copy} from 'lucide-react';
import {useState} from 'react';
import {IconButton} from './icon-button.tsx';
import {toast} from './toasts.tsx';

/** Copies a text; where the browser forbids it (no https), says so. */
export function CopyButton({text, label}: {text: string; label: string}) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      // Long enough to be seen, and then it can be pressed again.
      setTimeout(() => setDone(false), 2000);
    } catch {
      toast({
        kind: 'problem',
        title: 'Couldn’t copy',
        text: 'Select the text and press Ctrl+C.',
      });
    }
  };
  return (
    <IconButton label={label} tip={isDone ? 'Copied' : label} size="sm" onClick={() => void copy()}>
      {isDone ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  );
}

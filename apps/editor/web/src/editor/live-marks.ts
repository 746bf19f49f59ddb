import {type Diagnostic, linter} from '@codemirror/lint';
import {marksIn} from './sql-assistant.ts';

const pauseMs = 500;

/** Underlines what is surely wrong, when nobody has typed for a moment. */
export function liveMarks(dialect: string) {
  return linter(
    async ({state}) => {
      const marks = await marksIn(state.doc.toString(), dialect);
      return marks.map(({from, to, message}): Diagnostic => ({
        from,
        to,
        message,
        severity: 'error',
      }));
    },
    {delay: pauseMs},
  );
}

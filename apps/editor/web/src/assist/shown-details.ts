import {sharedValue} from '../shared-value.ts';

/** What details are shown of, whoever asked for them: the tree, the text, the finder. */
export type Details =
  | {readonly kind: 'table'; readonly path: readonly string[]}
  | {
      readonly kind: 'function';
      readonly name: string;
      /** Ways to call it where they are known; else the engine is asked. */
      readonly described?: string | undefined;
    };

/** With the type of its engine. */
export const shownDetails = sharedValue<(Details & {readonly engine: string}) | undefined>(
  undefined,
);

import {forgetChanges} from './forget-changes.ts';
import {listChanges, readChange} from './read-changes.ts';

export const undoOperations = {listChanges, readChange, forgetChanges};

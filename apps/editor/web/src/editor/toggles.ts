import {newToggle} from '../toggle.ts';

/** The dialog of what the sheet on the screen wants of its session. */
export const sessionDialog = newToggle();
/** Looks for a table in all databases. */
export const tableFinder = newToggle();
/** Sheet and result over the whole window, without what is around them. */
export const wholeWindow = newToggle();

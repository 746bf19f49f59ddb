// What is open over the editor. Here and not in a component, since keys, menus and buttons of
// several parts open the same.
import {newToggle} from '../toggle.ts';

/** The dialog of what the sheet on the screen wants of its session. */
export const sessionDialog = newToggle();
/** Looks for a table in all databases. */
export const tableFinder = newToggle();
/** Sheet and result over the whole window, without what is around them. */
export const wholeWindow = newToggle();

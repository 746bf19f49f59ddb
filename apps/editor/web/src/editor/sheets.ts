import {loggedInUser} from '../api/session.ts';
import {Runner} from '../run/runner.ts';
import {TabStore} from './tab-store.ts';

/** The sheets of whoever is logged in, and what runs them: one of each for all pages. */
export const sheets = new TabStore(loggedInUser());
export const runner = new Runner(sheets);

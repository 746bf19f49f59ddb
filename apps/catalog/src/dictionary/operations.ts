import {dictionaryPage} from './dictionary-page.ts';
import {domainDictionary} from './domain-dictionary.ts';

export const dictionaryOperations = {dictionaryPage, domainDictionary};

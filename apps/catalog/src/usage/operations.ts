import {ageOutUsage} from './age-out-usage.ts';
import {readMostUsed} from './most-used.ts';
import {readEntityUsage} from './read-entity-usage.ts';
import {receiveUsage} from './receive-usage.ts';

export const usageOperations = {receiveUsage, readEntityUsage, readMostUsed, ageOutUsage};

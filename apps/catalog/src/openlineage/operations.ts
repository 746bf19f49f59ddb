import {readLineageRuns} from './read-runs.ts';
import {receiveLineageEvent, receiveLineageEvents} from './receive-events.ts';

export const openLineageOperations = {receiveLineageEvent, receiveLineageEvents, readLineageRuns};

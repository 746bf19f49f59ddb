export {describedSource, describedTypes} from './described-source.ts';
export {ingest, ingestUsage} from './ingest.ts';
export {sourceKeysMarkdown} from './sources-file.ts';
export {sync, type Outcome} from './sync.ts';

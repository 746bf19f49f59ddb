export {ingest, ingestUsage} from './ingest.ts';
export {sourceKeysMarkdown} from './sources-file.ts';

import {fileChanges} from './change-files.ts';
import {fileQuestions} from './questions.ts';
import {rightsOfFiles} from './rights.ts';
import {fileUploads, uploadChanges} from './uploads.ts';

/** Files of a cluster, as scripts of Hue ask for and change them. */
export const fileOperations = {...fileChanges, ...rightsOfFiles, ...uploadChanges};
export const clusterFiles = [...fileQuestions, ...fileUploads];

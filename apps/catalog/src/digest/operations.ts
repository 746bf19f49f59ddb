import {endDigest, listDueDigests, takeDigest} from './deliver-digest.ts';
import {changeDigest, readDigest} from './digests.ts';

export const digestOperations = {readDigest, changeDigest, listDueDigests, takeDigest, endDigest};

export {unzipFiles, unzipTexts, zipTexts} from './zip-in-memory.ts';
export {type ZipLimits, ZipReader} from './zip-reader.ts';
export {ZipStream} from './zip-stream.ts';
export {ZipWriter} from './zip-writer.ts';

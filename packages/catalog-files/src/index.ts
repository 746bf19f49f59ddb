export {catalogFiles, catalogFilesUsage} from './catalog-files.ts';

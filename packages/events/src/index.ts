export type {Delivered, Destination} from './destination.ts';
export {FileDestination} from './file-destination.ts';
export {Trail, type TrailOptions} from './trail.ts';
export {WebHdfs} from './web-hdfs.ts';
export {WebHdfsDestination} from './web-hdfs-destination.ts';

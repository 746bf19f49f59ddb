export type {Delivered, Destination} from './destination.ts';
export {FileDestination} from './file-destination.ts';
export {
  joinRecords,
  readRecord,
  toRecords,
  type EnvelopeOptions,
  type ReceivedRecord,
} from './message-envelope.ts';
export type {OutgoingMessage, Publisher} from './publisher.ts';
export {Trail, type TrailOptions, type TrailCounts} from './trail.ts';
export {WebHdfs} from './web-hdfs.ts';
export {WebHdfsDestination} from './web-hdfs-destination.ts';
export {postSigned} from './signed-post.ts';
export {WebhookPublisher} from './webhook-publisher.ts';
export {rotateFiles} from './rotate-files.ts';

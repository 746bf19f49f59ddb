export {exchange, textOf, type WithBytes} from './exchange.ts';
export {recordsOf, S3Refusal, type XmlRecord} from './s3-answers.ts';
export {encoded, type ObjectAddress, S3Client, type S3Options} from './s3-client.ts';
export {bucketsOf, pageOfObjects, pagesOfObjects, type S3Object} from './s3-lists.ts';
export {copyObject, writeObject} from './s3-write.ts';

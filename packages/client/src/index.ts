export type {Api, Schemas} from './api.ts';
export {type CallOptions, CatalogClient, type ClientOptions} from './catalog-client.ts';
export {ApiError, SignedOutError, termIsAssigned} from './errors.ts';
export type {Answer, DryRun, Input, OperationKey} from './operations.ts';

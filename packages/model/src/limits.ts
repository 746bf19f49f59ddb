/**
 * Requests of one `POST /v2/batch`: each has its statements, while all other changes wait. Clients
 * that make batches know it, too.
 */
export const maxBatchRequests = 1000;

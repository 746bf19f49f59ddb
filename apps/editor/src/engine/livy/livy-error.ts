import {JsonCallError} from '../../net/json-client.ts';
import {SqlError} from '../sql-engine.ts';

/** A call of the server of Spark sessions, whose failures become those of an engine. */
export async function livyError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof JsonCallError)) throw error;
    const {status, message} = error;
    const isLogin = status === 401 || status === 403;
    const kind =
      status === undefined
        ? 'unreachable'
        : isLogin
          ? 'login'
          : status === 404
            ? 'session-expired'
            : 'refused';
    throw new SqlError(kind, message, {cause: error});
  }
}

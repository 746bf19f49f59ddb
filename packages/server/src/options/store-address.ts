import {postgresAddresses} from '@gazetteer/model';
import {resolve} from 'node:path';

const ofFile = 'sqlite:';

/** What is allowed as the address of a store, when a value is not. */
export function checkStoreAddress(value: string): string | undefined {
  const isServer = /^postgres(ql)?:\/\//.test(value);
  if (value === '' || /^sqlite:./.test(value) || postgresAddresses(value).length > 0)
    return undefined;
  const escapes = isServer
    ? '; in a user name or password write @ as %40, : as %3A, / as %2F, # as %23'
    : '';
  return `sqlite:<file> or postgres://<user>:<password>@<host>:<port>/<database>, several hosts separated by commas${escapes}`;
}

/** `sqlite:<absolute file>` or the URL of a server. @param usual the file where none is given */
export function storeAddress(given: string, usual: string): string {
  if (given === '') return ofFile + usual;
  const file = storeFile(given);
  return file === undefined ? given : ofFile + resolve(file);
}

/** The file of a store; undefined for one that a server has, which others may use as well. */
export function storeFile(address: string): string | undefined {
  return address.startsWith(ofFile) ? address.slice(ofFile.length) : undefined;
}

/** A Kerberos service: `service/host@REALM`. */
export type Principal = {
  readonly service: string;
  readonly host: string;
  readonly realm: string | undefined;
};

/**
 * Service and host are both taken from the principal, never from the address that is connected to:
 * behind a load balancer or an alias they differ.
 * @throws {TypeError} unless the text is `service/host` or `service/host@REALM` with `_HOST`
 * already replaced
 */
export function parsePrincipal(text: string): Principal {
  const match = /^(?<service>[^/@\s]+)\/(?<host>[^/@\s]+)(?:@(?<realm>[^/@\s]+))?$/.exec(text);
  const {service = '', host = '', realm} = match?.groups ?? {};
  if (match === null || host === '_HOST') {
    throw new TypeError(
      `"${text}" is no Kerberos service principal, which looks like hive/server.example.com@EXAMPLE.COM`,
    );
  }
  return {service, host, realm};
}

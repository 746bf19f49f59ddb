import type {CallToolResult, McpHttpHandler, Server} from '@modelcontextprotocol/server';
import {stringifyCookie} from 'cookie';
import {Readable} from 'node:stream';
import type {ReadableStream} from 'node:stream/web';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {atlasSessionCookie} from '../auth/session/session-cookie.ts';
import {clientGone} from '../http/client-gone.ts';
import {addressOf} from '../http/own-address.ts';
import {RefusedRequest, type Tool, type ToolCall, type ToolRequest} from './tool.ts';

export type McpOptions = {
  /** As clients call this server, such as `gazetteer-catalog`. */
  readonly name: string;
  readonly version: string;
  /** What a model should know before it calls the first tool. */
  readonly instructions: string;
  /** Asked for by the first request. */
  readonly tools: () => readonly Tool[];
  /** Name of the session cookie; that of the Atlas API when not given. */
  readonly cookie?: string;
};

const address = '/mcp';
const maxBodyBytes = 2 ** 20;
/** Of an answer, in characters: more than that is nothing that a model reads. */
const maxAnswer = 200_000;

/**
 * The Model Context Protocol over streamable HTTP at `/mcp`, for assistants and scripts. A call of
 * a tool is requests to this server with the same credentials: what they may do, how much of it and
 * what is recorded is decided where it is for everybody. Nothing is kept between requests.
 *
 * Credentials come in the header `Authorization`, never by cookie, so that no page of another site
 * can call tools.
 */
export function mcpRoutes(app: FastifyInstance, options: McpOptions): void {
  // The library is loaded by the first request: most servers never have one.
  let handler: Promise<McpHttpHandler> | undefined;
  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', {parseAs: 'string'}, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: address,
      bodyLimit: maxBodyBytes,
      config: {scopes: ['read']},
      handler: async (request, reply) => {
        const {origin, authorization} = request.headers;
        if (origin !== undefined && origin !== addressOf(request))
          return await refuse(reply, 403, `Pages of ${origin} may not call tools`);
        if (!/^(?:bearer|basic) /i.test(authorization ?? ''))
          return await refuse(reply, 401, 'Send an access token: Authorization: Bearer <token>');
        const {fetch} = await (handler ??= handlerOf(options));
        const answer = await fetch(webRequest(request, reply), {
          authInfo: {
            token: '',
            clientId: '',
            scopes: [],
            extra: {ask: requestsOf(request, options.cookie ?? atlasSessionCookie)},
          },
        });
        return await reply
          .code(answer.status)
          .headers(Object.fromEntries(answer.headers))
          .send(answer.body === null ? null : Readable.fromWeb(answer.body as ReadableStream));
      },
    });
  });
}

async function handlerOf(options: McpOptions): Promise<McpHttpHandler> {
  const {createMcpHandler, Server: Mcp} = await import('@modelcontextprotocol/server');
  const tools = options.tools();
  return createMcpHandler(
    ({authInfo}) => {
      const {name, version, instructions} = options;
      const server = new Mcp({name, version}, {capabilities: {tools: {}}, instructions});
      serveTools(server, tools, authInfo?.extra?.['ask'] as ToolCall['ask']);
      return server;
    },
    // What tools there are never changes, so nobody has to listen for it.
    {maxRequestBodySize: maxBodyBytes, maxSubscriptions: 0},
  );
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({error: {message}});
}

function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const {method, url, body, headers} = request;
  const sent = Object.entries(headers).flatMap(([name, values]) =>
    // The body is text by now, and credentials are checked.
    /^(?:authorization|connection|content-length|cookie|transfer-encoding)$/.test(name)
      ? []
      : [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return new Request(addressOf(request) + url, {
    method,
    headers: sent,
    signal: clientGone(request, reply),
    ...(method === 'POST' ? {body: (body ?? '') as string} : {}),
  });
}

function serveTools(server: Server, tools: readonly Tool[], ask: ToolCall['ask']): void {
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({name, title, description, input, isChange}) => ({
      name,
      title,
      description,
      inputSchema: {...input, type: 'object' as const},
      annotations: {title, readOnlyHint: !isChange, openWorldHint: false},
    })),
  }));
  server.setRequestHandler('tools/call', async ({params}, {mcpReq: {signal}}) => {
    const tool = tools.find(({name}) => name === params.name);
    if (tool === undefined) return failure(`There is no tool ${params.name}.`);
    const args = params.arguments ?? {};
    const known = Object.keys((tool.input['properties'] ?? {}) as object);
    const missing = ((tool.input['required'] ?? []) as string[]).filter(name => !(name in args));
    if (missing.length > 0) return failure(`${tool.name} needs ${missing.join(', ')}.`);
    const unknown = Object.keys(args).filter(name => !known.includes(name));
    if (unknown.length > 0)
      return failure(`${tool.name} takes ${known.join(', ')}, not ${unknown.join(', ')}.`);
    return await resultOf(tool, {ask, signal}, args);
  });
}

async function resultOf(
  tool: Tool,
  call: ToolCall,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    const text = JSON.stringify((await tool.call(call, args)) ?? 'Done');
    if (text.length <= maxAnswer) return {content: [{type: 'text', text}]};
    return failure(
      `The answer has ${text.length} characters, more than ${maxAnswer}. Ask for less: a smaller limit, or something narrower.`,
    );
  } catch (error) {
    if (error instanceof RefusedRequest) return failure(error.message);
    throw error;
  }
}

function failure(text: string): CallToolResult {
  return {isError: true, content: [{type: 'text', text}]};
}

/** Requests of a tool, with the credentials, address and client of the request that called it. */
function requestsOf(request: FastifyRequest, cookie: string): ToolCall['ask'] {
  const {authorization, host, 'user-agent': client = ''} = request.headers;
  const {session} = request;
  return async ({method, path, query = {}, json}) => {
    // A part that is empty or made of dots would lead to another address.
    if (path.split('/').some((part, at) => at > 0 && /^\.{0,2}$/.test(part)))
      throw new RefusedRequest(400, 'A name may not be empty, "." or ".."');
    const answer = await request.server.inject({
      method,
      url: path + queryText(query),
      remoteAddress: request.ip,
      headers: {
        authorization,
        // A password is not hashed again for whoever has a session by now.
        ...(session === undefined ? {} : {cookie: stringifyCookie({[cookie]: session.id})}),
        accept: 'application/json',
        'user-agent': client,
        host,
        ...(json === undefined ? {} : {'content-type': 'application/json'}),
      },
      ...(json === undefined ? {} : {payload: JSON.stringify(json)}),
    });
    const body = jsonOrText(answer.body);
    if (answer.statusCode < 300) return body;
    throw new RefusedRequest(answer.statusCode, reasonIn(body, answer.statusCode));
  };
}

function queryText(query: NonNullable<ToolRequest['query']>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat())
      if (one !== undefined && one !== null) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function jsonOrText(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The catalog's errors, the editor's and those of a login have different members. */
function reasonIn(body: unknown, status: number): string {
  const {errorMessage, message, detail} = (body ?? {}) as Readonly<Record<string, unknown>>;
  const reason = [errorMessage, message, detail, body].find(one => typeof one === 'string');
  return `${reason ?? 'The request was refused'} (status ${status})`;
}

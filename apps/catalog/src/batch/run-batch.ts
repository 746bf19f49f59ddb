import {body, JsonText, type AnyOperation, type Further, type Operation} from '@gazetteer/kernel';
import {anything, described, list, named, object, oneOf, text} from '@gazetteer/kernel/shape';
import {AppError, JsonError, maxBatchRequests, parseJson} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Need} from '../access/needs.ts';
import type {Catalog, Context} from '../catalog.ts';
import {steps} from '../operation.ts';
import {Answers} from './references.ts';
import {
  checkQuery,
  inputAt,
  parsePath,
  targetAt,
  targetsOf,
  type ParsedPath,
  type Target,
} from './targets.ts';

const batchRequest = named('BatchRequest', 'Changes that are made together or not at all', () =>
  object(
    {
      requests: list(
        object(
          {
            id: text('How later requests call its answer; letters, digits, `_` and `-`'),
            method: oneOf(['POST', 'PUT', 'DELETE'], 'That of the operation'),
            path: text('Relative to the API, such as `/v2/glossary/term`, with its query'),
            body: described(anything, 'As the operation takes it'),
          },
          ['method', 'path'],
        ),
        `At most ${maxBatchRequests}, in their order`,
      ),
    },
    ['requests'],
  ),
);
const batchAnswer = named('BatchAnswer', 'What each request of a batch was answered', () =>
  object(
    {
      responses: list(
        object({
          id: text('That of the request'),
          body: described(anything, 'Absent where there is no content'),
        }),
        'In the order of the requests',
      ),
    },
    ['responses'],
  ),
);

type Part = {
  readonly id: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly at: ParsedPath;
  readonly target: Target;
};
type Answered = {readonly id?: string; readonly body?: unknown};

/**
 * POST /batch, over the operations of `all`: several changes in one transaction, in order. What is
 * wrong with one of them is answered for the whole, with the request that it was.
 * @throws BAD_REQUEST for what cannot be a part of a batch, and what its parts throw
 */
export function batchOver(all: Readonly<Record<string, AnyOperation | Further>>) {
  const targets = targetsOf(all);
  return steps('POST /v2/batch', {
    summary: 'Make several changes in one transaction, all or none',
    description:
      'Changes of types, entities, classifications, labels, business metadata, glossaries, relationships, domains and whatever else is done in one transaction without a privilege, in the order of the requests. A later one can use the answer to an earlier one: `{"$ref": "term.guid"}` in a body and `{term.guid}` as a segment or query value of a path are the member `guid` of the answer to the request with the id `term`. `dryRun=true` and `deleteType` are parameters of the batch, not of its parts. An addition to the Atlas API.',
    body: body(batchRequest),
    answer: batchAnswer,
    errors: ['BAD_REQUEST'],
    on: 'writer',
    read: ({body: json}: {body: unknown}): readonly Part[] => readParts(json, targets),
    run: async (c, parts): Promise<{responses: readonly Answered[]}> => {
      const work = async (tx: GraphTx) => ({responses: await runParts(c, tx, parts)});
      const isAlone = parts.some(({target}) => target.operation.isAlone);
      return await c.write('Batch.run', work, isAlone ? 'types' : 'entities');
    },
  });
}

/**
 * The shape was checked, but for what is null in it; where each leads is looked up before anything
 * is done.
 */
function readParts(json: unknown, targets: readonly Target[]): readonly Part[] {
  const {requests} = (json ?? {}) as {requests?: readonly (Partial<Part> | null)[] | null};
  if (!Array.isArray(requests)) throw new AppError('BAD_REQUEST', ['It has no list requests']);
  if (requests.length > maxBatchRequests)
    throw new AppError('BAD_REQUEST', [`A batch has at most ${maxBatchRequests} requests`]);
  const ids = new Set<string>();
  return requests.map((one: Partial<Part> | null, i) => {
    const {id = undefined, method, path, body: sent} = one ?? {};
    if (typeof method !== 'string' || typeof path !== 'string')
      throw new AppError('BAD_REQUEST', [`requests, number ${i + 1}: it has no method or no path`]);
    if (id !== undefined && !/^[\w-]+$/.test(id))
      throw new AppError('BAD_REQUEST', [
        `Request ${i + 1}: the id ${id} has more than letters and digits`,
      ]);
    if (id !== undefined && ids.has(id))
      throw new AppError('BAD_REQUEST', [`Request ${i + 1}: there is another one of id ${id}`]);
    if (id !== undefined) ids.add(id);
    const at = parsePath(path);
    checkQuery(at);
    return {id, method, path, body: sent, at, target: targetAt(targets, method, path, at)};
  });
}

async function runParts(
  c: Catalog,
  tx: GraphTx,
  parts: readonly Part[],
): Promise<readonly Answered[]> {
  const answers = new Answers();
  const responses: Answered[] = [];
  for (const [i, part] of parts.entries()) {
    try {
      const answer = await runPart(c, tx, part, answers);
      if (part.id !== undefined) answers.set(part.id, answer);
      responses.push({
        ...(part.id === undefined ? {} : {id: part.id}),
        ...(answer === undefined ? {} : {body: answer}),
      });
    } catch (error) {
      throw placed(error, part, `${i + 1} of ${parts.length}`);
    }
  }
  return responses;
}

/** Its input is read inside of the transaction, since it may hold what was just made. */
async function runPart(
  c: Catalog,
  tx: GraphTx,
  {at, body: sent, target}: Part,
  answers: Answers,
): Promise<unknown> {
  const {address, toArgs} = target;
  const input = inputAt(target, at, one => answers.part(one));
  const isNeeded =
    address.body !== undefined && 'required' in address.body && address.body.required;
  if (sent === undefined && isNeeded) throw new AppError('BAD_REQUEST', ['It has no body']);
  const json = address.body === undefined ? {} : {body: textOf(answers.filledIn(sent))};
  const operation = target.operation as unknown as Operation<
    unknown,
    unknown,
    unknown,
    GraphTx,
    Context,
    Need
  >;
  const request = operation.prepare(toArgs({...input, ...json}), c);
  const answer = await operation.run(tx, request, c);
  return answer instanceof JsonText ? parseJson(answer.text) : answer;
}

const textOf = (json: unknown) => (json === undefined ? undefined : JSON.stringify(json));

/** The same failure with the request that it is about. */
function placed(error: unknown, {method, path}: Part, at: string): unknown {
  const isAnswer = error instanceof AppError || error instanceof JsonError;
  if (!isAnswer) return error;
  const told = `Request ${at}, ${method} ${path}: ${error.message}`;
  if (error instanceof JsonError) return new JsonError(told, undefined);
  const {kind, issues, refusals} = error;
  return AppError.revive(kind, told, issues, refusals);
}

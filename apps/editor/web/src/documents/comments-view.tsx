import {Button, Group, Stack, Text, Textarea} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, Problem, useConfirm, When} from '@gazetteer/ui';
import {queryOptions, useMutation, useQuery} from '@tanstack/react-query';
import {MessageSquare} from 'lucide-react';
import {useState} from 'react';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {documentQuery, documentsChanged} from './document-queries.ts';
import classes from './documents.module.css';

type Comment = Answer<'GET /api/v1/documents/{uuid}/comments'>['comments'][number];

/** Comments are about a document, or about a result that somebody shares. */
type Subject = {readonly of: 'documents' | 'shares'; readonly uuid: string};

const commentsQuery = (of: Subject['of'], uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'comments', uuid],
    queryFn: async ({signal}) =>
      (await ask(`GET /api/v1/${of}/{uuid}/comments`, {path: {uuid}}, {signal})).comments,
    staleTime: 0,
  });

/** After one was added or deleted: how many there are is said beside what they are about. */
async function commentsChanged({of, uuid}: Subject): Promise<void> {
  await documentsChanged();
  if (of === 'shares') await queries.invalidateQueries({queryKey: ['share', uuid]});
}

/** What people wrote about a saved query, in a dialog of its own. */
export function DocumentComments({uuid}: {uuid: string}) {
  const {data: document} = useQuery(documentQuery(uuid));
  return (
    <Stack>
      <Text fw={600} dir="auto">
        {document?.name}
      </Text>
      <CommentsView of="documents" uuid={uuid} />
    </Stack>
  );
}

/** A comment that is being written, kept by who shows these. */
export type CommentDraft = readonly [text: string, setText: (text: string) => void];

/** What people wrote about something, and a field to write more. */
export function CommentsView({of, uuid, draft}: Subject & {readonly draft?: CommentDraft}) {
  const {data: comments, error, refetch} = useQuery(commentsQuery(of, uuid));
  if (comments === undefined)
    return error === null ? (
      <LoadingState what="Loading comments" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <Stack>
      {/* What is being written stays where a later read fails. */}
      <Problem error={error} />
      {comments.length === 0 ? (
        <EmptyState title="No comments yet" icon={<MessageSquare size={32} strokeWidth={1.5} />}>
          All users that this is shared with can read and write comments.
        </EmptyState>
      ) : (
        <ul aria-label="Comments" className={classes['comments']}>
          {comments.map(one => (
            <li key={one.uuid}>
              <OneComment of={of} uuid={uuid} comment={one} />
            </li>
          ))}
        </ul>
      )}
      <NewComment of={of} uuid={uuid} draft={draft} />
    </Stack>
  );
}

/**
 * Who may delete it (who wrote it, and whose query it is) is said by the server, as the rule is its
 * own.
 */
function OneComment({of, uuid, comment}: Subject & {comment: Comment}) {
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () =>
      ask(`DELETE /api/v1/${of}/{uuid}/comments/{comment}`, {
        path: {uuid, comment: comment.uuid},
      }),
    onSettled: () => commentsChanged({of, uuid}),
  });
  const removeAsked = async () => {
    const isWanted = await confirm({
      title: 'Delete comment?',
      text: 'It can’t be restored.',
      action: 'Delete comment',
      isDangerous: true,
    });
    if (isWanted) remove.mutate();
  };
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          <strong>
            <bdi>{comment.author}</bdi>
          </strong>
          , <When ms={comment.writtenAt} isRelative />
        </Text>
        {comment.isDeletable && (
          <Button
            size="compact-xs"
            variant="subtle"
            loading={remove.isPending}
            onClick={() => void removeAsked()}
            aria-label={`Delete comment of ${comment.author}`}
          >
            Delete
          </Button>
        )}
      </Group>
      <p dir="auto" className={classes['said']}>
        {comment.text}
      </p>
      <Problem error={remove.error} />
    </>
  );
}

type NewCommentProps = Subject & {readonly draft: CommentDraft | undefined};

function NewComment({of, uuid, draft}: NewCommentProps) {
  const own = useState('');
  const [text, setText] = draft ?? own;
  const add = useMutation({
    mutationFn: () => ask(`POST /api/v1/${of}/{uuid}/comments`, {path: {uuid}, body: {text}}),
    onSuccess: async () => {
      setText('');
      await commentsChanged({of, uuid});
    },
  });
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="xs">
        <Textarea
          label="Comment"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Problem error={add.error} />
        <Group>
          <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
            Add comment
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import {Button, Group, Stack, Text, Textarea} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, Problem, useConfirm, When} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {MessageSquare} from 'lucide-react';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {commentsQuery, documentQuery, documentsChanged} from './document-queries.ts';
import classes from './documents.module.css';

type Comment = Answer<'GET /api/v1/documents/{uuid}/comments'>['comments'][number];

/** What people wrote about a saved query, and a field to write more. */
export function CommentsView({uuid}: {uuid: string}) {
  const {data: document} = useQuery(documentQuery(uuid));
  const {data: comments, error, refetch} = useQuery(commentsQuery(uuid));
  if (comments === undefined)
    return error === null ? (
      <LoadingState what="Loading comments" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <Stack>
      <Text fw={600} dir="auto">
        {document?.name}
      </Text>
      {/* What is being written stays where a later read fails. */}
      <Problem error={error} />
      {comments.length === 0 ? (
        <EmptyState title="No comments yet" icon={<MessageSquare size={32} strokeWidth={1.5} />}>
          All users that this query is shared with can read and write comments.
        </EmptyState>
      ) : (
        <ul aria-label="Comments" className={classes['comments']}>
          {comments.map(one => (
            <li key={one.uuid}>
              <OneComment uuid={uuid} comment={one} />
            </li>
          ))}
        </ul>
      )}
      <NewComment uuid={uuid} />
    </Stack>
  );
}

/**
 * Who may delete it (who wrote it, and whose query it is) is said by the server, as the rule is its
 * own.
 */
function OneComment({uuid, comment}: {uuid: string; comment: Comment}) {
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () =>
      ask('DELETE /api/v1/documents/{uuid}/comments/{comment}', {
        path: {uuid, comment: comment.uuid},
      }),
    onSettled: documentsChanged,
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

function NewComment({uuid}: {uuid: string}) {
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => ask('POST /api/v1/documents/{uuid}/comments', {path: {uuid}, body: {text}}),
    onSuccess: async () => {
      setText('');
      await documentsChanged();
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

import {Alert, Code, Stack, Text} from '@mantine/core';
import {DocsLink, EmptyState, ErrorState, LoadingState, When} from '@gazetteer/ui';
import {keepPreviousData, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {LockOpen} from 'lucide-react';
import {rightsQuery} from '../queries.ts';
import type {TabProps} from '../link.ts';
import {Answer} from './answer.tsx';
import {isComplete, linkOfQuestion, parametersOf, questionOf} from './question.ts';
import {QuestionForm} from './question-form.tsx';

/** Who may do what, by which rule of the policy, or for want of which. */
export function RightsTab({link, onChange}: TabProps) {
  // Asked for nothing, the server tells of the policy alone.
  const {policy} = useSuspenseQuery(rightsQuery({})).data;
  if (policy === undefined) return <NoPolicy />;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        The policy is{' '}
        {policy.file === undefined ? 'a file of the server' : <Code>{policy.file}</Code>}, as it was
        read <When ms={Date.parse(policy.loadedAt ?? '')} />. What none of its rules allows is
        refused.
      </Text>
      {policy.problem !== undefined && (
        <Alert
          color="orange"
          title="The changed policy file can’t be read. The previous policy stays in effect."
        >
          <Text size="sm" dir="auto">
            {policy.problem}
          </Text>
        </Alert>
      )}
      <Asked link={link} onChange={onChange} />
    </Stack>
  );
}

function Asked({link, onChange}: TabProps) {
  const question = questionOf(link);
  const isAsked = isComplete(question);
  const found = useQuery({
    ...rightsQuery(parametersOf(question)),
    // Half a question would be answered with an error.
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <QuestionForm
        // Another link is another question.
        key={JSON.stringify(question)}
        question={question}
        onAsk={next => onChange(linkOfQuestion(next))}
      />
      <div aria-busy={found.isFetching} aria-live="polite">
        {!isAsked ? null : found.isError ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : found.data === undefined ? (
          <LoadingState what="Loading permissions" />
        ) : (
          <Answer answer={found.data} />
        )}
      </div>
    </>
  );
}

function NoPolicy() {
  return (
    <EmptyState title="No access policy" icon={<LockOpen size={40} strokeWidth={1.5} />}>
      <Text ta="center" maw="36rem">
        This server has no policy, so all users can see and change everything. A policy is a file
        that your administrator names with <Code style={{whiteSpace: 'nowrap'}}>--policy-file</Code>{' '}
        or <Code>atlas.authorizer.simple.authz.policy.file</Code>: roles, what each of them allows,
        and which users have it. <DocsLink to="authorization">How to write a policy</DocsLink>
      </Text>
    </EmptyState>
  );
}

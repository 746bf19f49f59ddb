import {Fieldset, NumberInput, PasswordInput, Select, TagsInput, TextInput} from '@mantine/core';
import {usualEvery} from '@gazetteer/model';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {type FilterDraft, FilterFields, isBreaking} from './filter-fields.tsx';
import type {Subscription, TargetKind} from './queries.ts';
import {kindNames} from './subscription-texts.ts';
import {type TemplateDraft, TemplateFields} from './template-fields.tsx';

type SubscriptionDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** To be changed; without it one is created. */
  readonly subscription?: Subscription;
  readonly onDone?: (uuid: string) => void;
};

/** Which changes are sent where. */
export function SubscriptionDialog({isOpen, onClose, ...form}: SubscriptionDialogProps) {
  const {subscription} = form;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={subscription === undefined ? 'Create subscription' : `Edit ${subscription.name}`}
    >
      <SubscriptionForm onClose={onClose} {...form} />
    </Dialog>
  );
}

/** As the fields have it: a number that is left empty is a text. */
type Draft = {
  readonly name: string;
  readonly kind: TargetKind;
  readonly url: string;
  readonly secret: string;
  readonly addresses: readonly string[];
  readonly topic: string;
  readonly every: number | string;
  readonly filter: FilterDraft;
  readonly template: TemplateDraft;
};

const forPeople: ReadonlySet<TargetKind> = new Set(['SLACK', 'TEAMS', 'MAIL']);

/**
 * The server tells no secret, and of a URL only its beginning: both fields begin empty, and what is
 * left so is kept.
 */
function draftOf(subscription: Subscription | undefined): Draft {
  const {target, filter, template} = subscription ?? {};
  return {
    name: subscription?.name ?? '',
    kind: target?.kind ?? 'SLACK',
    url: '',
    secret: '',
    addresses: target?.addresses ?? [],
    topic: target?.topic ?? '',
    every: subscription?.every ?? '',
    template: {title: template?.title ?? '', line: template?.line ?? ''},
    filter: {
      types: filter?.types ?? [],
      classifications: filter?.classifications ?? [],
      propagated: filter?.propagated ?? true,
      domains: filter?.domains ?? [],
      operations: filter?.operations ?? [],
      affects: {
        owners: filter?.affects?.owners ?? [],
        domains: filter?.affects?.domains ?? [],
        assets: (filter?.affects?.assets ?? []).map(guid => ({guid, typeName: ''})),
      },
    },
  };
}

/** What is not given is left out: addresses and secrets are kept. */
function bodyOf({name, kind, url, secret, addresses, topic, every, filter, template}: Draft) {
  return {
    name: name.trim(),
    target: {
      kind,
      ...(kind === 'MAIL' ? {addresses: [...addresses]} : {}),
      ...(kind === 'KAFKA' ? {topic: topic.trim()} : {}),
      ...(url.trim() === '' ? {} : {url: url.trim()}),
      ...(kind === 'WEBHOOK' && secret !== '' ? {secret} : {}),
    },
    filter: {
      propagated: filter.propagated,
      types: [...filter.types],
      classifications: [...filter.classifications],
      domains: [...filter.domains],
      operations: [...filter.operations],
      ...(isBreaking(filter) ? {affects: affectsOf(filter)} : {}),
    },
    ...(forPeople.has(kind) ? {template: {...template}} : {}),
    ...(every === '' ? {} : {every: Number(every)}),
  };
}

function affectsOf({affects: {owners, domains, assets}}: FilterDraft) {
  return {
    owners: [...owners],
    domains: [...domains],
    assets: assets.flatMap(({guid}) => guid ?? []),
  };
}

type FormProps = Omit<SubscriptionDialogProps, 'isOpen'>;

/** The same form for a new one; the server refuses what does not fit its target. */
function SubscriptionForm({subscription, onClose, onDone}: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(subscription));
  const set = (changes: Partial<Draft>) => setDraft(before => ({...before, ...changes}));
  const {name, kind, filter, template} = draft;
  const body = bodyOf(draft);
  return (
    <ChangeForm
      action={subscription === undefined ? 'Create subscription' : 'Save'}
      send={() =>
        subscription === undefined
          ? client.call('POST /v2/subscriptions', {body})
          : client.call('PUT /v2/subscriptions/{uuid}', {path: {uuid: subscription.uuid}, body})
      }
      done={`${name.trim()} ${subscription === undefined ? 'created' : 'saved'}`}
      onDone={({uuid}) => onDone?.(uuid)}
      onClose={onClose}
      isReady={name.trim() !== ''}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={200}
        description="The first words of each message."
        value={name}
        onChange={event => set({name: event.currentTarget.value})}
      />
      <Fieldset legend="Target">
        <TargetFields draft={draft} before={subscription} onChange={set} />
      </Fieldset>
      <Fieldset legend="Changes">
        <FilterFields filter={filter} onChange={changed => set({filter: changed})} />
      </Fieldset>
      {forPeople.has(kind) && (
        <TemplateFields
          template={template}
          name={name}
          onChange={changed => set({template: changed})}
        />
      )}
    </ChangeForm>
  );
}

type TargetFieldsProps = {
  readonly draft: Draft;
  readonly before: Subscription | undefined;
  readonly onChange: (changes: Partial<Draft>) => void;
};

/** Which URL is wanted, by what it is of. */
const urlTexts: Readonly<Partial<Record<TargetKind, string>>> = {
  WEBHOOK: 'Changes are posted to it as JSON.',
  SLACK: 'Of an incoming webhook of Slack.',
  TEAMS: 'Of a workflow of Teams that posts to a channel when a webhook request is received.',
};

/** Each kind of target has fields of its own. What is saved is kept only for the same kind. */
function TargetFields({draft, before, onChange}: TargetFieldsProps) {
  const {kind, url, secret, addresses, topic, every} = draft;
  const isKept = before?.target.kind === kind;
  return (
    <>
      <Select
        label="Type"
        allowDeselect={false}
        openOnFocus={false}
        data={Object.entries(kindNames).map(([value, label]) => ({value, label}))}
        value={kind}
        // How often is usual differs by the kind, so it is asked for anew.
        onChange={chosen => onChange({kind: (chosen ?? kind) as TargetKind, every: ''})}
      />
      {urlTexts[kind] !== undefined && (
        <TextInput
          label="URL"
          required={!isKept}
          description={urlTexts[kind]}
          placeholder={isKept ? `Saved: ${before.target.url ?? ''}` : 'https://'}
          spellCheck={false}
          value={url}
          onChange={event => onChange({url: event.currentTarget.value})}
        />
      )}
      {kind === 'WEBHOOK' && (
        <PasswordInput
          label="Secret"
          description="Signs the requests, so that the receiver can verify them."
          autoComplete="new-password"
          placeholder={
            isKept && before.target.hasSecret === true
              ? 'Saved. Leave empty to keep it with the same URL.'
              : ''
          }
          value={secret}
          onChange={event => onChange({secret: event.currentTarget.value})}
        />
      )}
      {kind === 'MAIL' && (
        <TagsInput
          label="Mail addresses"
          required
          description="Separate several with Enter or commas."
          maxTags={20}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          value={[...addresses]}
          onChange={given => onChange({addresses: given})}
        />
      )}
      {kind === 'KAFKA' && (
        <TextInput
          label="Topic"
          required
          description="Gets the messages of Atlas, such as those of ATLAS_ENTITIES."
          spellCheck={false}
          value={topic}
          onChange={event => onChange({topic: event.currentTarget.value})}
        />
      )}
      <NumberInput
        label="Deliver at most every"
        description="Changes in between are delivered together."
        suffix=" s"
        min={0}
        max={86_400}
        allowDecimal={false}
        placeholder={`${usualEvery[kind]} s`}
        value={every}
        onChange={given => onChange({every: given})}
      />
    </>
  );
}

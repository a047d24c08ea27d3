import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { User } from '#core/protocol';
import { PickMany, useTranslate, type Option } from '#core/react';
import type { Groups } from '../model/groups.ts';
import type { Organizations } from '../model/organizations.ts';

interface BelongingProps {
  user: User | undefined;
  groups: Groups;
  organizations: Organizations;
  /** Undefined until loaded, and where there is nothing to choose: then it is not changed. */
  inGroups: readonly Option[] | undefined;
  inOrganizations: readonly Option[] | undefined;
  onGroups: (chosen: readonly Option[]) => void;
  onOrganizations: (chosen: readonly Option[]) => void;
}

/** The groups of a user and, for administrators of several organizations, the user's organizations. */
export function Belonging(props: BelongingProps) {
  const { user, groups, organizations, inGroups, inOrganizations, onGroups, onOrganizations } = props;
  const t = useTranslate('administration');
  const [own, setOwn] = useState<readonly Option[]>([]);
  const [error, setError] = useState<string>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    Promise.all([groups.named(user?.groupIds ?? [], signal), organizations.all(signal)]).then(
      ([known, all]) => {
        const options = all.map(optionOf);
        onGroups(known.map(optionOf));
        setOwn(options);
        if (user && options.length > 1)
          onOrganizations(options.filter(({ value }) => user.organizationIds.includes(value)));
      },
      (failure: unknown) => !signal.aborted && setError(sentenceOf(failure)),
    );
    return () => abort.abort();
  }, [user, groups, organizations, onGroups, onOrganizations]);
  const called = (text: string) =>
    own.filter(({ title }) => title.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()));
  return (
    <>
      {error && <p className="g-error">{error}</p>}
      {inGroups && (
        <PickMany
          label={t('tab.groups')}
          placeholder={t('search.groups')}
          find={async (text, signal) => (await groups.find(text, signal)).map(optionOf)}
          chosen={inGroups}
          onChange={onGroups}
        />
      )}
      {inOrganizations && (
        <PickMany
          label={t('tab.organizations')}
          placeholder={t('search.organizations')}
          find={(text) => Promise.resolve(called(text))}
          chosen={inOrganizations}
          onChange={onOrganizations}
        />
      )}
    </>
  );
}

function optionOf({ id, name }: { id: string; name: string }): Option {
  return { value: id, title: name };
}

import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { AppError } from '#core/kernel';
import type { ObjectType } from '#core/protocol';
import { Button, Form, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { draftOf, lacksProject, storedDraft, withTitles } from '../model/general-draft.ts';
import type { ObjectTypes } from '../model/object-types.ts';
import { GeneralFields } from './GeneralFields.tsx';

interface GeneralTabProps {
  types: ObjectTypes;
  type: ObjectType;
  mayEdit: boolean;
}

/** Name, titles, geometry, icon and projects of a type. A newer version of the type is another form (`key`). */
export function GeneralTab({ types, type, mayEdit }: GeneralTabProps) {
  const t = useTranslate('object-management');
  const api = useService(API);
  const toasts = useService(TOASTS);
  const [draft, setDraft] = useState(() => draftOf(type));
  useEffect(() => {
    const { projects } = draftOf(type);
    if (!projects) return undefined;
    const reading = new AbortController();
    withTitles(api, projects, reading.signal).then(
      (titled) => setDraft((now) => ({ ...now, projects: titled })),
      // The ids stay.
      () => undefined,
    );
    return () => reading.abort();
  }, [api, type]);
  const save = async () => {
    if (lacksProject(draft)) throw new AppError('no-project', t('projects.none'));
    try {
      await types.change(type, storedDraft(draft));
    } catch (failure) {
      if (!(failure instanceof AppError && failure.status === 412)) throw failure;
      throw new AppError('overtaken', t('overtaken'), { cause: failure });
    }
    toasts.show('success', t('saved'));
  };
  return (
    <Form className="objm-form" onSubmit={save}>
      <GeneralFields
        draft={draft}
        onChange={(change) => setDraft({ ...draft, ...change })}
        nameHelp={t('name.stored')}
        isReadOnly={!mayEdit}
      />
      {mayEdit && (
        <div className="g-form-buttons">
          <Button variant="primary" type="submit">
            {t('save')}
          </Button>
        </div>
      )}
    </Form>
  );
}

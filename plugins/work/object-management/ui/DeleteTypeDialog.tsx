import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { titleOf } from '#core/fields';
import { AppError, isAbort, sentenceOf } from '#core/kernel';
import { countTypeObjects, MAX_DELETED_WITH_TYPE, type ObjectType, type TypeObjects } from '#core/protocol';
import { AlertDialog, Skeleton, TextField, useI18n, useService, useTranslate } from '#core/react';
import type { ObjectTypes } from '../model/object-types.ts';

interface DeleteTypeDialogProps {
  types: ObjectTypes;
  type: ObjectType;
  onDeleted: () => void;
  onClose: () => void;
}

/** Says what is deleted with a type: its objects, by project. A type with objects asks for its name to confirm. */
export function DeleteTypeDialog({ types, type, onDeleted, onClose }: DeleteTypeDialogProps) {
  const t = useTranslate('object-management');
  const i18n = useI18n();
  const api = useService(API);
  const [objects, setObjects] = useState<TypeObjects>();
  const [error, setError] = useState<string>();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const counting = new AbortController();
    api.call(countTypeObjects, { params: { id: type.id } }, { signal: counting.signal }).then(
      ({ data }) => setObjects(data),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
    return () => counting.abort();
  }, [api, type]);
  const remove = async () => {
    try {
      await types.remove(type, objects!.count);
    } catch (failure) {
      if (!(failure instanceof AppError && failure.status === 412)) throw failure;
      throw new AppError('overtaken', t('overtaken'), { cause: failure });
    }
    onDeleted();
  };
  const { count = 0, projects = [], elsewhere = 0 } = objects ?? {};
  const isBlocked = elsewhere > 0 || count > MAX_DELETED_WITH_TYPE;
  const mustType = count > 0 && !isBlocked;
  return (
    <AlertDialog
      isOpen
      title={t('delete.title', { type: titleOf(type, i18n) })}
      action={t('delete')}
      onAction={remove}
      onClose={onClose}
      isActionDisabled={!objects || isBlocked || (mustType && typed.trim() !== type.name)}
    >
      <div className="objm-section">
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
        {!objects && error === undefined && <Skeleton lines={2} />}
        {objects && (
          <p>
            {count === 0
              ? t('delete.empty')
              : t('delete.objects', { count, n: i18n.number(count), projects: projects.length })}
          </p>
        )}
        {projects.length > 0 && (
          <ul className="objm-counts">
            {projects.map(({ id, projectName, count: own }) => (
              <li key={id}>
                <span>{projectName}</span>
                <span className="g-figures">{i18n.number(own)}</span>
              </li>
            ))}
          </ul>
        )}
        {elsewhere > 0 && (
          <p className="g-error">{t('delete.elsewhere', { count: elsewhere, n: i18n.number(elsewhere) })}</p>
        )}
        {count > MAX_DELETED_WITH_TYPE && (
          <p className="g-error">{t('delete.many', { max: i18n.number(MAX_DELETED_WITH_TYPE) })}</p>
        )}
        {mustType && (
          <>
            <p className="g-muted">{t('delete.back')}</p>
            <TextField
              label={t('delete.type', { name: type.name })}
              value={typed}
              onChange={setTyped}
              autoComplete="off"
            />
          </>
        )}
      </div>
    </AlertDialog>
  );
}

import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { grants, listFiles, uploadFile, type FileRecord } from '#core/protocol';
import { FileButton, Icon, Select, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import type { FieldPickerProps } from '#plugins/work/attributes/api';
import { OPENED_FILE } from '../model/opened-file.ts';
import { Thumbnail } from './Thumbnail.tsx';
import './documents.css';

const NONE = '';
/** Photos that are offered. */
const MOST = 100;

/** The photo that an attribute names: shown, chosen among those of the object, or uploaded to it. */
export default function ImagePicker({ object, value, isReadOnly, onPick }: FieldPickerProps) {
  const t = useTranslate('documents');
  const api = useService(API);
  const projects = useService(PROJECTS);
  const session = useService(SESSION);
  const opened = useService(OPENED_FILE);
  const me = useObservable(session.me$, session.me);
  const [photos, setPhotos] = useState<readonly FileRecord[]>();
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const projectId = projects.current?.project.id;
  const { id } = object;
  useEffect(() => {
    if (projectId === undefined) return undefined;
    const reading = new AbortController();
    const query = {
      geometryid: id,
      kind: 'photo',
      paginate: MOST,
      orderby: 'createdAt',
      order: 'desc',
    } as const;
    api.call(listFiles, { headers: { projectid: projectId }, query }, { signal: reading.signal }).then(
      ({ data }) => setPhotos(data),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
    return () => reading.abort();
  }, [api, id, projectId]);
  const upload = async (file: File) => {
    setSending(true);
    setError(undefined);
    try {
      const headers = { projectid: projectId! };
      const { data } = await api.call(uploadFile, { headers, body: { geometryid: id }, file });
      setPhotos((before) => [data, ...(before ?? [])]);
      onPick(data.name);
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setSending(false);
    }
  };
  const shown = photos?.find(({ name }) => name === value);
  const mayUpload = !isReadOnly && grants(me?.authorizations ?? [], 'files.write');
  return (
    <div className="doc-picker">
      {shown && (
        <button
          type="button"
          className="doc-strip-picture"
          aria-label={t('image.open', { name: shown.name })}
          onClick={() => opened.open(shown.id, shown.projectId)}
        >
          <Thumbnail id={shown.id} version={shown.version} icon="image" />
        </button>
      )}
      {photos && value !== undefined && value !== '' && !shown && (
        <p className="g-muted">{t('image.gone')}</p>
      )}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {!isReadOnly && (
        <div className="doc-buttons">
          {photos && photos.length > 0 && (
            <Select
              label={t('image.choose')}
              hideLabel
              placeholder={t('image.choose')}
              options={[
                { value: NONE, title: t('image.none') },
                ...photos.map(({ name }) => ({ value: name, title: name })),
              ]}
              value={shown ? shown.name : null}
              onChange={(name) => onPick(name === NONE ? undefined : name)}
            />
          )}
          {mayUpload && (
            <FileButton
              size="s"
              accept={['image/*']}
              icon={<Icon name="upload" />}
              isPending={isSending}
              onFile={(file) => void upload(file)}
            >
              {t('image.upload')}
            </FileButton>
          )}
        </div>
      )}
    </div>
  );
}

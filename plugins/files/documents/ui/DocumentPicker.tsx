import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { grants, listFiles, uploadFile, type FileRecord } from '#core/protocol';
import {
  Button,
  ComboBox,
  FileButton,
  Icon,
  useObservable,
  useService,
  useTranslate,
  type Option,
} from '#core/react';
import { SESSION } from '#core/session';
import type { FieldPickerProps } from '#plugins/work/attributes/api';
import { OPENED_FILE } from '../model/opened-file.ts';
import './documents.css';

/** Documents that a search offers. */
const MOST = 50;

/** The document that an attribute names: opened, found among those of the project, or uploaded to the object. */
export default function DocumentPicker({ object, value, isReadOnly, onPick }: FieldPickerProps) {
  const t = useTranslate('documents');
  const api = useService(API);
  const projectId = useService(PROJECTS).current?.project.id;
  const session = useService(SESSION);
  const opened = useService(OPENED_FILE);
  const me = useObservable(session.me$, session.me);
  const [named, setNamed] = useState<{ of: string; file: FileRecord | undefined }>();
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const { id } = object;
  useEffect(() => {
    if (projectId === undefined || value === undefined || value === '') return undefined;
    const reading = new AbortController();
    const query = { search: value.slice(0, 200), paginate: MOST } as const;
    api.call(listFiles, { headers: { projectid: projectId }, query }, { signal: reading.signal }).then(
      ({ data }) => setNamed({ of: value, file: fileNamed(data, value, id) }),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
    return () => reading.abort();
  }, [api, id, projectId, value]);
  const find = async (search: string, signal: AbortSignal): Promise<readonly Option[]> => {
    if (projectId === undefined) return [];
    const query = { kind: 'document', search, paginate: MOST, orderby: 'createdAt', order: 'desc' } as const;
    const { data } = await api.call(listFiles, { headers: { projectid: projectId }, query }, { signal });
    const names = [...new Set(data.map(({ name }) => name))];
    return names.map((name) => ({ value: name, title: name }));
  };
  const upload = async (file: File) => {
    setSending(true);
    setError(undefined);
    try {
      const headers = { projectid: projectId! };
      const { data } = await api.call(uploadFile, { headers, body: { geometryid: id }, file });
      onPick(data.name);
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setSending(false);
    }
  };
  const isKnown = value !== undefined && value !== '' && named?.of === value;
  const file = isKnown ? named.file : undefined;
  const mayUpload = !isReadOnly && grants(me?.authorizations ?? [], 'files.write');
  return (
    <div className="doc-picker">
      {isKnown && !file && <p className="g-muted">{t('document.gone')}</p>}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {!isReadOnly && (
        <ComboBox
          label={t('document.choose')}
          find={find}
          value={file ? file.name : null}
          valueTitle={file?.name}
          onChange={(name) => onPick(name ?? undefined)}
        />
      )}
      <div className="doc-buttons">
        {file && (
          <Button size="s" icon={<Icon name="file" />} onPress={() => opened.open(file.id, file.projectId)}>
            {t('document.open')}
          </Button>
        )}
        {mayUpload && (
          <FileButton
            size="s"
            icon={<Icon name="upload" />}
            isPending={isSending}
            onFile={(chosen) => void upload(chosen)}
          >
            {t('image.upload')}
          </FileButton>
        )}
      </div>
    </div>
  );
}

/** That of the object where several have the name. */
function fileNamed(files: readonly FileRecord[], name: string, geometryId: string): FileRecord | undefined {
  const same = files.filter((file) => file.name === name);
  return same.find((file) => file.geometryId === geometryId) ?? same[0];
}

import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { listFiles, uploadFile, type FileRecord, type LayerOwner } from '#core/protocol';
import {
  Button,
  FileButton,
  Icon,
  NumberField,
  Select,
  TextField,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOOLS } from '#core/tools';
import type { NewPicture } from '../../model/picture/placing.ts';
import { PICTURE_PLACING } from '../../model/services.ts';

type PictureOwner = NewPicture['owner'];

const MOST_LISTED = 100;
const KINDS = ['.jpg', '.jpeg', '.png', '.webp', '.tif', '.tiff', '.pdf'];

/** An image or a page of a PDF of the project's documents, to be placed by control points. */
export function PictureChoice({ owners, onClose }: { owners: readonly LayerOwner[]; onClose: () => void }) {
  const t = useTranslate('external-layers');
  const i18n = useI18n();
  const placing = useService(PICTURE_PLACING);
  const tools = useService(TOOLS);
  const project = useService(PROJECTS).current;
  const { files, error, send } = useDocuments(project?.project.id);
  const [chosen, setChosen] = useState<string>();
  const [page, setPage] = useState<number | undefined>(1);
  const [name, setName] = useState('');
  const [owner, setOwner] = useState<PictureOwner>(owners.includes('project') ? 'project' : 'person');
  const choose = (id: string, title: string) => {
    setChosen(id);
    setPage(1);
    setName(title.replace(/\.[^.]+$/, '').slice(0, 120));
  };
  const file = files.find(({ id }) => id === chosen);
  const start = () => {
    if (!file || !project) return;
    onClose();
    void placing.start({
      file: file.id,
      page: page ?? 1,
      name: name.trim(),
      owner,
      crs: project.project.crs,
      originalWidth: uprightWidth(file),
    });
    void tools.activate('external-layers.place');
  };
  return (
    <div className="ext-fields">
      <p className="g-muted">{t('picture.about')}</p>
      {files.length > 0 && (
        <Select
          label={t('picture.document')}
          options={files.map(({ id, name: title, bytes }) => ({
            value: id,
            title: `${title} (${i18n.number(Math.ceil(bytes / 1024))} kB)`,
          }))}
          value={chosen ?? null}
          onChange={(id) => choose(id, files.find((each) => each.id === id)!.name)}
        />
      )}
      <FileButton
        className="ext-upload"
        accept={KINDS}
        icon={<Icon name="upload" />}
        onFile={(sent) => void send(sent).then((made) => made && choose(made.id, made.name))}
      >
        {t('picture.upload')}
      </FileButton>
      {error !== undefined && <p className="g-error">{error}</p>}
      {file && (
        <>
          {file.mediaType === 'application/pdf' && (
            <NumberField
              label={t('picture.page')}
              value={page}
              min={1}
              max={100_000}
              digits={0}
              onChange={setPage}
            />
          )}
          <TextField label={t('name')} value={name} onChange={setName} maxLength={120} isRequired />
          <Select
            label={t('owner')}
            options={owners
              .filter((value) => value !== 'organization')
              .map((value) => ({ value, title: t(`owner.${value}`) }))}
            value={owner}
            onChange={(value) => setOwner(value as PictureOwner)}
          />
          <Button variant="primary" isDisabled={name.trim() === ''} onPress={start}>
            {t('picture.place')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Of an image, as it is drawn: orientations from 5 on lie on their side. */
function uprightWidth({ photo }: FileRecord): number | undefined {
  return photo ? (photo.orientation >= 5 ? photo.height : photo.width) : undefined;
}

/** The documents of the project that can be drawn, the newest first. */
function useDocuments(projectId: string | undefined) {
  const api = useService(API);
  const [files, setFiles] = useState<readonly FileRecord[]>([]);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (projectId === undefined) return;
    const closed = new AbortController();
    const query = { paginate: MOST_LISTED, orderby: 'createdAt', order: 'desc' } as const;
    api.call(listFiles, { headers: { projectid: projectId }, query }, { signal: closed.signal }).then(
      ({ data }) => setFiles(data.filter(({ mediaType }) => /^image\/|\/pdf$/.test(mediaType))),
      (thrown: unknown) => {
        if (!closed.signal.aborted) setError(sentenceOf(thrown));
      },
    );
    return () => closed.abort();
  }, [api, projectId]);
  const send = async (file: File): Promise<FileRecord | undefined> => {
    setError(undefined);
    try {
      const { data } = await api.call(uploadFile, { headers: { projectid: projectId! }, body: {}, file });
      setFiles((before) => [data, ...before]);
      return data;
    } catch (thrown) {
      setError(sentenceOf(thrown));
      return undefined;
    }
  };
  return { files, error, send };
}

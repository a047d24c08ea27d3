import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FileRecord } from '#core/protocol';
import {
  Badge,
  Button,
  FileButton,
  saveFile,
  TextField,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { DOCUMENT_LIST } from '../model/document-list.ts';
import { OPENED_FILE, type FileVersion } from '../model/opened-file.ts';
import { CompareVersions } from './CompareVersions.tsx';
import { useSizes } from './useSizes.ts';

interface VersionsProps {
  file: FileRecord;
  versions: readonly FileVersion[];
  mayWrite: boolean;
}

/** The contents a file has had: who, when, why; compared with the current one, downloaded, restored. */
export function Versions({ file, versions, mayWrite }: VersionsProps) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const size = useSizes();
  const opened = useService(OPENED_FILE);
  const list = useService(DOCUMENT_LIST);
  const toasts = useService(TOASTS);
  const [why, setWhy] = useState('');
  const [compared, setCompared] = useState<FileVersion>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const current = versions[0];
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      setWhy('');
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const download = (version: FileVersion) =>
    list.content({ id: file.id, mediaType: version.mediaType }, version.version).then(
      (content) => saveFile(content, file.name),
      (failure: unknown) => toasts.show('error', sentenceOf(failure)),
    );
  return (
    <>
      {mayWrite && (
        <div className="doc-form">
          <TextField
            label={t('why')}
            description={t('why.help')}
            value={why}
            onChange={setWhy}
            maxLength={500}
          />
          <div className="doc-buttons">
            <FileButton
              isPending={isBusy}
              onFile={(chosen) => void attempt(() => opened.replace(chosen, why.trim()))}
            >
              {t('version.new')}
            </FileButton>
          </div>
        </div>
      )}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <ol className="doc-versions" reversed>
        {versions.map((version) => (
          <li key={version.version}>
            <p className="doc-facts g-figures">
              <strong>{i18n.date(version.at, { dateStyle: 'medium', timeStyle: 'short' })}</strong>
              <span className="g-muted">
                {version.by} · {size(version.bytes)}
              </span>
              {version === current && <Badge kind="accent">{t('version.current')}</Badge>}
            </p>
            {version.why !== '' && <p>{version.why}</p>}
            <div className="doc-buttons">
              <Button size="s" variant="quiet" onPress={() => void download(version)}>
                {t('download')}
              </Button>
              {version !== current && (
                <Button size="s" variant="quiet" onPress={() => setCompared(version)}>
                  {t('compare')}
                </Button>
              )}
              {version !== current && mayWrite && (
                <Button
                  size="s"
                  variant="quiet"
                  isDisabled={isBusy}
                  onPress={() =>
                    void attempt(() => opened.change({ restore: version.version, why: why.trim() }))
                  }
                >
                  {t('restore')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {compared && current && (
        <CompareVersions
          file={file}
          earlier={compared}
          current={current}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

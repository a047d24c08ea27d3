import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { ImportEntry } from '#core/protocol';
import { Button, Dialog, Icon, Skeleton, useI18n, useService, useTranslate } from '#core/react';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { CLOUD_ENDINGS } from '../model/formats.ts';
import { useSizes } from './useSizes.ts';

interface ImportDialogProps {
  projectId: string;
  onClose: () => void;
}

/** The server's import folder, of which a file is taken into the project without a copy. */
export function ImportDialog({ projectId, onClose }: ImportDialogProps) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const [folder, setFolder] = useState('');
  const [entries, setEntries] = useState<readonly ImportEntry[]>();
  const [error, setError] = useState<string>();
  const [isTaking, setTaking] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    desk.importFolder(folder).then(
      (found) => isCurrent && setEntries(found),
      (failure: unknown) => isCurrent && setError(sentenceOf(failure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [desk, folder]);
  const open = (path: string) => {
    setEntries(undefined);
    setError(undefined);
    setFolder(path);
  };
  const take = async ({ path }: ImportEntry) => {
    setTaking(true);
    setError(undefined);
    try {
      await desk.take(projectId, path);
      onClose();
    } catch (failure) {
      setError(sentenceOf(failure));
      setTaking(false);
    }
  };
  const shown = entries?.filter((entry) => entry.folder || isCloud(entry));
  const others = (entries?.length ?? 0) - (shown?.length ?? 0);
  return (
    <Dialog isOpen size="m" title={t('import.title')} onClose={onClose}>
      <div className="clouds-form">
        <p className="g-muted">{t('import.help')}</p>
        {folder !== '' && (
          <div className="clouds-head">
            <Button size="s" onPress={() => open(folder.split('/').slice(0, -1).join('/'))}>
              {t('import.up')}
            </Button>
            <span className="clouds-name">{folder}</span>
          </div>
        )}
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
        {!entries && error === undefined && <Skeleton height={72} />}
        {shown && shown.length > 0 && (
          <ul className="clouds-list" aria-label={t('import.files')}>
            {shown.map((entry) => (
              <Entry key={entry.path} entry={entry} isTaking={isTaking} onOpen={open} onTake={take} />
            ))}
          </ul>
        )}
        {shown?.length === 0 && <p>{t('import.empty')}</p>}
        {others > 0 && <p className="g-muted">{t('import.others', { count: others })}</p>}
      </div>
    </Dialog>
  );
}

const isCloud = ({ name }: ImportEntry) =>
  CLOUD_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

interface EntryProps {
  entry: ImportEntry;
  isTaking: boolean;
  onOpen: (path: string) => void;
  onTake: (entry: ImportEntry) => Promise<void>;
}

function Entry({ entry, isTaking, onOpen, onTake }: EntryProps) {
  const t = useTranslate('clouds');
  const i18n = useI18n();
  const { size } = useSizes();
  const { name, path, folder, bytes, modifiedAt } = entry;
  return (
    <li className="clouds-row">
      <div className="clouds-head">
        {folder && <Icon name="folder" />}
        <span className="clouds-name" title={name}>
          {name}
        </span>
        {folder ? (
          <Button size="s" aria-label={t('import.open', { name })} onPress={() => onOpen(path)}>
            {t('import.open.short')}
          </Button>
        ) : (
          <Button
            size="s"
            aria-label={t('import.take', { name })}
            isDisabled={isTaking}
            onPress={() => void onTake(entry)}
          >
            {t('import.take.short')}
          </Button>
        )}
      </div>
      {bytes !== null && (
        <p className="clouds-facts g-muted g-figures">
          <span>{size(bytes)}</span>
          {modifiedAt !== null && <span>{i18n.date(modifiedAt, { dateStyle: 'medium' })}</span>}
        </p>
      )}
    </li>
  );
}

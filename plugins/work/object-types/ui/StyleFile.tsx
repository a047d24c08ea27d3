import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import {
  getSld,
  MAX_STYLE_FILE,
  readStyle,
  tileStyle,
  type ObjectType,
  type ReadStyle,
} from '#core/protocol';
import { Button, FileButton, Icon, saveFile, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { EDITED_STYLE } from '../model/edited-style.ts';

/** Styles of other programs, read into the edited style; and the stored style for other programs. */
export const StyleFile = observer(function StyleFile({
  type,
  projectId,
}: {
  type: ObjectType;
  projectId: string | undefined;
}) {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const api = useService(API);
  const toasts = useService(TOASTS);
  const edited = useService(EDITED_STYLE);
  const [isReading, setReading] = useState(false);
  const [omissions, setOmissions] = useState<ReadStyle['omissions']>();
  const [problem, setProblem] = useState<string>();
  const read = async (file: File) => {
    setProblem(undefined);
    setOmissions(undefined);
    if (file.size > MAX_STYLE_FILE) {
      const sizes = { size: i18n.number(file.size / 1e6), most: i18n.number(MAX_STYLE_FILE / 1e6) };
      return setProblem(t('file.too-large', { name: file.name, ...sizes }));
    }
    if (file.size === 0) return setProblem(t('file.empty', { name: file.name }));
    setReading(true);
    try {
      const { data } = await api.call(readStyle, { body: { text: await file.text() } });
      const { label, height } = edited.draft ?? {};
      edited.replace({ ...data.style, ...(label && { label }), ...(height && { height }) });
      setOmissions(data.omissions);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    } finally {
      setReading(false);
    }
  };
  const save = async (make: () => Promise<Blob>, name: string) => {
    try {
      saveFile(await make(), name);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const sld = async () => {
    const { data } = await api.bytes(getSld, { params: { id: type.id } });
    return new Blob([data ?? new ArrayBuffer(0)]);
  };
  const mapbox = async (id: string) => {
    const { data } = await api.call(tileStyle, { params: { projectId: id } });
    return new Blob([JSON.stringify(data, undefined, 2)]);
  };
  const name = type.name.replaceAll(/[\\/:*?"<>|]/g, '-');
  return (
    <div className="types-form">
      <div className="types-row">
        <FileButton
          accept={['.sld', '.qml', '.xml']}
          icon={<Icon name="upload" />}
          isDisabled={isReading}
          onFile={(file) => void read(file)}
        >
          {t('file.read')}
        </FileButton>
        <Button icon={<Icon name="download" />} onPress={() => void save(sld, `${name}.sld`)}>
          {t('file.sld')}
        </Button>
        {projectId !== undefined && (
          <Button
            icon={<Icon name="download" />}
            onPress={() => void save(() => mapbox(projectId), 'style.json')}
          >
            {t('file.mapbox')}
          </Button>
        )}
      </div>
      <p className="g-muted">{t('file.help')}</p>
      {problem !== undefined && (
        <p className="g-error" role="alert">
          {problem}
        </p>
      )}
      {omissions && (
        <div role="status">
          <p>{omissions.length === 0 ? t('file.whole') : t('file.omitted', { count: omissions.length })}</p>
          <ul className="types-omissions">
            {omissions.map(({ where, sentence }) => (
              <li key={`${where} ${sentence}`}>{where === '' ? sentence : `${where}: ${sentence}`}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
});

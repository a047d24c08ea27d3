import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { HOST, type Contribution } from '#core/plugin';
import {
  Button,
  Icon,
  saveFile,
  useContributions,
  useI18n,
  useService,
  useSetting,
  useTextsOf,
  useTranslate,
} from '#core/react';
import type { Exporter } from '../api.ts';
import type { ExportDesk } from '../model/export-desk.ts';
import { exportByPlugin } from '../model/plugin-export.ts';

/** Formats that plugins write: each saves the chosen types and area at once, without a job. */
export const PluginFormats = observer(function PluginFormats({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  const i18n = useI18n();
  const api = useService(API);
  const host = useService(HOST);
  const exporters = useContributions('exporters');
  useTextsOf(exporters);
  const [lockCopy] = useSetting('lockCopy');
  const [running, setRunning] = useState<string>();
  const [outcome, setOutcome] = useState<{ isError: boolean; sentences: readonly string[] }>();
  if (exporters.length === 0) return null;
  const write = async ({ id, plugin, service, extension, title }: Contribution<'exporters'>) => {
    setRunning(id);
    setOutcome(undefined);
    try {
      const exporter = await host.service<Exporter>(plugin, service);
      // Its owner is a plugin that a role may lack; without it the protection is on.
      const { file, count, locked, unreadable } = await exportByPlugin(
        api,
        exporter,
        desk,
        lockCopy !== false,
      );
      const types = unreadable.join(', ');
      const sentences = [
        ...(file ? [t('done', { count, objects: i18n.number(count) })] : []),
        ...(locked.length > 0
          ? [t(!file && unreadable.length === 0 ? 'locked.all' : 'locked', { types: locked.join(', ') })]
          : []),
        ...(unreadable.length > 0 ? [t('unreadable', { title: t(`${plugin}:${title}`), types })] : []),
      ];
      if (file) saveFile(file, `${desk.project?.projectName ?? 'export'}${extension}`);
      setOutcome({ isError: !file, sentences });
    } catch (thrown) {
      setOutcome({ isError: true, sentences: [sentenceOf(thrown)] });
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <fieldset className="export-group">
      <legend className="g-label">{t('plugin-formats')}</legend>
      <p className="g-help">{t('plugin-formats.help')}</p>
      <ul className="export-plugin-formats">
        {exporters.map((exporter) => (
          <li key={exporter.id}>
            <Button
              icon={<Icon name="download" />}
              isPending={running === exporter.id}
              isDisabled={running !== undefined || !desk.hasObjects}
              onPress={() => void write(exporter)}
            >
              {t('plugin-format', {
                title: t(`${exporter.plugin}:${exporter.title}`),
                extension: exporter.extension,
              })}
            </Button>
            {exporter.help !== undefined && (
              <p className="g-help">{t(`${exporter.plugin}:${exporter.help}`)}</p>
            )}
          </li>
        ))}
      </ul>
      {outcome && (
        <div
          className={`export-plugin-outcome ${outcome.isError ? 'g-error' : 'g-muted'}`}
          role={outcome.isError ? 'alert' : 'status'}
        >
          {outcome.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </fieldset>
  );
});

import { useState } from 'react';
import type { AnswerOf, applyPluginLock, PluginLock as Lock } from '#core/protocol';
import { AlertDialog, Button, Dialog, FileButton, saveFile, Table, useI18n, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';
import { currentVersion } from '../model/plugin-review.ts';
import { titleOf } from './plugin-title.ts';
import { useAttempt } from './useAttempt.tsx';

type Applied = AnswerOf<typeof applyPluginLock>[number];
type Wanted = Lock['plugins'][number];
const FILE = 'groma-plugins.lock.json';

const saveLock = (text: string) => saveFile(new Blob([text], { type: 'application/json' }), FILE);

/** Saves which plugins are in use, exactly, and applies such a file. */
export function PluginLock({ plugins }: { plugins: InstalledPlugins }) {
  const t = useTranslate('administration');
  const { language } = useI18n();
  const [chosen, setChosen] = useState<Lock>();
  const [answers, setAnswers] = useState<readonly Applied[]>();
  const { attempt, problem } = useAttempt();
  const labelOf = (name: string) => {
    const plugin = plugins.named(name);
    return plugin ? titleOf(plugin, language) : name;
  };
  const nowOf = (name: string) => {
    const plugin = plugins.named(name);
    const version = plugin && currentVersion(plugin)?.manifest.version;
    if (version === undefined) return '–';
    return plugin?.enabled ? version : t('plugins.lock-off', { version });
  };
  return (
    <section className="adm-keys">
      <h2>{t('plugins.lock')}</h2>
      <p className="g-muted">{t('plugins.lock-text')}</p>
      <div className="adm-buttons">
        <Button
          isDisabled={plugins.list.length === 0}
          onPress={() => void attempt(plugins.lockFile().then(saveLock))}
        >
          {t('plugins.lock-save')}
        </Button>
        <FileButton
          accept={['.json']}
          onFile={(file) =>
            void attempt(plugins.readLockFile(file, t('plugins.lock-unreadable')).then(setChosen))
          }
        >
          {t('plugins.lock-apply')}
        </FileButton>
      </div>
      {problem}
      <AlertDialog
        isOpen={chosen !== undefined}
        title={t('plugins.lock-title')}
        action={t('plugins.lock-apply')}
        variant="primary"
        onAction={async () => chosen && setAnswers(await plugins.applyLock(chosen))}
        onClose={() => setChosen(undefined)}
      >
        <p>{t('plugins.lock-what')}</p>
        <Table<Wanted>
          label={t('plugins.lock')}
          rows={chosen?.plugins ?? []}
          rowId={({ name }) => name}
          columns={[
            { id: 'name', title: t('plugins.title'), cell: ({ name }) => labelOf(name) },
            {
              id: 'now',
              title: t('plugins.lock-now'),
              cell: ({ name }) => nowOf(name),
            },
            { id: 'wanted', title: t('plugins.lock-wanted'), cell: ({ version }) => version },
          ]}
        />
      </AlertDialog>
      {answers && (
        <Dialog isOpen title={t('plugins.lock')} onClose={() => setAnswers(undefined)}>
          <Table<Applied>
            label={t('plugins.lock')}
            rows={answers}
            rowId={({ name }) => name}
            columns={[
              { id: 'name', title: t('plugins.title'), cell: ({ name }) => labelOf(name) },
              { id: 'version', title: t('plugins.version'), cell: ({ version }) => version },
              {
                id: 'outcome',
                title: t('plugins.state'),
                cell: ({ outcome }) => t(`plugins.lock.${outcome}`),
              },
            ]}
          />
        </Dialog>
      )}
    </section>
  );
}

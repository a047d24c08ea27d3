import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent } from 'react';
import { HOST } from '#core/plugin';
import {
  Button,
  Dialog,
  FileDrop,
  Icon,
  ProgressBar,
  useContributions,
  useService,
  useTextsOf,
  useTranslate,
} from '#core/react';
import type { FileOpener, Importer } from '../api.ts';
import { importerFor } from '../model/pick-importer.ts';
import type { ImportWizard } from '../model/wizard.ts';
import { DoneStep } from './DoneStep.tsx';
import { LookStep } from './LookStep.tsx';
import './import.css';

interface ImportDialogProps {
  wizard: ImportWizard;
  /** Goes to the map, which shows the imported objects; called after the dialog has closed. */
  onShow: () => void;
}

/** The import wizard: choose a file, review what the server found, decide, import. */
export default observer(function ImportDialog({ wizard, onShow }: ImportDialogProps) {
  const t = useTranslate('import');
  if (wizard.projectId === undefined) return null;
  return (
    <Dialog
      isOpen
      keepOpen={wizard.step !== 'choose'}
      size="l"
      title={wizard.file ? t('dialog.of', { name: wizard.file.name }) : t('dialog.title')}
      onClose={() => wizard.close()}
      footer={<Footer wizard={wizard} onShow={onShow} />}
    >
      <div className="import-dialog">
        {wizard.error !== undefined && (
          <p className="g-error" role="alert">
            {wizard.error}
          </p>
        )}
        {wizard.step === 'choose' && <ChooseStep wizard={wizard} />}
        {wizard.isBusy && <Busy wizard={wizard} />}
        {wizard.isLooked && <LookStep wizard={wizard} />}
        {wizard.step === 'done' && <DoneStep wizard={wizard} />}
      </div>
    </Dialog>
  );
});

const ChooseStep = observer(function ChooseStep({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const host = useService(HOST);
  const importers = useContributions('importers');
  useTextsOf(importers);
  const choose = (file: File) => {
    const found = importerFor(file.name, importers);
    const { projectId } = wizard;
    if (found?.opens && projectId !== undefined) {
      wizard.close();
      return void host
        .service<FileOpener>(found.plugin, found.service)
        .then((opener) => opener.open(projectId, file));
    }
    if (found) return void wizard.choose(file, host.service<Importer>(found.plugin, found.service));
    const endings = importers.flatMap(({ extensions }) => extensions).join(', ');
    wizard.refuse(t('choose.unknown', { name: file.name, endings }));
  };
  const { given } = wizard;
  const chooseGiven = useEffectEvent(choose);
  useEffect(() => {
    if (given) chooseGiven(given);
  }, [given]);
  return (
    <>
      <FileDrop
        label={t('choose.drop')}
        onFiles={([file]) => {
          if (file) choose(file);
        }}
      >
        <ul className="import-kinds g-muted">
          {importers.map(({ id, plugin, title, extensions }) => (
            <li key={id}>
              {t(title.includes(':') ? title : `${plugin}:${title}`)} <small>{extensions.join(' ')}</small>
            </li>
          ))}
        </ul>
      </FileDrop>
      <p className="g-muted">{t('choose.help')}</p>
    </>
  );
});

const Busy = observer(function Busy({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const { step, progress, message } = wizard;
  return (
    <div className="import-busy">
      <ProgressBar label={message || t(`busy.${step}`)} value={progress} />
      {step === 'writing' && <p className="g-muted">{t('busy.goesOn')}</p>}
    </div>
  );
});

const Footer = observer(function Footer({ wizard, onShow }: ImportDialogProps) {
  const t = useTranslate('import');
  const { step, missing } = wizard;
  if (step === 'choose') return <Button onPress={() => wizard.close()}>{t('core:dialog.cancel')}</Button>;
  if (wizard.isBusy)
    return (
      <>
        <Button onPress={() => wizard.cancel()}>{t('busy.cancel')}</Button>
        {step === 'writing' && <Button onPress={() => wizard.close()}>{t('busy.hide')}</Button>}
      </>
    );
  if (step === 'done')
    return (
      <>
        <Button onPress={() => wizard.reset()}>{t('done.another')}</Button>
        <Button
          variant="primary"
          icon={<Icon name="map" />}
          isDisabled={wizard.undone !== undefined}
          onPress={() => {
            wizard.show();
            onShow();
          }}
        >
          {t('done.show')}
        </Button>
      </>
    );
  return (
    <>
      {missing !== undefined && <span className="import-missing g-muted">{t(missing)}</span>}
      <Button onPress={() => wizard.reset()}>{t('look.another')}</Button>
      <Button variant="primary" isDisabled={missing !== undefined} onPress={() => void wizard.commit()}>
        {t('look.commit', { count: wizard.objects })}
      </Button>
    </>
  );
});

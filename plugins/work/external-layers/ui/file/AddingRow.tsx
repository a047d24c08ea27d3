import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { crsSearch, grants } from '#core/protocol';
import {
  Button,
  Checkbox,
  ComboBox,
  Icon,
  ProgressBar,
  useI18n,
  useService,
  useServices,
  useTranslate,
  type Option,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import type { AddDocuments } from '#plugins/files/documents/api';
import { IMPORT_DIALOG } from '#plugins/files/import/api';
import type { FileAdding } from '../../model/file/file-adding.ts';

interface AddingRowProps {
  adding: FileAdding;
  /** Closes the dialog. */
  onClose: () => void;
}

/** One file: how far it is, what it asks, or why it cannot be shown. */
export const AddingRow = observer(function AddingRow({ adding, onClose }: AddingRowProps) {
  const t = useTranslate('external-layers');
  const { file, state, part, error, asks } = adding;
  return (
    <li className="ext-file">
      <span className="ext-file-name">
        <Icon name={state === 'done' ? 'check' : 'file'} />
        {file.name}
      </span>
      {state === 'sending' && (
        <ProgressBar
          label={t(part < 1 ? 'file.sending' : 'file.reading')}
          value={part < 1 ? part : undefined}
        />
      )}
      {state === 'asks' &&
        asks &&
        (asks.crs ? <CrsQuestion adding={adding} /> : <LayersQuestion adding={adding} />)}
      {state === 'failed' && (
        <>
          <p className="g-error" role="alert">
            {error}
          </p>
          <Instead adding={adding} onClose={onClose} />
        </>
      )}
    </li>
  );
});

/** The reference system of a file that does not name it. */
function CrsQuestion({ adding }: { adding: FileAdding }) {
  const t = useTranslate('external-layers');
  const api = useService(API);
  const [crs, setCrs] = useState(useService(PROJECTS).current?.project.crs ?? null);
  const find = async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search: text } }, { signal });
    return data.map(({ code, name, area }) => ({
      value: code,
      title: `${code} – ${name}`,
      detail: area ?? undefined,
    }));
  };
  return (
    <>
      <ComboBox
        label={t('file.crs')}
        description={t('file.crs.help')}
        find={find}
        value={crs}
        valueTitle={crs ?? undefined}
        onChange={setCrs}
        isRequired
      />
      <Button
        variant="primary"
        className="ext-file-show"
        isDisabled={crs === null}
        onPress={() => void adding.send({ crs: crs! })}
      >
        {t('file.show')}
      </Button>
    </>
  );
}

/** Which layers of a file with several are shown. */
function LayersQuestion({ adding }: { adding: FileAdding }) {
  const t = useTranslate('external-layers');
  const i18n = useI18n();
  const layers = adding.asks!.layers;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(initial(layers));
  const choose = (name: string, on: boolean) => {
    const after = new Set(chosen);
    if (on) after.add(name);
    else after.delete(name);
    setChosen(after);
  };
  return (
    <>
      <fieldset className="ext-file-layers">
        <legend className="g-label">{t('file.layers')}</legend>
        {layers.map(({ name, count }) => (
          <Checkbox key={name} isSelected={chosen.has(name)} onChange={(on) => choose(name, on)}>
            {t('file.layer', { name, number: i18n.number(count) })}
          </Checkbox>
        ))}
      </fieldset>
      <Button
        variant="primary"
        className="ext-file-show"
        isDisabled={chosen.size === 0}
        onPress={() => void adding.send({ layers: JSON.stringify([...chosen]) })}
      >
        {t('file.show')}
      </Button>
    </>
  );
}

/** What can be done with a file that cannot be shown. */
function Instead({ adding: { file, isTooMuch, isTiff }, onClose }: AddingRowProps) {
  const t = useTranslate('external-layers');
  const host = useService(HOST);
  const toasts = useService(TOASTS);
  const dialog = useServices().get(IMPORT_DIALOG, { optional: true });
  const held = useService(SESSION).me?.authorizations ?? [];
  const projectId = useService(PROJECTS).current?.project.id;
  if (projectId === undefined) return null;
  const attach = async () => {
    onClose();
    try {
      (await host.service<AddDocuments>('documents', 'documents.Add'))(projectId, [file]);
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  return (
    <div className="ext-file-instead">
      {isTooMuch && !isTiff && dialog && grants(held, 'import') && (
        <Button
          size="s"
          icon={<Icon name="import" />}
          onPress={() => {
            onClose();
            dialog.open(projectId, file);
          }}
        >
          {t('file.instead.import')}
        </Button>
      )}
      {grants(held, 'files.write') && host.manifests.some(({ id }) => id === 'documents') && (
        <Button size="s" icon={<Icon name="file" />} onPress={() => void attach()}>
          {t('file.instead.attach')}
        </Button>
      )}
    </div>
  );
}

/** A few layers; not the points of tracks and routes, which are drawn as lines already. */
function initial(layers: readonly { name: string }[]): ReadonlySet<string> {
  const names = layers.map(({ name }) => name).filter((name) => !/^(track|route)_points$/.test(name));
  return new Set(names.slice(0, 5));
}

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { titleOf } from '#core/fields';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import type { BimCheckInput, BimCheckKind } from '#core/protocol';
import {
  Button,
  FileButton,
  Form,
  LengthField,
  NumberField,
  Select,
  TextField,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { BIM_STAGE } from '#plugins/bim/bim-viewer/api';
import { CHECK_DESK } from '../model/check-desk.ts';

const KINDS: readonly BimCheckKind[] = ['ids', 'quantities', 'clash', 'deviation'];
/** Prefixes of the values of one list: a model, a cloud, or the objects of a type. */
const MODEL = 'model:';
const CLOUD = 'cloud:';
const TYPE = 'type:';

/** What is checked, and how. */
export const NewCheck = observer(function NewCheck() {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const desk = useService(CHECK_DESK);
  const [kind, setKind] = useState<BimCheckKind>('ids');
  const [name, setName] = useState('');
  const [file, setFile] = useState<{ readonly name: string; readonly ids: string }>();
  const [other, setOther] = useState<string | null>(null);
  const [tolerance, setTolerance] = useState<number | undefined>(0.01);
  const [clearance, setClearance] = useState<number | undefined>(0);
  const [reach, setReach] = useState<number | undefined>(0.2);
  const [points, setPoints] = useState<number | undefined>(1_000_000);
  const [error, setError] = useState<string>();
  const others = useOthers(kind);
  const title = name.trim() === '' ? (file && kind === 'ids' ? file.name : t(`kind.${kind}`)) : name.trim();
  const input = (): BimCheckInput | undefined => {
    const objects = other?.startsWith(TYPE) ? { typeName: other.slice(TYPE.length) } : undefined;
    switch (kind) {
      case 'ids':
        return file && { kind, name: title, ids: file.ids };
      case 'quantities':
        return { kind, name: title };
      case 'clash':
        if (other === null || tolerance === undefined || clearance === undefined) return undefined;
        return { kind, name: title, with: objects ?? other.slice(MODEL.length), tolerance, clearance };
      case 'deviation':
        if (other === null || tolerance === undefined || reach === undefined || points === undefined)
          return undefined;
        return {
          kind,
          name: title,
          of: objects ?? { cloudId: other.slice(CLOUD.length) },
          tolerance,
          reach,
          points,
        };
    }
  };
  const wanted = input();
  const start = async () => {
    if (!wanted) return;
    setError(undefined);
    try {
      await desk.start(wanted);
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  return (
    <Form className="bck-form" onSubmit={start}>
      <Select
        label={t('kind')}
        value={kind}
        options={KINDS.map((one) => ({ value: one, title: t(`kind.${one}`) }))}
        onChange={(one) => {
          setKind(one as BimCheckKind);
          setOther(null);
          setError(undefined);
        }}
      />
      <p className="g-muted">{t(`kind.${kind}.help`)}</p>
      <TextField label={t('name')} placeholder={title} value={name} onChange={setName} maxLength={100} />
      {kind === 'ids' && (
        <div className="bck-file">
          <FileButton
            size="s"
            accept={['.ids', '.xml']}
            onFile={(chosen) => void chosen.text().then((ids) => setFile({ name: chosen.name, ids }))}
          >
            {t('ids.choose')}
          </FileButton>
          <span>{file?.name ?? t('ids.none')}</span>
        </div>
      )}
      {(kind === 'clash' || kind === 'deviation') && (
        <>
          <Select
            label={t(`with.${kind}`)}
            placeholder={t('with.choose')}
            value={other}
            options={others.options}
            onChange={setOther}
          />
          {others.error !== undefined && <p className="g-error">{others.error}</p>}
          <LengthField
            label={t(`tolerance.${kind}`)}
            value={tolerance}
            onChange={setTolerance}
            min={kind === 'clash' ? 0 : 0.0001}
            max={1}
            digits={4}
            step={0.001}
          />
        </>
      )}
      {kind === 'clash' && (
        <LengthField
          label={t('clearance')}
          description={t('clearance.help')}
          value={clearance}
          onChange={setClearance}
          min={0}
          max={10}
          digits={3}
          step={0.01}
        />
      )}
      {kind === 'deviation' && (
        <>
          <LengthField
            label={t('reach')}
            description={t('reach.help')}
            value={reach}
            onChange={setReach}
            min={0.001}
            max={5}
            digits={3}
            step={0.05}
          />
          <NumberField
            label={t('points')}
            description={t('points.help', { most: i18n.number(5_000_000) })}
            value={points}
            onChange={setPoints}
            min={1000}
            max={5_000_000}
            step={100_000}
          />
        </>
      )}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <div className="bck-actions">
        <Button variant="primary" type="submit" isDisabled={!wanted}>
          {t('start')}
        </Button>
        <Button onPress={() => desk.describe(false)}>{t('core:dialog.cancel')}</Button>
      </div>
    </Form>
  );
});

/** What a model can be compared with. */
function useOthers(kind: BimCheckKind) {
  const t = useTranslate('bim-checks');
  const desk = useService(CHECK_DESK);
  const stage = useService(BIM_STAGE);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const models = useObservable(stage.models$, stage.models);
  const [clouds, setClouds] = useState<readonly { readonly id: string; readonly name: string }[]>([]);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (kind !== 'deviation') return undefined;
    let mounted = true;
    desk.clouds().then(
      (found) => mounted && setClouds(found),
      (failure: unknown) => mounted && setError(sentenceOf(failure)),
    );
    return () => {
      mounted = false;
    };
  }, [desk, kind]);
  const i18n = useI18n();
  const types = [...(project?.types.values() ?? [])];
  const options = [
    ...(kind === 'clash'
      ? models
          .filter(({ state }) => state !== 'unready' && state !== 'empty')
          .map(({ id, name }) => ({
            value: MODEL + id,
            title: id === desk.modelId ? t('with.itself', { name }) : name,
          }))
      : clouds.map(({ id, name }) => ({ value: CLOUD + id, title: name }))),
    ...types.map((type) => ({
      value: TYPE + type.name,
      title: t('with.objects', { type: titleOf(type, i18n) }),
    })),
  ];
  return { options, error: kind === 'deviation' ? error : undefined };
}

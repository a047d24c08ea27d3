import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { grants, POINT_CLASSES } from '#core/protocol';
import {
  Button,
  LengthField,
  Select,
  useClassName,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { countWithin } from '../model/find-points.ts';
import type { ProfileHands } from '../model/hands.ts';
import { PROFILE } from '../model/profile.ts';

const ALL = 'all';

/** Gives the points in the lasso or the slab another class. */
export const Reclassify = observer(function Reclassify({ hands }: { hands: ProfileHands }) {
  const t = useTranslate('cloud-profile');
  const nameOf = useClassName();
  const i18n = useI18n();
  const profile = useService(PROFILE);
  const toasts = useService(TOASTS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const [to, setTo] = useState('2');
  const [from, setFrom] = useState(ALL);
  const { hand, ring, points, classes, isSaving, end } = profile;
  if (hand !== 'lasso' && hand !== 'slab') return null;
  if (!grants(me?.authorizations ?? [], 'pointcloud.classify'))
    return <p className="g-muted">{t('reclassify.forbidden')}</p>;
  const isTaken = (index: number) =>
    profile.isShown(index) && (from === ALL || points.classes[index] === Number(from));
  const here = ring && countWithin(points, ring, isTaken).count;
  const report = async (work: () => Promise<string | undefined>) => {
    try {
      const said = await work();
      if (said) toasts.show('success', said);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const save = () =>
    report(async () => {
      const count = await profile.classify(Number(to), from === ALL ? undefined : [Number(from)]);
      return t('reclassify.done', { count, points: i18n.number(count), to: nameOf(Number(to)) });
    });
  return (
    <div className="cpf-reclassify">
      {hand === 'slab' && (
        <LengthField
          label={t('reclassify.thickness')}
          min={0.001}
          max={100}
          value={hands.thickness}
          onChange={(next) => next !== undefined && hands.setThickness(next)}
        />
      )}
      <div className="cpf-pair">
        <Select
          label={t('reclassify.from')}
          value={from}
          onChange={setFrom}
          options={[
            { value: ALL, title: t('reclassify.shown') },
            ...[...classes.keys()].map((code) => ({ value: String(code), title: nameOf(code) })),
          ]}
        />
        <Select
          label={t('reclassify.to')}
          value={to}
          onChange={setTo}
          options={[...POINT_CLASSES.keys()].map((code) => ({ value: String(code), title: nameOf(code) }))}
        />
      </div>
      <p className="g-muted" aria-live="polite">
        {here === undefined
          ? t(`reclassify.hint.${hand}`)
          : t(end?.complete ? 'reclassify.count' : 'reclassify.count.coarse', {
              count: here,
              points: i18n.number(here),
            })}
      </p>
      <div className="cpf-pair">
        <Button
          variant="primary"
          isDisabled={!ring || isSaving || (here === 0 && end?.complete === true)}
          onPress={() => void save()}
        >
          {t('reclassify.save')}
        </Button>
        <Button
          isDisabled={isSaving || !profile.head || profile.head.edits === 0}
          onPress={() =>
            void report(async () => {
              await profile.undo();
              return t('reclassify.undone');
            })
          }
        >
          {t('reclassify.undo')}
        </Button>
      </div>
    </div>
  );
});

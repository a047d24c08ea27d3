import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { BimLevel, BimModel } from '#core/protocol';
import { Badge, Button, Dialog, useI18n, useService, useTranslate } from '#core/react';
import { MODEL_DESK } from '../model/model-desk.ts';
import { printSaid } from '../model/print-said.ts';
import { TransformForm } from './TransformForm.tsx';

interface GeoreferenceDialogProps {
  model: BimModel;
  mayWrite: boolean;
  onClose: () => void;
}

/** Every level of georeference that a file carries, side by side, with the differences; which is applied. */
export function GeoreferenceDialog({ model, mayWrite, onClose }: GeoreferenceDialogProps) {
  const t = useTranslate('bim-models');
  const desk = useService(MODEL_DESK);
  const [error, setError] = useState<string>();
  const [isTyping, setTyping] = useState(false);
  const { georeference } = model;
  const place = async (placement: Parameters<typeof desk.place>[1]) => {
    setError(undefined);
    try {
      await desk.place(model, placement);
      onClose();
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  return (
    <Dialog
      title={t('place.title', { name: model.name })}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('close')}</Button>}
    >
      <div className="models-levels">
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
        {!georeference && <p>{t('place.unread')}</p>}
        {georeference && (
          <>
            <p>
              {georeference.applied === null
                ? t('place.none')
                : t('place.applied', { level: t(`level.${georeference.applied}`) })}{' '}
              {t(`heights.${georeference.heights}`)}
            </p>
            {georeference.isDouble && <p className="g-error">{t('place.double')}</p>}
            {georeference.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {georeference.levels.length === 0 && <p className="g-muted">{t('place.no-levels')}</p>}
            {georeference.levels.map((level) => (
              <Level
                key={`${level.level} ${level.source}`}
                level={level}
                isApplied={georeference.applied === level.level}
                onApply={
                  mayWrite && level.transform
                    ? () => void place({ by: 'level', level: level.level })
                    : undefined
                }
              />
            ))}
          </>
        )}
        {mayWrite && model.placement !== null && (
          <Button size="s" onPress={() => void place(null)}>
            {t('place.as-file')}
          </Button>
        )}
        {mayWrite && !isTyping && (
          <Button size="s" onPress={() => setTyping(true)}>
            {t('place.type')}
          </Button>
        )}
        {isTyping && (
          <TransformForm
            first={georeference?.transform ?? undefined}
            onSave={async (transform) => {
              await desk.place(model, { by: 'transform', transform });
              onClose();
            }}
            onCancel={() => setTyping(false)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface LevelProps {
  level: BimLevel;
  isApplied: boolean;
  onApply: (() => void) | undefined;
}

function Level({ level, isApplied, onApply }: LevelProps) {
  const t = useTranslate('bim-models');
  const i18n = useI18n();
  const { difference, says, notes, crs, crsName, source } = level;
  const number = (value: number) => i18n.number(value, { maximumSignificantDigits: 12 });
  const metres = (value: number) =>
    t('metres', {
      value: i18n.number(value, {
        minimumFractionDigits: 3,
        maximumFractionDigits: 3,
        signDisplay: 'exceptZero',
      }),
    });
  return (
    <section className="models-level" data-applied={isApplied || undefined}>
      <div className="models-head">
        <h3 className="models-name">{t(`level.${level.level}`)}</h3>
        {isApplied && <Badge>{t('level.applied')}</Badge>}
        {!isApplied && onApply && (
          <Button size="s" onPress={onApply}>
            {t('level.apply')}
          </Button>
        )}
      </div>
      <p className="g-muted">{[source, crs ?? crsName].filter((one) => one !== null).join(' · ')}</p>
      <dl className="models-says">
        {says.map((said) => (
          <div key={said.name} style={{ display: 'contents' }}>
            <dt className="g-muted">{said.name}</dt>
            <dd className="g-figures">{printSaid(said, i18n.language, number)}</dd>
          </div>
        ))}
      </dl>
      {!isApplied && difference && (
        <p className="g-figures">
          {t('level.difference', {
            east: metres(difference.east),
            north: metres(difference.north),
            up: difference.up === null ? '–' : metres(difference.up),
            turn: i18n.number(difference.rotation, { maximumFractionDigits: 4, signDisplay: 'exceptZero' }),
          })}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="g-muted">
          {note}
        </p>
      ))}
    </section>
  );
}

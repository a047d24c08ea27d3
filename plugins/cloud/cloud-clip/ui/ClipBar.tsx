import { observer } from 'mobx-react-lite';
import { Button, Icon, IconButton, useI18n, useService, useTranslate } from '#core/react';
import { CLIP_KEEPER } from '../model/clip-keeper.ts';
import { CLOUD_CLIPS } from '../model/cloud-clips.ts';
import './clip-bar.css';

/** Says on the view that points are cut away, and moves a section. */
export const ClipBar = observer(function ClipBar() {
  const clips = useService(CLOUD_CLIPS);
  // Loads the clips that were kept, with the view.
  useService(CLIP_KEEPER);
  if (!clips.view) return null;
  if (clips.section) return <InSection />;
  return clips.on.length > 0 && clips.mode !== 'highlight' ? <Cut /> : null;
});

const Cut = observer(function Cut() {
  const t = useTranslate('cloud-clip');
  const clips = useService(CLOUD_CLIPS);
  return (
    <div className="ccl-bar" data-keep-clear>
      <span role="status">{t(`cut.${clips.mode}`, { count: clips.on.length })}</span>
      <Button size="s" onPress={() => clips.allOff()}>
        {t('all-off')}
      </Button>
    </div>
  );
});

const InSection = observer(function InSection() {
  const t = useTranslate('cloud-clip');
  const i18n = useI18n();
  const clips = useService(CLOUD_CLIPS);
  const { clip, steps } = clips.section!;
  const metres = i18n.number(steps * clip.width * (clips.view?.unit ?? 1), { maximumFractionDigits: 3 });
  const step = (by: number) => {
    clips.step(by);
    clips.view?.focus();
  };
  return (
    <div className="ccl-bar" data-keep-clear role="group" aria-label={t('section')}>
      <IconButton
        size="s"
        label={t('command.backwards')}
        icon={<Icon name="chevron-down" />}
        onPress={() => step(-1)}
      />
      <span role="status" className="g-figures">
        {t('section.at', { name: clip.name, metres })}
      </span>
      <IconButton
        size="s"
        label={t('command.forwards')}
        icon={<Icon name="chevron-up" />}
        onPress={() => step(1)}
      />
      <Button size="s" onPress={() => clips.leave()}>
        {t('section.leave')}
      </Button>
    </div>
  );
});

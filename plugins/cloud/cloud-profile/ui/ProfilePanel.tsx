import { observer } from 'mobx-react-lite';
import { useCallback, useRef, useState } from 'react';
import { EmptyState, ErrorPanel, Icon, useService, useTranslate } from '#core/react';
import { ProfileHands } from '../model/hands.ts';
import { PROFILE } from '../model/profile.ts';
import { Classes } from './Classes.tsx';
import { ProfileBar } from './ProfileBar.tsx';
import { ProfileCanvas } from './ProfileCanvas.tsx';
import { Reclassify } from './Reclassify.tsx';
import { Series } from './Series.tsx';
import { Status } from './Status.tsx';
import './profile.css';

/** The profile of a point cloud: its drawing, what can be done inside, and what it is made of. */
export default observer(function ProfilePanel() {
  const t = useTranslate('cloud-profile');
  const profile = useService(PROFILE);
  const [hands] = useState(() => new ProfileHands(profile));
  const [fit, setFit] = useState(0);
  const picture = useRef<() => HTMLCanvasElement | undefined>(() => undefined);
  const setPicture = useCallback((draw: () => HTMLCanvasElement | undefined) => {
    picture.current = draw;
  }, []);
  if (profile.usableClouds.length === 0)
    return (
      <EmptyState icon={<Icon name="chart" size={20} />} title={t('none')}>
        {t('none.help')}
      </EmptyState>
    );
  if (!profile.drawn)
    return (
      <EmptyState icon={<Icon name="chart" size={20} />} title={t('empty')}>
        {t('empty.help')}
      </EmptyState>
    );
  return (
    <div className="cpf-panel">
      <ProfileBar hands={hands} onFit={() => setFit(fit + 1)} picture={() => picture.current()} />
      <div className="cpf-body">
        {profile.state === 'failed' ? (
          <ErrorPanel title={t('failed')} error={profile.failure} onRetry={() => void profile.load()} />
        ) : (
          <ProfileCanvas hands={hands} fit={fit} onPicture={setPicture} />
        )}
        <div className="cpf-side">
          <Series />
          <Reclassify hands={hands} />
          <Classes />
        </div>
      </div>
      <Status />
    </div>
  );
});

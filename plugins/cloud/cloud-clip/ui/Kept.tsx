import { observer } from 'mobx-react-lite';
import { Button, ErrorPanel, useService, useTranslate } from '#core/react';
import { CLIP_KEEPER } from '../model/clip-keeper.ts';

/** What the person has to know of the clips on the server: they could not be kept, or somebody else has changed them. */
export const Kept = observer(function Kept() {
  const t = useTranslate('cloud-clip');
  const keeper = useService(CLIP_KEEPER);
  if (keeper.theirs)
    return (
      <div role="alert" className="ccl-theirs">
        <p>{t('theirs', { count: keeper.theirs.list.clips.length })}</p>
        <Button onPress={() => keeper.takeTheirs()}>{t('theirs.take')}</Button>
        <Button onPress={() => keeper.keepMine()}>{t('theirs.mine')}</Button>
      </div>
    );
  if (keeper.failure !== undefined)
    return <ErrorPanel title={t('not-kept')} error={keeper.failure} onRetry={() => void keeper.retry()} />;
  return keeper.isLocal ? <p className="g-muted">{t('local')}</p> : null;
});

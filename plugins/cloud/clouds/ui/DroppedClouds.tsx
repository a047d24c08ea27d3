import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { CLOUD_DESK } from '../model/cloud-desk.ts';

/** Says that clouds dropped on the map are being prepared, and leads to each when it is ready. */
export const DroppedClouds = observer(function DroppedClouds() {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const toasts = useService(TOASTS);
  const navigate = useNavigate();
  const { arrived, dropped } = desk;
  const preparing = dropped
    .filter(({ id }) => !arrived.some((one) => one.id === id))
    .map(({ name }) => name)
    .join(', ');
  useEffect(() => {
    if (preparing === '') return;
    const toast = toasts.show('info', t('dropped.preparing', { name: preparing }));
    return () => toast.dispose();
  }, [preparing, t, toasts]);
  useEffect(() => {
    for (const { id, name, state, error } of arrived)
      if (state === 'failed') toasts.show('error', t('dropped.failed', { name, error }));
      else {
        const run = () => void navigate(`/cloud/${id}`);
        toasts.show('success', t('dropped.ready', { name }), { title: t('dropped.open'), run });
      }
    if (arrived.length > 0) desk.forgetDropped(arrived.map(({ id }) => id));
  }, [arrived, desk, navigate, t, toasts]);
  return null;
});

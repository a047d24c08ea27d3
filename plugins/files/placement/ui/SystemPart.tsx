import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { loadVerticalCrs, verticalSystems } from '#core/geodesy';
import { crsSearch } from '#core/protocol';
import { ComboBox, useI18n, useService, useTranslate } from '#core/react';
import { PLACING_DESK } from '../model/placing-desk.ts';

const ELLIPSOIDAL = 'ellipsoid';

/** The reference systems of the map, and what their heights mean. */
export const SystemPart = observer(function SystemPart() {
  const t = useTranslate('placement');
  const i18n = useI18n();
  const api = useService(API);
  const desk = useService(PLACING_DESK);
  const [, setLoaded] = useState(false);
  useEffect(() => {
    void loadVerticalCrs().then(() => setLoaded(true));
  }, []);
  const { draft, heights, mayPlace } = desk;
  if (!draft) return null;
  const change = (systems: { crs?: string; verticalCrs?: string | null }) =>
    desk.change({ ...draft, ...systems, found: draft.found === 'file' ? 'typed' : draft.found });
  const place = desk.toPosition(draft.transform.to);
  const metres = (value: number) =>
    i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const undulation = place && heights?.vertical && heights.toEllipsoid(place[0], place[1], 0);
  return (
    <div className="plc-part">
      <ComboBox
        label={t('crs')}
        find={async (search, signal) => {
          const { data } = await api.call(crsSearch, { query: { search } }, { signal });
          return data.map(({ code, name, area }) => ({
            value: code,
            title: `${code} – ${name}`,
            detail: area ?? undefined,
          }));
        }}
        value={draft.crs}
        valueTitle={draft.crs ?? undefined}
        description={draft.crs === null ? t('crs.none') : undefined}
        isDisabled={!mayPlace}
        onChange={(code) => code !== null && code !== draft.crs && change({ crs: code })}
      />
      <ComboBox
        label={t('vertical')}
        options={[
          { value: ELLIPSOIDAL, title: t('vertical.ellipsoid') },
          ...verticalSystems().map(({ code, name }) => ({ value: code, title: `${name} – ${code}` })),
        ]}
        value={draft.verticalCrs ?? ELLIPSOIDAL}
        valueTitle={draft.verticalCrs ?? t('vertical.ellipsoid')}
        isDisabled={!mayPlace}
        onChange={(code) => code !== null && change({ verticalCrs: code === ELLIPSOIDAL ? null : code })}
      />
      {heights?.vertical && undulation !== undefined && (
        <p className="g-muted g-figures">
          {t('vertical.geoid', { geoid: heights.geoid ?? '', height: metres(undulation) })}
          {!heights.isOwn && ` ${t('vertical.other-geoid', { datum: heights.vertical.datum })}`}
        </p>
      )}
    </div>
  );
});

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API, LIVE } from '#core/api';
import { grants } from '#core/protocol';
import { Page, Tabs, useObservable, useService, useSetting, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { FileReprojection } from '../model/file-reprojection.ts';
import { Kilometres } from '../model/kilometres.ts';
import { PointReprojection } from '../model/reprojection.ts';
import { FileTab } from './FileTab.tsx';
import { KilometresTab } from './KilometresTab.tsx';
import { PointsTab } from './PointsTab.tsx';
import './kmreprojection.css';

const WGS84 = 'EPSG:4326';
/** RDN2008, the system of Italy, in degrees and in metres. */
const PROJECTED = 'EPSG:7792';

/** `/kmreprojection` */
export default observer(function KmReprojectionPage() {
  const t = useTranslate('kmreprojection');
  const api = useService(API);
  const [epsg] = useSetting('epsg');
  const [points] = useState(() => new PointReprojection(api, epsg, epsg === WGS84 ? PROJECTED : WGS84));
  const live = useService(LIVE);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const [files] = useState(() => new FileReprojection(api, live, epsg === WGS84 ? PROJECTED : WGS84));
  const [kilometres] = useState(() => new Kilometres(api, epsg));
  useEffect(() => {
    void kilometres.setCrs(kilometres.crs);
    return () => {
      points.close();
      files.cancel();
      kilometres.close();
    };
  }, [points, files, kilometres]);
  return (
    <Page title={t('title')} className="kmr">
      <Tabs
        label={t('title')}
        tabs={[
          { id: 'points', title: t('tab.points'), content: <PointsTab points={points} /> },
          ...(grants(me?.authorizations ?? [], 'import')
            ? [{ id: 'files', title: t('tab.files'), content: <FileTab files={files} /> }]
            : []),
          {
            id: 'kilometres',
            title: t('tab.kilometres'),
            content: <KilometresTab kilometres={kilometres} />,
          },
        ]}
      />
    </Page>
  );
});

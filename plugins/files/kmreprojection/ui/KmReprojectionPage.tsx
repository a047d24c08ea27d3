import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { Page, Tabs, useService, useSetting, useTranslate } from '#core/react';
import { Kilometres } from '../model/kilometres.ts';
import { PointReprojection } from '../model/reprojection.ts';
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
  const [kilometres] = useState(() => new Kilometres(api, epsg));
  useEffect(() => {
    void kilometres.setCrs(kilometres.crs);
    return () => {
      points.close();
      kilometres.close();
    };
  }, [points, kilometres]);
  return (
    <Page title={t('title')} className="kmr">
      <Tabs
        label={t('title')}
        tabs={[
          { id: 'points', title: t('tab.points'), content: <PointsTab points={points} /> },
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

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { RadioGroup, TextArea, TextField, useI18n, useTranslate } from '#core/react';
import type { Kilometres, Surface } from '../model/kilometres.ts';
import type { OfferedProject } from '../model/project-lines.ts';
import { printKilometres } from '../model/station-outputs.ts';
import { CrsPicker } from './CrsPicker.tsx';
import { LinePicker } from './LinePicker.tsx';
import { Stationing } from './Stationing.tsx';
import { Unread } from './Unread.tsx';

/** Chainage and offset along a line. */
export const KilometresTab = observer(function KilometresTab({ kilometres }: { kilometres: Kilometres }) {
  const t = useTranslate('kmreprojection');
  const [project, setProject] = useState<OfferedProject>();
  const { axis, line } = kilometres;
  return (
    <div className="kmr-tab">
      <section className="kmr-card" aria-labelledby="kmr-line">
        <h2 id="kmr-line">{t('line.title')}</h2>
        <div className="kmr-options">
          <CrsPicker
            label={t('crs')}
            description={t('crs.help')}
            value={kilometres.crs}
            onChange={(code) => void kilometres.setCrs(code)}
          />
          <RadioGroup
            label={t('surface')}
            value={kilometres.canUsePlane ? kilometres.surface : 'ellipsoid'}
            onChange={(value) => kilometres.setSurface(value as Surface)}
            options={[
              { value: 'ellipsoid', title: t('surface.ellipsoid') },
              ...(kilometres.canUsePlane
                ? [{ value: 'plane', title: t('surface.plane', { crs: kilometres.crs }) }]
                : []),
            ]}
          />
        </div>
        <LinePicker
          kilometres={kilometres}
          project={project}
          onProject={(next) => {
            setProject(next);
            void kilometres.setCrs(next.crs);
          }}
        />
      </section>
      {line && !axis && <p className="g-error">{t('line.outside', { crs: kilometres.crs })}</p>}
      {axis && (
        <>
          <Posts kilometres={kilometres} />
          <Stationing kilometres={kilometres} projectId={project?.id} />
        </>
      )}
    </div>
  );
});

/** The posts that calibrate the line, and what follows from them. */
const Posts = observer(function Posts({ kilometres }: { kilometres: Kilometres }) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const locale = i18n.language;
  const { axis, calibration, posts } = kilometres;
  const problem = 'kind' in calibration ? calibration : undefined;
  const chainage = (metres: number) => printKilometres(metres, locale);
  const far = posts.posts.reduce((most, { offset }) => Math.max(most, Math.abs(offset)), 0);
  const metres = (value: number, digits = 3) =>
    i18n.number(value, { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return (
    <section className="kmr-card" aria-labelledby="kmr-posts">
      <h2 id="kmr-posts">{t('posts')}</h2>
      <div className="kmr-posts">
        <TextArea
          label={t('posts.text')}
          description={t('posts.help')}
          rows={3}
          value={kilometres.postText}
          onChange={(text) => kilometres.set('postText', text)}
          error={
            problem &&
            t(`posts.${problem.kind}`, {
              first: i18n.number(problem.first.line),
              second: i18n.number(problem.second.line),
              a: chainage(problem.first.chainage),
              b: chainage(problem.second.chainage),
            })
          }
          spellCheck="false"
        />
        {posts.posts.length === 0 && (
          <TextField
            label={t('start')}
            value={kilometres.startText}
            onChange={(text) => kilometres.set('startText', text)}
            isInvalid={kilometres.isStartWrong}
            error={kilometres.isStartWrong ? t('start.wrong') : undefined}
          />
        )}
      </div>
      <Unread lines={posts.unread} />
      {axis && !('kind' in calibration) && (
        <p className="g-figures" role="status">
          {t('line.said', {
            length: metres(axis.length),
            from: chainage(calibration.toChainage(0)),
            to: chainage(calibration.toChainage(axis.length)),
            surface: t(kilometres.isPlane ? 'surface.plane.said' : 'surface.ellipsoid.said', {
              crs: kilometres.crs,
            }),
          })}
          {posts.posts.length > 1 &&
            ` ${t('posts.said', {
              count: posts.posts.length,
              least: i18n.number(calibration.scale[0], { maximumFractionDigits: 6 }),
              most: i18n.number(calibration.scale[1], { maximumFractionDigits: 6 }),
            })}`}
          {posts.posts.length > 0 && ` ${t('posts.far', { metres: metres(far) })}`}
        </p>
      )}
    </section>
  );
});

import { observer } from 'mobx-react-lite';
import { PLANE_FIT_NEEDS, PLANE_FITS, type PlaneFitMethod } from '#core/geodesy';
import { Button, Checkbox, Select, useI18n, useMeasureCRS, useService, useTranslate } from '#core/react';
import { planeIn } from '#core/sketch';
import { enlargedIn, FIT_FORM } from '../model/fit-form.ts';
import { FORM } from '../model/form.ts';
import './transform.css';

/** The kind of fit, the pairs with what is left of them, and what the fit does. */
export const FitPart = observer(function FitPart() {
  const t = useTranslate('transform');
  const i18n = useI18n();
  const fit = useService(FIT_FORM);
  const form = useService(FORM);
  const metric = planeIn(useMeasureCRS());
  const { fitted, pairs, method } = fit;
  const used = pairs.filter((_, i) => fit.isUsed(i)).length;
  const millimetres = (metres: number) => i18n.number(metres * 1000, { maximumFractionDigits: 1 });
  return (
    <>
      <Select
        label={t('fit.method')}
        options={PLANE_FITS.map((value) => ({ value, title: t(`fit.method.${value}`) }))}
        value={method}
        onChange={(value) => fit.choose(value as PlaneFitMethod)}
      />
      {pairs.length > 0 && (
        <table className="transform-fit">
          <thead>
            <tr>
              <th scope="col">{t('fit.point')}</th>
              <th scope="col">ΔE mm</th>
              <th scope="col">ΔN mm</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((_, i) => {
              const [east, north] = fitted?.residuals[i] ?? [];
              return (
                <tr key={i}>
                  <td>
                    <Checkbox isSelected={fit.isUsed(i)} onChange={(isUsed) => fit.use(i, isUsed)}>
                      {i + 1}
                    </Checkbox>
                  </td>
                  <td>{east === undefined ? '' : millimetres(east)}</td>
                  <td>{north === undefined ? '' : millimetres(north)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {fitted && (
        <p>
          {t('fit.result', {
            rms: millimetres(fitted.rms),
            scale: i18n.number((fitted.scale[0] - 1) * 1e6, { maximumFractionDigits: 0 }),
            turn: i18n.number(fitted.turn, { maximumFractionDigits: 5 }),
          })}
          {method === 'affine' &&
            ` ${t('fit.scale-north', { scale: i18n.number((fitted.scale[1] - 1) * 1e6, { maximumFractionDigits: 0 }) })}`}
          {used <= PLANE_FIT_NEEDS[method] && ` ${t('fit.unchecked')}`}
          {` ${t('fit.enlarged', { times: i18n.number(enlargedIn(fit, metric)) })}`}
        </p>
      )}
      {!fitted && pairs.length > 0 && <p className="g-muted">{t('problem.fit-few')}</p>}
      <Button variant="primary" isDisabled={!fitted || fit.isHalf} onPress={() => form.apply?.()}>
        {t('apply.fit')}
      </Button>
    </>
  );
});

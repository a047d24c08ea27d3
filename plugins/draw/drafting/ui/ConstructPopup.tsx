import { observer } from 'mobx-react-lite';
import { ANGLE_SIGNS } from '#core/geodesy';
import {
  Button,
  Form,
  Select,
  TextField,
  ToolPopup,
  useMeasureCRS,
  useWorkingCrs,
  useService,
  useSetting,
  useTouch,
  useTranslate,
} from '#core/react';
import { KINDS, type ConstructionKind } from '../model/constructions.ts';
import { MEASURED, STATIONS, VALUES, type Constructing } from '../model/constructing.ts';
import { DRAFTING } from '../model/drafting.ts';
import './ConstructPopup.css';

/** Constructs the next vertex from given values. */
const ConstructPopup = observer(function ConstructPopup() {
  const { construction } = useService(DRAFTING);
  return construction ? <Popup construction={construction} /> : null;
});
export default ConstructPopup;

const Popup = observer(function Popup({ construction }: { construction: Constructing }) {
  const t = useTranslate('drafting');
  useMeasureCRS();
  useWorkingCrs();
  const [{ lengthUnit }] = useSetting('units');
  const [angleSymbol] = useSetting('angleSymbol');
  const context = useTouch();
  const { kind, places, problem, chosen, crs, session } = construction;
  const back = () => session.request.context.view.focus();
  const set = () => {
    construction.set();
    back();
  };
  return (
    <ToolPopup
      title={t('construct.title')}
      aside={session.frame.metric.crs ?? t('construct.geodesic')}
      onEscape={() => {
        construction.close();
        back();
      }}
      className="construct-popup"
    >
      <Form onSubmit={set}>
        <Select
          label={t('construct.kind')}
          options={KINDS.map((value) => ({ value, title: t(`construct.${value}`) }))}
          value={kind}
          onChange={(value) => construction.choose(value as ConstructionKind)}
        />
        {STATIONS.map((name) => (
          <div
            key={name}
            className="construct-station"
            data-picking={construction.picking === name || undefined}
          >
            <TextField
              label={t(`construct.${name}`, { crs })}
              value={construction.typed[name]}
              placeholder={construction.picking === name ? t('construct.click', { context }) : undefined}
              onFocus={() => construction.pick(name)}
              onChange={(text) => construction.change(name, text)}
              error={construction.isWrong(name) ? t('construct.station.wrong', { crs }) : undefined}
              autoComplete="off"
            />
          </div>
        ))}
        <div className="construct-values">
          {VALUES.map((name, i) => {
            const measured = MEASURED[kind][i]!;
            const isAngle = measured.startsWith('bearing');
            return (
              <TextField
                key={`${kind}.${name}`}
                label={`${t(`construct.${measured}`)} (${isAngle ? ANGLE_SIGNS[angleSymbol] : lengthUnit})`}
                value={construction.typed[name]}
                onChange={(text) => construction.change(name, text)}
                error={construction.isWrong(name) ? t(`construct.wrong.${isAngle ? 'angle' : 'length'}`) : undefined} // prettier-ignore
                autoComplete="off"
              />
            );
          })}
        </div>
        <p role="status" className={problem ? 'construct-problem' : 'g-muted'}>
          {problem ? t(`construct.problem.${problem}`) : t(`construct.found.${places.length}`, { context })}
        </p>
        <div className="construct-actions">
          {places.length > 1 && (
            <Button size="s" onPress={() => construction.other()}>
              {t('construct.other')}
            </Button>
          )}
          <Button size="s" type="submit" variant="primary" isDisabled={places.length === 0}>
            {places.length > 1 ? t('construct.set-one', { number: chosen + 1 }) : t('construct.set')}
          </Button>
        </div>
      </Form>
    </ToolPopup>
  );
});

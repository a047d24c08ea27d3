import { Button, Icon, saveFile, useI18n, useService, useTranslate } from '#core/react';
import { surfaceXml } from '../model/landxml.ts';
import { SURFACES, type Surface } from '../model/surface-desk.ts';
import { MAX_DRAWN_TRIANGLES } from '../model/surfaces-on-maps.ts';

/** What a surface is of, what was wrong with its points, and its file. */
export function FactsPart({ surface }: { surface: Surface }) {
  const t = useTranslate('surfaces');
  const i18n = useI18n();
  const desk = useService(SURFACES);
  const { tin, facts, twice, crossing, flat, gaps, geoid, name, crs } = surface;
  const n = (value: number, digits = 2) => i18n.number(value, { maximumFractionDigits: digits });
  const triangles = tin.triangles.length / 3;
  const problems = [
    twice > 0 && t('problem.twice', { count: twice }),
    crossing > 0 && t('problem.crossing', { count: crossing }),
    flat > 0 && t('problem.flat', { count: flat }),
    gaps > 0 && t('problem.gaps', { count: gaps }),
    triangles > MAX_DRAWN_TRIANGLES && t('problem.not-drawn', { most: n(MAX_DRAWN_TRIANGLES) }),
  ].filter((problem) => problem !== false);
  return (
    <>
      <p>
        {t('facts', {
          points: n(tin.heights.length),
          triangles: n(triangles),
          plan: n(facts.plan),
          slope: n(facts.slope),
          low: n(facts.low, 3),
          high: n(facts.high, 3),
        })}
        {geoid !== null && ` ${t('geoid', { geoid })}`}
      </p>
      {problems.map((problem) => (
        <p key={problem} className="g-error">
          {problem}
        </p>
      ))}
      <div className="surfaces-actions">
        <Button
          size="s"
          icon={<Icon name="download" />}
          onPress={() => saveFile(new Blob([surfaceXml(tin, name, crs)]), `${name}.xml`)}
        >
          LandXML
        </Button>
        <Button size="s" icon={<Icon name="trash" />} onPress={() => desk.remove(surface)}>
          {t('remove')}
        </Button>
      </div>
    </>
  );
}

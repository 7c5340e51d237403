import { Link } from 'react-router';
import { addDays, toBusinessDate } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { type Figures, type Period, RENEWAL_DAYS } from '#server/staff/overview/figure.schema.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import classes from './overview.module.css';
import { writePeriod } from './period.ts';

interface FigureTilesProps {
  figures: Pick<Figures, 'state' | 'totals' | 'importedMembers'>;
  period: Period;
  now: Date;
}

/** Shows each figure as a link to the rows that it counts. */
export function FigureTiles({ figures: { state, totals, importedMembers }, period, now }: FigureTilesProps) {
  const range = writePeriod(period);
  const renewing = addDays(toBusinessDate(now), RENEWAL_DAYS);
  const count = (value: number) => value.toLocaleString('en-US');
  const money = (figure: string) => `${staffPath('overview', 'money')}?figure=${figure}&${range}`;
  const groups = [
    {
      title: 'Now',
      tiles: [
        ['Active members', count(state.activeMembers), `${staffPath('overview', 'members')}?state=active`],
        ['Monthly recurring revenue', formatCents(state.mrrCents), staffPath('overview', 'recurring')],
        [
          'Past due',
          `${count(state.pastDue)} (${formatCents(state.owedCents)})`,
          staffPath('overview', 'past-due'),
        ],
        [
          `Renewals in the next ${RENEWAL_DAYS} days`,
          `${count(state.renewals)} (${formatCents(state.renewalsCents)})`,
          `${staffPath('overview', 'recurring')}?state=active&to=${renewing}`,
        ],
      ],
    },
    {
      title: 'In this period',
      tiles: [
        ['New members', count(totals.newMembers), `${staffPath('overview', 'members')}?origin=new&${range}`],
        ['Imported members', count(importedMembers), `${staffPath('overview', 'imported')}?${range}`],
        ['Canceled members', count(totals.canceledMembers), `${staffPath('overview', 'canceled')}?${range}`],
        ['Revenue', formatCents(totals.revenueCents), money('revenue')],
        ['Refunds', formatCents(totals.refundsCents), money('refunds')],
        ['Disputes', formatCents(totals.disputesCents), money('disputes')],
      ],
    },
  ] as const;
  return groups.map(({ title, tiles }) => (
    <section key={title} className={classes.group} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.tiles}>
        {tiles.map(([label, value, path]) => (
          <li key={label}>
            <Link to={path} className={classes.tile}>
              <span>{label}</span>
              <strong>{value}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
